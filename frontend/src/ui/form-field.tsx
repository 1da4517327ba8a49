import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { type ControlProps, Field } from './field';

type FormFieldProps<Values extends FieldValues, Parsed> = {
  form: UseFormReturn<Values, unknown, Parsed>;
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
  children: (controlProps: ControlProps & UseFormRegisterReturn<Path<Values>>) => ReactNode;
};

/**
 * A `Field` registered with the form. Spread the argument of the child function onto the control.
 */
export function FormField<Values extends FieldValues, Parsed>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Parsed>) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field {...field} required={!field.optional} error={error?.message}>
      {(controlProps) => children({ ...controlProps, ...form.register(name) })}
    </Field>
  );
}
