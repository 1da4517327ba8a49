import { z } from 'zod';

/** An amount of US dollars with two decimals, as the contract writes money: `"330.00"`. Inside it is integer cents. */
export const Money = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Use an amount such as 120.00');

/** An instant in UTC, such as `2027-03-13T18:00:00.000Z`, from 2020 to 2100. */
export const Instant = z.iso
  .datetime({ message: 'Use a UTC time such as 2027-03-13T18:00:00Z' })
  .refine((text) => text >= '2020' && text < '2100', 'Use a time between the years 2020 and 2100');

/** A calendar day of a court: `2027-03-13`. */
export const LocalDate = z.iso.date('Use a date such as 2027-03-13');

/** An IANA zone name such as `America/Phoenix`. */
export const Zone = z.string().min(1).max(64);

/** Integer cents as the wire's dollars. */
export const toMoney = (cents: number): string => (cents / 100).toFixed(2);

/** The wire's dollars as integer cents, without passing through a fraction. */
export const toCents = (money: string): number => {
  const [dollars = '0', cents = ''] = money.split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
};
