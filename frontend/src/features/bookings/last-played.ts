import type { SeenBooking } from '../../lib/bookings';

const DAY_MS = 86_400_000;

/** `Last played 12 days ago` at the court of a booking, or nothing where none of the games given was there. */
export const lastPlayedAt = (
  { court }: SeenBooking,
  games: readonly SeenBooking[],
  now: string,
): string | undefined => {
  const ends = games
    .filter((other) => other.status === 'completed' && other.court.id === court.id && other.endTime <= now)
    .map(({ endTime }) => Date.parse(endTime));
  if (ends.length === 0) return undefined;
  const days = Math.floor((Date.parse(now) - Math.max(...ends)) / DAY_MS);
  return days === 0 ? 'Last played today' : `Last played ${days} ${days === 1 ? 'day' : 'days'} ago`;
};
