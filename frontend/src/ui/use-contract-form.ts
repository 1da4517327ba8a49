import { type FormEvent, useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { invalidFields, messageOf } from '../lib/api';
import { toastError } from './toast';

type FieldError = { field: string; message: string };

type Options<Values extends FieldValues, Parsed> = {
  /** Made by `schemaResolver`, once for the page. */
  resolver: Resolver<Values, unknown, Parsed>;
  defaultValues?: DefaultValues<Values>;
  /** Values that come later; what the person has typed stays. */
  values?: Values;
  /** Title and sentence for a failure that belongs to no field; where it is left out, whoever sends tells of it. */
  failed?: readonly [title: string, otherwise: string];
  /** What an error has against single fields, named as the form names them, and others that the caller takes care of. */
  errorsOf?: (error: unknown) => readonly FieldError[];
  /** Hears which fields the schema has something against, in the order of the form's values. */
  onInvalid?: (fields: readonly string[]) => void;
};

/**
 * A form that a schema of the contract checks. What the schema or the server has against a field stands at the field, and the
 * first bad one, in the order of the form's values, takes the focus; the rest is told by a toast.
 */
export const useContractForm = <Values extends FieldValues, Parsed = Values>({
  resolver,
  failed,
  errorsOf = invalidFields,
  onInvalid,
  ...start
}: Options<Values, Parsed>) => {
  const form = useForm<Values, unknown, Parsed>({
    ...start,
    resolver,
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const refused = useRef(false);
  // A bad field may come into sight only with its error, so that it is looked for after each render until it is there.
  useEffect(() => {
    const first = refused.current && Object.keys(form.getValues()).find((name) => name in errors);
    if (!first) return;
    refused.current = false;
    form.setFocus(first as Path<Values>);
  });

  const refuse = (error: unknown): void => {
    const found = errorsOf(error).map(({ field, message }) => ({
      field: field.split('.')[0]!,
      message,
    }));
    const own = found.filter(({ field }) => field in form.getValues());
    for (const { field, message } of own) form.setError(field as Path<Values>, { message });
    refused.current = own.length > 0;
    if (failed && own.length === 0) toastError(failed[0], messageOf(error, failed[1]));
  };

  return {
    form,
    /** Handles the submit of the form element; `send` gets what was checked, and what to call when it is refused. */
    submit:
      (send: (parsed: Parsed, refuse: (error: unknown) => void) => void) => (event: FormEvent) =>
        void form.handleSubmit(
          (parsed) => send(parsed, refuse),
          (invalid) => {
            refused.current = true;
            onInvalid?.(Object.keys(form.getValues()).filter((name) => name in invalid));
          },
        )(event),
  };
};
