import type { Court } from '@courtly/contracts/courts';
import { Controller, useWatch } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox';
import { Field, FieldError } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { AmenityEditor } from './amenity-editor';
import { FormSection } from './form-section';
import { PhotoPicker } from './photo-picker';
import { PositionFields } from './position-fields';
import type { CourtFormState } from './use-court-form';

const LONGEST_DESCRIPTION = 500;

const surfaces = [
  { value: 'hard', label: 'Hard Court' },
  { value: 'clay', label: 'Clay Court' },
  { value: 'grass', label: 'Grass Court' },
  { value: 'other', label: 'Other' },
];

const sports = [
  { value: 'tennis', label: 'Tennis' },
  { value: 'pickleball', label: 'Pickleball' },
] as const;

const accesses = [
  { value: 'public', label: 'Public' },
  { value: 'elite', label: 'Elite only' },
  { value: 'invite', label: 'Invite only' },
] as const;

const accessNotes: Record<Court['courtAccess'], string> = {
  public: 'Every player may book.',
  elite: 'Only Elite members may book.',
  invite: 'Players find it among the invite-only courts.',
};

type Props = Pick<CourtFormState, 'form' | 'photos'> & { zone: string | undefined };

/** Every field of a court. */
export function CourtFields({ form, photos, zone }: Props) {
  const { errors } = form.formState;
  const [description, surfaceType, courtAccess] = useWatch({
    control: form.control,
    name: ['description', 'surfaceType', 'courtAccess'],
  });
  return (
    <div className="@container">
      <FormSection title="The court" note="What players read first.">
        <Field label="Court name" error={errors.name?.message}>
          {(wiring) => <Input maxLength={80} autoComplete="off" {...wiring} {...form.register('name')} />}
        </Field>
        <Field
          label="Description"
          optional
          error={errors.description?.message}
          hint={`${description.length} of ${LONGEST_DESCRIPTION} characters`}
        >
          {(wiring) => (
            <Textarea rows={4} maxLength={LONGEST_DESCRIPTION} {...wiring} {...form.register('description')} />
          )}
        </Field>
        <div>
          <Controller
            name="surfaceType"
            control={form.control}
            render={({ field }) => (
              <RadioGroup
                legend="Surface"
                className="@2xl:grid-cols-4"
                choices={surfaces}
                value={field.value || null}
                onChange={field.onChange}
                error={errors.surfaceType?.message}
              />
            )}
          />
          <p role="status" className="mt-2 text-[0.9375rem] text-quiet empty:hidden">
            {surfaceType === 'other' &&
              'The court stays a draft that only you see, until you choose hard, clay or grass.'}
          </p>
        </div>
        <Controller
          name="sports"
          control={form.control}
          render={({ field }) => (
            <fieldset aria-describedby={errors.sports ? 'sports-error' : undefined}>
              <legend className="mb-2 text-[0.9375rem] font-semibold">Sports</legend>
              <div className="flex flex-wrap gap-x-8 gap-y-3">
                {sports.map(({ value, label }) => (
                  <Checkbox
                    key={value}
                    label={label}
                    checked={field.value.includes(value)}
                    onChange={({ target }) =>
                      field.onChange(
                        sports
                          .map((sport) => sport.value)
                          .filter((sport) => (sport === value ? target.checked : field.value.includes(sport))),
                      )
                    }
                  />
                ))}
              </div>
              <FieldError id="sports-error">{errors.sports?.message}</FieldError>
            </fieldset>
          )}
        />
      </FormSection>
      <FormSection title="Where it is" note="Everybody sees the street; its number only after a confirmed booking.">
        <Field label="City" error={errors.location?.message}>
          {(wiring) => (
            <Input maxLength={80} autoComplete="address-level2" {...wiring} {...form.register('location')} />
          )}
        </Field>
        <Field label="Address" error={errors.address?.message}>
          {(wiring) => (
            <Input maxLength={160} autoComplete="street-address" {...wiring} {...form.register('address')} />
          )}
        </Field>
        <PositionFields form={form} zone={zone} />
      </FormSection>
      <FormSection title="Photos" note="The first one is the cover. Without any, we draw the court.">
        <PhotoPicker photos={photos} />
      </FormSection>
      <FormSection title="Amenities" note="What makes the hour pleasant.">
        <Controller
          name="amenities"
          control={form.control}
          render={({ field }) => (
            <AmenityEditor amenities={field.value} onChange={field.onChange} error={errors.amenities?.message} />
          )}
        />
      </FormSection>
      <FormSection title="Rate and access">
        <Field
          label="Hourly rate in $"
          error={errors.hourlyRate?.message}
          hint="Before the player's service fee. Bookings that exist keep their price."
        >
          {(wiring) => (
            <Input
              type="number"
              className="max-w-64"
              inputMode="decimal"
              min={1}
              max={10_000}
              step={0.01}
              {...wiring}
              {...form.register('hourlyRate')}
            />
          )}
        </Field>
        <div>
          <Controller
            name="courtAccess"
            control={form.control}
            render={({ field }) => (
              <RadioGroup
                legend="Who may book"
                className="grid-cols-3"
                choices={accesses}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <p role="status" className="mt-2 text-[0.9375rem] text-quiet">
            {accessNotes[courtAccess]}
          </p>
        </div>
      </FormSection>
    </div>
  );
}
