import { Controller } from 'react-hook-form';
import { AboutFields } from './about-fields';
import { AmenityEditor } from './amenity-editor';
import { FormSection } from './form-section';
import { GuestFields } from './guest-fields';
import { NeighborFields } from './neighbor-fields';
import { PhotoList } from './photo-list';
import { PlaceFields } from './place-fields';
import { RateFields } from './rate-fields';
import type { CourtFormState } from './use-court-form';

type CourtFieldsProps = Pick<CourtFormState, 'form' | 'photos' | 'zones'> & {
  zone: string | undefined;
};

/**
 * All court fields. `zone` is the zone of a listed court, which can't change. A new court offers
 * `zones` first.
 */
export function CourtFields({ form, photos, zones, zone }: CourtFieldsProps) {
  return (
    <div className="@container">
      <FormSection title="The court" note="The first thing players read.">
        <AboutFields form={form} />
      </FormSection>
      <FormSection
        title="Where it is"
        note="Everyone sees the city and street. Players with a confirmed booking see the full address."
      >
        <PlaceFields form={form} zones={zones} zone={zone} />
      </FormSection>
      <FormSection
        title="Photos"
        note="The first photo is the cover. Without photos, we show a drawing."
      >
        <PhotoList photos={photos} />
      </FormSection>
      <FormSection title="Amenities" note="Extras that players will enjoy.">
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
      <FormSection title="For your guests" note="What players should know before they arrive.">
        <GuestFields form={form} />
      </FormSection>
      <FormSection title="For the neighbors" note="Everyone sees these rules on the court's page.">
        <NeighborFields form={form} />
      </FormSection>
      <FormSection title="Rate and access" note="You can change both at any time.">
        <RateFields form={form} />
      </FormSection>
    </div>
  );
}
