import type { TaxLine } from '@courtly/contracts/bookings';

/** The tax and its rate: `Sales tax (8.25%)`, or `Includes sales tax (8.25%)`. */
export const taxLabel = ({ name, rate, included }: Omit<TaxLine, 'amount'>): string =>
  `${included ? 'Includes ' : ''}${name} (${rate / 100}%)`;
