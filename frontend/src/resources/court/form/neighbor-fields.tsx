import { useWatch } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { Select } from '../../../ui/select';
import { sportOptions } from '../../../lib/sports';
import { clockHourLabel } from '../neighbor-labels';
import type { CourtFormState } from './use-court-form';

const hourOptions = Array.from({ length: 24 }, (_, hour) => {
  const value = `${String(hour).padStart(2, '0')}:00`;
  return { value, label: clockHourLabel(value) };
});
const eveningOptions = hourOptions.filter(({ value }) => value >= '12:00');
const noHour = (label: string) => ({ value: '', label });

export function NeighborFields({ form }: Pick<CourtFormState, 'form'>) {
  const [sports, quietHours] = useWatch({
    control: form.control,
    name: ['sports', 'neighborRules.quietHours'],
  });
  const errors = form.formState.errors.neighborRules;
  return (
    <>
      {sportOptions
        .filter(({ value }) => sports.includes(value))
        .map(({ value: sport, label }) => (
          <div key={sport} className="grid gap-4 @2xl:grid-cols-2">
            <Field
              label={`No ${label.toLowerCase()} from`}
              hint="Players can't book these hours."
              error={errors?.quietHours?.[sport]?.from?.message}
            >
              {(controlProps) => (
                <Select
                  options={[noHour('No quiet hours'), ...hourOptions]}
                  {...controlProps}
                  {...form.register(`neighborRules.quietHours.${sport}.from`)}
                />
              )}
            </Field>
            {quietHours[sport].from && (
              <Field label="Until" error={errors?.quietHours?.[sport]?.to?.message}>
                {(controlProps) => (
                  <Select
                    options={hourOptions}
                    {...controlProps}
                    {...form.register(`neighborRules.quietHours.${sport}.to`)}
                  />
                )}
              </Field>
            )}
          </div>
        ))}
      <Field
        label="Lights off"
        hint="Players can't book hours after this time."
        error={errors?.lightsOff?.message}
      >
        {(controlProps) => (
          <Select
            className="max-w-64"
            options={[noHour('No set time'), ...eveningOptions]}
            {...controlProps}
            {...form.register('neighborRules.lightsOff')}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Most players" error={errors?.maxPlayers?.message}>
          {(controlProps) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...controlProps}
              {...form.register('neighborRules.maxPlayers')}
            />
          )}
        </Field>
        <Field label="Most cars" optional error={errors?.maxCars?.message}>
          {(controlProps) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...controlProps}
              {...form.register('neighborRules.maxCars')}
            />
          )}
        </Field>
      </div>
      <Checkbox label="No parties or events" {...form.register('neighborRules.noEvents')} />
    </>
  );
}
