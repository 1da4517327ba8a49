import type { FocusEvent } from 'react';
import { zoneChoice } from '../../resources/court/form/zones';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import type { ReviewState } from './use-review';

const LONGEST_REASON = 500;

/** The server asked for this field, so focus it when it appears. */
const takeFocus = (field: HTMLElement | null) => field?.focus();

/** Browsers scroll only the caret into view; this also shows the hint and error below. */
const inSight = {
  className: 'scroll-mb-20',
  onFocus: ({ target }: FocusEvent) => target.scrollIntoView?.({ block: 'nearest' }),
};

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
