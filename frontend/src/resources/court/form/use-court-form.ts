import type { CourtDetail, ZonedCourt } from '@courtly/contracts/courts';
import { type FormEvent, useState } from 'react';
import { schemaResolver } from '../../../lib/schema-resolver';
import { useContractForm } from '../../../ui/use-contract-form';
import { useUnsavedChanges } from '../../../ui/guards';
import { useDraft } from '../../draft/use-draft';
import { withAmenity } from './amenities';
import { photosError, useSaveCourt, suggestedZones } from './save-court';
import { initialValuesOf } from './court-values';
import { usePhotos } from './use-photos';

const resolver = schemaResolver(async () => (await import('./court-schema')).CourtSchema);

/**
 * The state of the court form. If `court` is null, it creates one. Spread `props` onto the form
 * element.
 */
export const useCourtForm = (
  court: ZonedCourt | null,
  onSaved: (savedCourt: CourtDetail) => void,
) => {
  const courtValues = initialValuesOf(court);
  const { form, submit } = useContractForm({ resolver, values: courtValues });
  const draft = useDraft(`court-${court?.id ?? 'new'}`, form);
  const photos = usePhotos(court?.photos ?? []);
  const saveCourtMutation = useSaveCourt(court);
  const [zones, setZones] = useState<readonly string[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  const isFormDirty = (isDirty || photos.changed) && !saveCourtMutation.isSuccess;
  const { confirmDiscard, allowNavigation } = useUnsavedChanges(isFormDirty, draft.clear);

  const handleSubmit = submit((courtValues, setServerErrors) =>
    saveCourtMutation.mutate(
      { form: courtValues, photos: photos.photos },
      {
        onSuccess: (savedCourt) => {
          draft.clear();
          allowNavigation();
          onSaved(savedCourt);
        },
        onError: (error) => {
          setZones(suggestedZones(error));
          setServerErrors(error);
          const photosProblem = photosError(error);
          if (photosProblem) photos.refuse(photosProblem);
        },
      },
    ),
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Adds an amenity that was typed but not confirmed.
    const amenityInput = event.currentTarget.elements.namedItem('amenity') as HTMLInputElement;
    form.setValue('amenities', withAmenity(form.getValues('amenities'), amenityInput.value));
    amenityInput.value = '';
    handleSubmit(event);
  };

  return {
    form,
    photos,
    zones,
    draftNote: draft.note,
    courtValues,
    confirmDiscard,
    saving: isSubmitting || saveCourtMutation.isPending,
    props: { onSubmit, noValidate: true },
  };
};

export type CourtFormState = ReturnType<typeof useCourtForm>;
