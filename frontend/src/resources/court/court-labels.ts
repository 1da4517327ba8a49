import type { Court } from '@courtly/contracts/courts';

export type Surface = Court['surfaceType'];

const surfaceLabels: Record<Surface, string> = {
  hard: 'Hard Court',
  clay: 'Clay Court',
  grass: 'Grass Court',
  other: 'Court',
};

export const surfaceLabel = (surface: Surface): string => surfaceLabels[surface];

/** The surfaces of listed courts. `other` is only for drafts. */
export const surfaceOptions = (['hard', 'clay', 'grass'] as const).map((surface) => ({
  value: surface,
  label: surfaceLabels[surface],
}));

/** Labels for restricted access. */
export const accessLabels = { elite: 'Elite only', invite: 'By invitation' } as const;

/** `4.7 (12 reviews)`, or `New` without reviews. */
export const ratingLabel = ({ rating, count: reviewCount }: Court['rating']): string =>
  rating === null || reviewCount === 0
    ? 'New'
    : `${rating.toFixed(1)} (${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'})`;

/** The average of all reviews of these courts to one decimal, or `New` if there are none. */
export const averageRating = (ratedCourts: readonly Pick<Court, 'rating'>[]): string => {
  const reviewCount = ratedCourts.reduce((sum, { rating }) => sum + rating.count, 0);
  const starTotal = ratedCourts.reduce(
    (sum, { rating }) => sum + (rating.rating ?? 0) * rating.count,
    0,
  );
  return reviewCount === 0 ? 'New' : (starTotal / reviewCount).toFixed(1);
};

/** The visible address, which contains the city only once. */
export const placeLabel = ({ address, location }: Pick<Court, 'address' | 'location'>): string =>
  address.includes(location) ? address : `${address}, ${location}`;
