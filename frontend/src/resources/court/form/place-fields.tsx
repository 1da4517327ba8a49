import { useId } from 'react';
import { activeCities } from '../../../config/active-cities';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { PositionFields } from './position-fields';
import type { CourtFormState } from './use-court-form';

type PlaceFieldsProps = Pick<CourtFormState, 'form' | 'zones'> & { zone: string | undefined };

/** The location. `zone` is the zone of a listed court. */
export function PlaceFields({ form, zones, zone }: PlaceFieldsProps) {
  const cityListId = useId();
  const { errors } = form.formState;
  return (
    <>
      <Field label="City" required error={errors.location?.message}>
        {(controlProps) => (
          <Input
            maxLength={80}
            autoComplete="address-level2"
            list={cityListId}
            {...controlProps}
            {...form.register('location')}
          />
        )}
      </Field>
      <datalist id={cityListId}>
        {activeCities.map(({ city }) => (
          <option key={city} value={city} />
        ))}
      </datalist>
      <Field label="Street" hint="Visible to everyone." optional error={errors.street?.message}>
        {(controlProps) => (
          <Input
            maxLength={120}
            placeholder="E Horseshoe Ln"
            {...controlProps}
            {...form.register('street')}
          />
        )}
      </Field>
      <Field
        label="House number and unit"
        hint="Only you and players with a confirmed booking see it."
        error={errors.address?.message}
      >
        {(controlProps) => (
          <Input
            maxLength={160}
            autoComplete="off"
            {...controlProps}
            {...form.register('address')}
          />
        )}
      </Field>
      <PositionFields form={form} zones={zones} zone={zone} />
    </>
  );
}
