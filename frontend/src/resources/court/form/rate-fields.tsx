import type { Court } from '@courtly/contracts/courts';
import { Controller, useWatch } from 'react-hook-form';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { RadioGroup } from '../../../ui/radio-group';
import { RateEstimate } from '../../hosting/rate-estimate';
import type { CourtFormState } from './use-court-form';

const accessChoices = [
  { value: 'public', label: 'Public' },
  { value: 'elite', label: 'Elite only' },
  { value: 'invite', label: 'Invite only' },
] as const;

const accessNotes: Record<Court['courtAccess'], string> = {
  public: 'Every player can book.',
  elite: 'Only Elite members can book.',
  invite: 'Listed among the invite-only courts.',
};

export function RateFields({ form }: Pick<CourtFormState, 'form'>) {
  const { errors } = form.formState;
  const [courtAccess, hourlyRate] = useWatch({
    control: form.control,
    name: ['courtAccess', 'hourlyRate'],
  });
  return (
    <>
      <Field
        label="Hourly rate in $"
        required
        error={errors.hourlyRate?.message}
        hint="Existing bookings keep their price."
      >
        {(controlProps) => (
          <Input
            className="max-w-64"
            inputMode="decimal"
            autoComplete="off"
            {...controlProps}
            {...form.register('hourlyRate')}
          />
        )}
      </Field>
      <RateEstimate rate={hourlyRate} />
      <div>
        <Controller
          name="courtAccess"
          control={form.control}
          render={({ field }) => (
            <RadioGroup
              ref={field.ref}
              legend="Who can book"
              className="grid-cols-3"
              choices={accessChoices}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <p role="status" className="mt-2 text-small text-quiet">
          {accessNotes[courtAccess]}
        </p>
      </div>
    </>
  );
}
