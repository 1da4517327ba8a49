import { Controller } from 'react-hook-form';
import { AboutFields } from './about-fields';
import { AmenityEditor } from './amenity-editor';
import { FormSection } from './form-section';
import { GuestFields } from './guest-fields';
import { PhotoList } from './photo-list';
import { PlaceFields } from './place-fields';
import { RateFields } from './rate-fields';
import type { CourtFormState } from './use-court-form';

type Props = Pick<CourtFormState, 'form' | 'photos' | 'zones'> & { zone: string | undefined };

/** Every field of a court; `zone` is that of a court which is listed already, `zones` are those to choose from before all others. */
export function CourtFields({ form, photos, zones, zone }: Props) {
  return (
    <div className="@container">
      <FormSection title="The court" note="What players read first.">
        <AboutFields form={form} />
      </FormSection>
      <FormSection
        title="Where it is"
        note="Everybody sees the city and the street; players with a confirmed booking the whole address."
      >
        <PlaceFields form={form} zones={zones} zone={zone} />
      </FormSection>
      <FormSection
        title="Photos"
        note="The first one is the cover. Without any, we draw the court."
      >
        <PhotoList photos={photos} />
      </FormSection>
      <FormSection title="Amenities" note="What makes the hour pleasant.">
        <Controller
          name="amenities"
          control={form.control}
          render={({ field, fieldState }) => (
            <AmenityEditor
              ref={field.ref}
              amenities={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormSection>
      <FormSection title="For your guests" note="What they should know before they come.">
        <GuestFields form={form} />
      </FormSection>
      <FormSection title="Rate and access" note="You may change both at any time.">
        <RateFields form={form} />
      </FormSection>
    </div>
  );
}
