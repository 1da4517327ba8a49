import { Field } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import type { CourtFormState } from './use-court-form';

export function GuestFields({ form }: Pick<CourtFormState, 'form'>) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="House rules"
        optional
        hint="Visible to everyone."
        error={errors.houseRules?.message}
      >
        {(controlProps) => (
          <Textarea rows={3} maxLength={500} {...controlProps} {...form.register('houseRules')} />
        )}
      </Field>
      <Field
        label="Arrival notes"
        optional
        hint="Parking, directions, and who to call. Only players with a confirmed booking see this."
        error={errors.arrivalNotes?.message}
      >
        {(controlProps) => (
          <Textarea rows={3} maxLength={500} {...controlProps} {...form.register('arrivalNotes')} />
        )}
      </Field>
      <Field
        label="Gate code"
        optional
        hint="Players with a confirmed booking see it starting one hour before they play."
        error={errors.gateCode?.message}
      >
        {(controlProps) => (
          <Input
            maxLength={20}
            autoComplete="off"
            className="max-w-64"
            {...controlProps}
            {...form.register('gateCode')}
          />
        )}
      </Field>
    </>
  );
}
