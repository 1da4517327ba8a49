import type { Court } from '@courtly/contracts/courts';

export type Surface = Court['surfaceType'];

const surfaceLabels: Record<Surface, string> = {
  hard: 'Hard Court',
  clay: 'Clay Court',
  grass: 'Grass Court',
  other: 'Court',
};

export const surfaceLabel = (surface: Surface): string => surfaceLabels[surface];

/** Surfaces of listed courts; `other` is only for drafts. */
export const surfaceOptions = (['hard', 'clay', 'grass'] as const).map((value) => ({
  value,
  label: surfaceLabels[value],
}));

export const sportOptions = [
  { value: 'tennis', label: 'Tennis' },
  { value: 'pickleball', label: 'Pickleball' },
] as const;

/** Labels for restricted access. */
export const accessLabels = { elite: 'Elite only', invite: 'By invitation' } as const;

/** `4.7 (12 reviews)`, or `New` without reviews. */
export const ratingLabel = ({ rating, count }: Court['rating']): string =>
  rating === null || count === 0
    ? 'New'
    : `${rating.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`;

/** Average over all reviews of these courts, to one decimal, or `New` without reviews. */
export const averageRating = (courts: readonly Pick<Court, 'rating'>[]): string => {
  const count = courts.reduce((total, { rating }) => total + rating.count, 0);
  const starTotal = courts.reduce(
    (total, { rating }) => total + (rating.rating ?? 0) * rating.count,
    0,
  );
  return count === 0 ? 'New' : (starTotal / count).toFixed(1);
};

/** The visible address, with the city once. */
export const placeLabel = ({ address, location }: Pick<Court, 'address' | 'location'>): string =>
  address.includes(location) ? address : `${address}, ${location}`;
