import { US_DOLLARS } from '@courtly/contracts/amount';
import { type NumberRule, numberIn } from '@courtly/contracts/entered-number';
import type { ReactNode } from 'react';
import { NumberField } from '../../ui/number-input';

type AmountFieldProps = {
  currency?: string;
  hint: ReactNode;
  value: string;
  onChange: (value: string) => void;
};

/** The most digits that an amount can have in the contract. */
const amountRule = (currency: string): NumberRule =>
  currency === US_DOLLARS
    ? { least: 0, most: 9_999_999.99, decimals: 2, isDollars: true }
    : { least: 0, most: 999_999_999.999, decimals: 3 };

/** The entered amount as a decimal string. */
export const amountIn = (text: string, currency = US_DOLLARS): string =>
  numberIn(text, amountRule(currency));

/** An amount such as `12.50`. The server checks the limits that depend on the booking. */
export function AmountField({ currency = US_DOLLARS, hint, value, onChange }: AmountFieldProps) {
  const unit = currency === US_DOLLARS ? 'dollars' : currency.toUpperCase();
  return (
    <NumberField
      label={`Amount in ${unit}`}
      rule={amountRule(currency)}
      hint={hint}
      value={value}
      onChange={onChange}
    />
  );
}
