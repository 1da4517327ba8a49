import type { AnyBooking } from '../../resources/booking/booking-queries';
import { dayInZone } from '../../lib/format';
import { DAY_MS } from '../../lib/durations';

/** Counts calendar days: yesterday evening is one day ago. */

/** `Last played 12 days ago`, or undefined if none of the games was at this court. */
export const lastPlayedLabel = (
  { court, zone }: AnyBooking,
  games: readonly AnyBooking[],
  now: string,
): string | undefined => {
  const endTimes = games
    .filter(
      (pastGame) =>
        pastGame.status === 'completed' &&
        pastGame.court.id === court.id &&
        pastGame.endTime <= now,
    )
    .map(({ endTime }) => Date.parse(endTime));
  if (endTimes.length === 0) return undefined;
  const localDayMs = (instant: number) =>
    Date.parse(dayInZone(new Date(instant).toISOString(), zone));
  const daysAgo = (localDayMs(Date.parse(now)) - localDayMs(Math.max(...endTimes))) / DAY_MS;
  return daysAgo === 0
    ? 'Last played today'
    : `Last played ${daysAgo} ${daysAgo === 1 ? 'day' : 'days'} ago`;
};
