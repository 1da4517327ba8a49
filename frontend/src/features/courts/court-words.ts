import type { Court } from '@courtly/contracts/courts';

const surfaces: Record<Court['surfaceType'], string> = {
  hard: 'Hard Court',
  clay: 'Clay Court',
  grass: 'Grass Court',
  other: 'Court',
};

export const surfaceName = (surface: Court['surfaceType']): string => surfaces[surface];

/** `4.7 (12 reviews)`; a court nobody has reviewed is new, not perfect. */
export const ratingText = ({ rating, count }: Court['rating']): string =>
  rating === null || count === 0 ? 'New' : `${rating.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`;
