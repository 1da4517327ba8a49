import { US_DOLLARS } from '@courtly/contracts/amount';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

type AmountFieldProps = {
  currency?: string;
  hint: ReactNode;
  value: string;
  onChange: (value: string) => void;
};

/** An amount such as `12.50`. The server validates it. */
export function AmountField({ currency = US_DOLLARS, hint, value, onChange }: AmountFieldProps) {
  const unit = currency === US_DOLLARS ? 'dollars' : currency.toUpperCase();
  return (
    <Field label={`Amount in ${unit}`} required hint={hint}>
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
