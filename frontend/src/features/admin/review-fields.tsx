import type { FocusEvent } from 'react';
import { zoneChoice } from '../../resources/court/form/zones';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import type { ReviewState } from './use-review';

const LONGEST_REASON = 500;

/** The server asks for this field: whoever decides is led to it once it is there. */
const takeFocus = (field: HTMLElement | null) => field?.focus();

/** A browser brings the caret alone into sight; here follow the whole field and what stands under it. */
const inSight = {
  className: 'scroll-mb-20',
  onFocus: ({ target }: FocusEvent) => target.scrollIntoView?.({ block: 'nearest' }),
};

/** What a decision says: why, and where the court of a host lies if its address does not tell. */
export function ReviewFields({ review }: { review: ReviewState }) {
  const { place, changePlace } = review;
  return (
    <div className="mt-6 grid gap-5">
      <Field
        label="Reason"
        error={review.reasonError}
        hint="If you reject the application, the applicant will see this."
      >
        {(controlProps) => (
          <Textarea
            {...controlProps}
            {...inSight}
            ref={review.reasonField}
            rows={3}
            maxLength={LONGEST_REASON}
            value={review.reason}
            onChange={({ target }) => review.changeReason(target.value)}
          />
        )}
      </Field>
      {place.asked.includes('location') && (
        <Field label="City" error={place.errors.location}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...inSight}
              ref={takeFocus}
              autoComplete="off"
              maxLength={80}
              value={place.values.location}
              onChange={({ target }) => changePlace('location', target.value)}
            />
          )}
        </Field>
      )}
      {place.asked.includes('zone') && (
        <Field label="Time zone" error={place.errors.zone}>
          {(controlProps) => (
            <Select
              {...controlProps}
              {...inSight}
              ref={takeFocus}
              options={[{ value: '', label: 'Please choose' }, ...place.zones.map(zoneChoice)]}
              value={place.values.zone}
              onChange={({ target }) => changePlace('zone', target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
