import type { ReactNode } from 'react';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type AmountFieldProps = {
  hint: ReactNode;
  value: string;
  onChange: (value: string) => void;
};

/** An amount in dollars, as in `12.50`. The server checks it. */
export function AmountField({ hint, value, onChange }: AmountFieldProps) {
  return (
    <Field label="Amount in dollars" hint={hint}>
      {(controlProps) => (
        <Input
          {...controlProps}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
