import type { Court } from '@courtly/contracts/courts';

const cents = (amount: string) => Math.round(Number(amount) * 100);

/** Adds amounts of the wire such as `"297.00"`, in whole cents. */
export const sum = (amounts: readonly string[]): string =>
  (amounts.reduce((total, amount) => total + cents(amount), 0) / 100).toFixed(2);

/** The mean over all reviews of these courts to one decimal, or `New` while there is none. */
export const averageRating = (courts: readonly Pick<Court, 'rating'>[]): string => {
  const count = courts.reduce((total, { rating }) => total + rating.count, 0);
  const stars = courts.reduce((total, { rating }) => total + (rating.rating ?? 0) * rating.count, 0);
  return count === 0 ? 'New' : (stars / count).toFixed(1);
};
