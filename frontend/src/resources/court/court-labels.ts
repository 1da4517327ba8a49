import type { Court } from '@courtly/contracts/courts';

export type Surface = Court['surfaceType'];

const surfaces: Record<Surface, string> = {
  hard: 'Hard Court',
  clay: 'Clay Court',
  grass: 'Grass Court',
  other: 'Court',
};

export const surfaceLabel = (surface: Surface): string => surfaces[surface];

/** The surfaces that a court on show may have, to choose from. */
export const surfaceOptions = (['hard', 'clay', 'grass'] as const).map((value) => ({
  value,
  label: surfaces[value],
}));

export const sportOptions = [
  { value: 'tennis', label: 'Tennis' },
  { value: 'pickleball', label: 'Pickleball' },
] as const;

/** Who may book a court, where not everybody may. */
export const accessLabels = { elite: 'Elite only', invite: 'By invitation' } as const;

/** `4.7 (12 reviews)`; a court nobody has reviewed is new, not perfect. */
export const ratingLabel = ({ rating, count }: Court['rating']): string =>
  rating === null || count === 0
    ? 'New'
    : `${rating.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`;

/** The mean over all reviews of these courts to one decimal, or `New` while there is none. */
export const averageRating = (courts: readonly Pick<Court, 'rating'>[]): string => {
  const count = courts.reduce((total, { rating }) => total + rating.count, 0);
  const stars = courts.reduce(
    (total, { rating }) => total + (rating.rating ?? 0) * rating.count,
    0,
  );
  return count === 0 ? 'New' : (stars / count).toFixed(1);
};

/** The address as far as the reader knows it, with its city once. */
export const placeLabel = ({ address, location }: Pick<Court, 'address' | 'location'>): string =>
  address.includes(location) ? address : `${address}, ${location}`;
