import type { Court, CourtDetail, CourtForm } from '@courtly/contracts/courts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '../../lib/schema-resolver';
import { useUnsavedChangesPrompt } from '../../lib/use-unsaved-changes-prompt';
import { withAmenity } from './amenities';
import { fieldErrorsOf, useSaveCourt, zonesOffered } from './api';
import { type CourtValues, valuesOf } from './court-values';
import { usePhotos } from './use-photos';

const resolver = schemaResolver(async () => (await import('./court-schema')).CourtSchema);

const BAD_CONTROL = '[aria-invalid="true"], fieldset[aria-describedby] input, [data-bad] button';

/** The court form: for a new court with null, else for changing that one. Spread `props` onto the form element. */
export const useCourtForm = (court: Court | null, onSaved: (saved: CourtDetail) => void) => {
  const form = useForm<CourtValues, unknown, CourtForm>({
    resolver,
    defaultValues: valuesOf(court),
    shouldFocusError: false,
  });
  const photos = usePhotos(court?.photos ?? []);
  const save = useSaveCourt(court?.id);
  const [zones, setZones] = useState<readonly string[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  const dirty = (isDirty || photos.changed) && !save.isSuccess;
  const allowNavigation = useUnsavedChangesPrompt(dirty);

  const element = useRef<HTMLFormElement>(null);
  const refused = useRef(false);
  useEffect(() => {
    const bad = refused.current && element.current?.querySelector<HTMLElement>(BAD_CONTROL);
    if (!bad) return;
    refused.current = false;
    bad.focus({ preventScroll: true });
    bad.scrollIntoView({ block: 'center' });
  });
  const showRefusal = (error: unknown) => {
    setZones(zonesOffered(error));
    for (const { field, message } of fieldErrorsOf(error)) {
      const name = field.split('.')[0]!;
      if (name in form.getValues()) form.setError(name as keyof CourtValues, { message });
      else photos.setProblem(message);
    }
    refused.current = true;
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // An amenity that was typed and not added yet is meant to be one.
    const typed = event.currentTarget.elements.namedItem('amenity') as HTMLInputElement;
    form.setValue('amenities', withAmenity(form.getValues('amenities'), typed.value));
    typed.value = '';
    const onSuccess = (saved: CourtDetail) => {
      allowNavigation();
      onSaved(saved);
    };
    const send = (values: CourtForm) =>
      save.mutate({ form: values, photos: photos.photos }, { onSuccess, onError: showRefusal });
    const refuse = () => {
      refused.current = true;
    };
    void form.handleSubmit(send, refuse)(event);
  };

  return {
    form,
    photos,
    zones,
    dirty,
    saving: isSubmitting || save.isPending,
    props: { ref: element, onSubmit, noValidate: true },
  };
};

export type CourtFormState = ReturnType<typeof useCourtForm>;
