import type { AnyBooking } from '../../resources/booking/booking-queries';
import { dayIn } from '../../lib/format';

/** Counts calendar days: yesterday evening is one day ago. */
const DAY_MS = 86_400_000;

/** `Last played 12 days ago`, or undefined if none of the games was at this court. */
export const lastPlayedLabel = (
  { court, zone }: AnyBooking,
  games: readonly AnyBooking[],
  now: string,
): string | undefined => {
  const ends = games
    .filter(
      (other) =>
        other.status === 'completed' && other.court.id === court.id && other.endTime <= now,
    )
    .map(({ endTime }) => Date.parse(endTime));
  if (ends.length === 0) return undefined;
  const dayOf = (instant: number) => Date.parse(dayIn(new Date(instant).toISOString(), zone));
  const days = (dayOf(Date.parse(now)) - dayOf(Math.max(...ends))) / DAY_MS;
  return days === 0
    ? 'Last played today'
    : `Last played ${days} ${days === 1 ? 'day' : 'days'} ago`;
};
