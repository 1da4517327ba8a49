import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type AddressFormProps = {
  label: string;
  submitLabel: string;
  /** Trimmed values by field name. */
  onSubmit: (fieldValues: Record<string, string>) => void;
  children: ReactNode;
  moreActions?: ReactNode;
};

const formValues = ({ elements }: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...elements].flatMap((formControl) =>
      (formControl instanceof HTMLInputElement || formControl instanceof HTMLSelectElement) &&
      formControl.name
        ? [[formControl.name, formControl.value.trim()]]
        : [],
    ),
  );

/** A search form that writes its values to the URL and starts with the values there. */
export function AddressForm({
  label,
  submitLabel,
  onSubmit,
  children,
  moreActions,
}: AddressFormProps) {
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(formValues(event.currentTarget));
      }}
      className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      {children}
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit">{submitLabel}</Button>
        {moreActions}
      </div>
    </form>
  );
}

type AddressFieldProps = {
  label: string;
  name: string;
  value: string;
  hint?: string;
  type?: 'text' | 'date' | 'datetime-local';
  required?: boolean;
};

export function AddressField({
  label,
  hint,
  value,
  type = 'text',
  ...inputProps
}: AddressFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(controlProps) => (
        <Input
          {...controlProps}
          {...inputProps}
          type={type}
          {...(type === 'datetime-local' && { step: 1 })}
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
      )}
    </Field>
  );
}
