import type { Quote, TaxLine } from '@courtly/contracts/bookings';
import type { BookingTax } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import type { Price } from './price.js';

export const taxLineOf = (tax: BookingTax | null, taxCents: number): TaxLine | null =>
  tax && {
    name: tax.name,
    rate: tax.rate,
    included: tax.included,
    amount: toMoney(taxCents),
  };

/** A price with its tax, as players see it. */
export const quotedPrice = (
  { rateCents, feeCents, taxCents, totalCents }: Omit<Price, 'payoutCents'>,
  tax: BookingTax | null,
): Omit<Quote, 'policyId'> => ({
  hourlyRate: toMoney(rateCents),
  serviceFee: toMoney(feeCents),
  tax: taxLineOf(tax, taxCents),
  totalAmount: toMoney(totalCents),
});
