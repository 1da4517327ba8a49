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
  errorsOf?: (submitError: unknown) => readonly FormFieldError[];
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
  const formMethods = useForm<Values, unknown, Parsed>({
    ...start,
    resolver,
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  });
  const { errors } = formMethods.formState;
  const shouldFocusError = useRef(false);
  // An invalid field may mount only with its error, so look for it after each render.
  useEffect(() => {
    const firstInvalid =
      shouldFocusError.current &&
      Object.keys(formMethods.getValues()).find((fieldName) => fieldName in errors);
    if (!firstInvalid) return;
    shouldFocusError.current = false;
    formMethods.setFocus(firstInvalid as Path<Values>);
  });

  const setServerErrors = (submitError: unknown): void => {
    const fieldErrors = errorsOf(submitError).map(({ field, message }) => ({
      field: field.split('.')[0]!,
      message,
    }));
    const formErrors = fieldErrors.filter(({ field }) => field in formMethods.getValues());
    for (const { field, message } of formErrors)
      formMethods.setError(field as Path<Values>, { message });
    shouldFocusError.current = formErrors.length > 0;
    if (errorToast && formErrors.length === 0)
      toastError(errorToast[0], errorMessage(submitError, errorToast[1]));
  };

  return {
    form: formMethods,
    /** The submit handler. `send` receives the parsed values and a function for server errors. */
    submit:
      (
        submitParsed: (
          parsedValues: Parsed,
          setServerErrors: (submitError: unknown) => void,
        ) => void,
      ) =>
      (submitEvent: FormEvent) =>
        void formMethods.handleSubmit(
          (parsedValues) => submitParsed(parsedValues, setServerErrors),
          (invalidFields) => {
            shouldFocusError.current = true;
            onInvalid?.(
              Object.keys(formMethods.getValues()).filter(
                (fieldName) => fieldName in invalidFields,
              ),
            );
          },
        )(submitEvent),
  };
};
