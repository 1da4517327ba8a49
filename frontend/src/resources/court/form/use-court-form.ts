import type { Court, CourtDetail } from '@courtly/contracts/courts';
import { type FormEvent, useState } from 'react';
import { schemaResolver } from '../../../lib/schema-resolver';
import { useContractForm } from '../../../ui/use-contract-form';
import { useUnsavedChangesPrompt } from '../../../ui/use-unsaved-changes-prompt';
import { withAmenity } from './amenities';
import { photosProblemOf, useSaveCourt, zonesOffered } from './save-court';
import { valuesOf } from './court-values';
import { usePhotos } from './use-photos';

const resolver = schemaResolver(async () => (await import('./court-schema')).CourtSchema);

/**
 * The court form: for a new court with null, otherwise for an existing one. Spread `props` onto the
 * form element.
 */
export const useCourtForm = (court: Court | null, onSaved: (saved: CourtDetail) => void) => {
  const { form, submit } = useContractForm({ resolver, defaultValues: valuesOf(court) });
  const photos = usePhotos(court?.photos ?? []);
  const save = useSaveCourt(court?.id);
  const [zones, setZones] = useState<readonly string[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  const dirty = (isDirty || photos.changed) && !save.isSuccess;
  const { prompt, confirmDiscard, allowNavigation } = useUnsavedChangesPrompt(dirty);

  const send = submit((values, refuse) =>
    save.mutate(
      { form: values, photos: photos.photos },
      {
        onSuccess: (saved) => {
          allowNavigation();
          onSaved(saved);
        },
        onError: (error) => {
          setZones(zonesOffered(error));
          refuse(error);
          const problem = photosProblemOf(error);
          if (problem) photos.refuse(problem);
        },
      },
    ),
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Add an amenity that was typed but not confirmed.
    const typed = event.currentTarget.elements.namedItem('amenity') as HTMLInputElement;
    form.setValue('amenities', withAmenity(form.getValues('amenities'), typed.value));
    typed.value = '';
    send(event);
  };

  return {
    form,
    photos,
    zones,
    prompt,
    confirmDiscard,
    saving: isSubmitting || save.isPending,
    props: { onSubmit, noValidate: true },
  };
};

export type CourtFormState = ReturnType<typeof useCourtForm>;
