import { type FormEvent, useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { invalidFieldsOf, errorMessage } from '../lib/api';
import { toastError } from './toast';

type FormFieldError = { field: string; message: string };

type ContractFormOptions<Values extends FieldValues, Parsed> = {
  /** Created once per page with `schemaResolver`. */
  resolver: Resolver<Values, unknown, Parsed>;
  defaultValues?: DefaultValues<Values>;
  /** Values that load later; edited fields keep their values. */
  values?: Values;
  /** Toast for an error that belongs to no field; without it, the caller reports the error. */
  errorToast?: readonly [title: string, fallback: string];
  /** Maps an error to form fields, including ones the caller handles. */
  errorsOf?: (error: unknown) => readonly FormFieldError[];
  /** Called with the invalid fields, in the order of the form's values. */
  onInvalid?: (fields: readonly string[]) => void;
};

/**
 * A form validated with a contract schema. Errors from the schema or the server appear at their
 * fields, and the first invalid field gets focus. Other errors appear in a toast.
 */
export const useContractForm = <Values extends FieldValues, Parsed = Values>({
  resolver,
  errorToast,
  errorsOf = invalidFieldsOf,
  onInvalid,
  ...start
}: ContractFormOptions<Values, Parsed>) => {
  const form = useForm<Values, unknown, Parsed>({
    ...start,
    resolver,
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const shouldFocusError = useRef(false);
  // An invalid field may mount only with its error, so look for it after each render.
  useEffect(() => {
    const firstInvalid =
      shouldFocusError.current &&
      Object.keys(form.getValues()).find((fieldName) => fieldName in errors);
    if (!firstInvalid) return;
    shouldFocusError.current = false;
    form.setFocus(firstInvalid as Path<Values>);
  });

  const setServerErrors = (error: unknown): void => {
    const fieldErrors = errorsOf(error).map(({ field, message }) => ({
      field: field.split('.')[0]!,
      message,
    }));
    const formErrors = fieldErrors.filter(({ field }) => field in form.getValues());
    for (const { field, message } of formErrors) form.setError(field as Path<Values>, { message });
    shouldFocusError.current = formErrors.length > 0;
    if (errorToast && formErrors.length === 0)
      toastError(errorToast[0], errorMessage(error, errorToast[1]));
  };

  return {
    form,
    /** Shows errors of a request that the form did not send. */
    setServerErrors,
    /** The submit handler. `send` receives the parsed values and a function for server errors. */
    submit:
      (send: (parsedValues: Parsed, setServerErrors: (error: unknown) => void) => void) =>
      (event: FormEvent) =>
        void form
          .handleSubmit(
            (parsedValues) => send(parsedValues, setServerErrors),
            (invalidFields) => {
              shouldFocusError.current = true;
              onInvalid?.(
                Object.keys(form.getValues()).filter((fieldName) => fieldName in invalidFields),
              );
            },
          )(event)
          .catch((error: unknown) => {
            // Without a network, the schema may not load. Firefox ESR 140 does not load it again
            // before the page is reloaded.
            toastError(
              'Not sent',
              'Please check your connection and try again. If that fails, reload the page.',
            );
            reportError(error);
          }),
  };
};
