import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type Props = {
  label: string;
  action: string;
  /** What was filled in, by the names of the fields, without space around it. */
  onSubmit: (values: Record<string, string>) => void;
  children: ReactNode;
  more?: ReactNode;
};

/** What stands in the fields of a form that have a name. */
const valuesIn = ({ elements }: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...elements].flatMap((field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name
        ? [[field.name, field.value.trim()]]
        : [],
    ),
  );

/** A form whose answers go into the address once it is sent. Its fields begin as the address has them. */
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

/** One field of such a form. */
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
