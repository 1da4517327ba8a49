import { US_DOLLARS } from '@courtly/contracts/amount';
import {
  ANY_AMOUNT,
  ANY_DOLLARS,
  type NumberRule,
  numberIn,
} from '@courtly/contracts/entered-number';
import type { ReactNode } from 'react';
import { NumberField } from '../../ui/number-input';

type AmountFieldProps = {
  currency?: string;
  hint: ReactNode;
  value: string;
  onChange: (value: string) => void;
};

const amountRule = (currency: string): NumberRule =>
  currency === US_DOLLARS ? ANY_DOLLARS : ANY_AMOUNT;

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
