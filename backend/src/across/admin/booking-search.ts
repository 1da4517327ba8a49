import { US_DOLLARS, centsOf } from '@courtly/contracts/amount';

/** A search that matches more people or courts is too vague. */
export const mostMatches = 50;

/** The range of all strings with this prefix, in MongoDB's sort order. */
export const namePrefix = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });

const cents = (amount: string): number => centsOf({ amount, currency: US_DOLLARS })!;

/** The filter of totals in cents; null without bounds. Equal bounds match exactly one total. */
export const amountRange = (
  from: string | undefined,
  to: string | undefined,
): number | Readonly<{ $gte?: number; $lte?: number }> | null => {
  if (from === undefined && to === undefined) return null;
  if (from !== undefined && to !== undefined && cents(from) === cents(to)) return cents(from);
  return {
    ...(from !== undefined && { $gte: cents(from) }),
    ...(to !== undefined && { $lte: cents(to) }),
  };
};
