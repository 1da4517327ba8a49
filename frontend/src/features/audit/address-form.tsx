import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type Props = {
  label: string;
  action: string;
  /** Trimmed values by field name. */
  onSubmit: (values: Record<string, string>) => void;
  children: ReactNode;
  more?: ReactNode;
};

const valuesIn = ({ elements }: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...elements].flatMap((field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name
        ? [[field.name, field.value.trim()]]
        : [],
    ),
  );

/** A search form that writes its values to the URL and starts with the values there. */
export function AddressForm({ label, action, onSubmit, children, more }: Props) {
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(valuesIn(event.currentTarget));
      }}
      className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      {children}
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit">{action}</Button>
        {more}
      </div>
    </form>
  );
}

type TextProps = {
  label: string;
  name: string;
  value: string;
  hint?: string;
  type?: 'text' | 'date' | 'datetime-local';
  required?: boolean;
};

export function AddressField({ label, hint, value, type = 'text', ...field }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      {(controlProps) => (
        <Input
          {...controlProps}
          {...field}
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
