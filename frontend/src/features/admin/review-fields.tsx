import type { FocusEvent } from 'react';
import { zoneOption } from '../../resources/court/form/zones';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { Select } from '../../ui/select';
import type { ReviewState } from './use-review';

const MAX_REASON_LENGTH = 500;

/** The server requires this field, so it gets the focus when it appears. */
const focusRef = (element: HTMLElement | null) => element?.focus();

/** Browsers scroll only the caret into view. This also shows the hint and the error below it. */
const keepInView = {
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
            {...keepInView}
            ref={review.reasonField}
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={review.reason}
            onChange={({ target }) => review.changeReason(target.value)}
          />
        )}
      </Field>
      {place.requiredFields.includes('location') && (
        <Field label="City" required error={place.errors.location}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...keepInView}
              ref={focusRef}
              autoComplete="off"
              maxLength={80}
              value={place.values.location}
              onChange={({ target }) => changePlace('location', target.value)}
            />
          )}
        </Field>
      )}
      {place.requiredFields.includes('zone') && (
        <Field label="Time zone" required error={place.errors.zone}>
          {(controlProps) => (
            <Select
              {...controlProps}
              {...keepInView}
              ref={focusRef}
              options={[{ value: '', label: 'Choose a time zone' }, ...place.zones.map(zoneOption)]}
              value={place.values.zone}
              onChange={({ target }) => changePlace('zone', target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
