import type { AnyBooking } from '../../resources/booking/booking-queries';
import { dayInZone } from '../../lib/format';
import { DAY_MS } from '../../lib/durations';

/**
 * `Last played 12 days ago`, or undefined if none of the games was at this court. Counts calendar
 * days, so yesterday evening is one day ago.
 */
export const lastPlayedLabel = (
  { court }: AnyBooking,
  games: readonly AnyBooking[],
  now: string,
): string | undefined => {
  const pastGames = games
    .filter(
      (pastGame) =>
        pastGame.status === 'completed' &&
        pastGame.court.id === court.id &&
        pastGame.endTime <= now,
    )
    .sort((first, second) => first.endTime.localeCompare(second.endTime));
  const lastGame = pastGames.at(-1);
  if (!lastGame) return undefined;
  const [today, lastDay] = [now, lastGame.endTime].map((instant) => dayInZone(instant, lastGame));
  const daysAgo = (Date.parse(today!) - Date.parse(lastDay!)) / DAY_MS;
  return daysAgo === 0
    ? 'Last played today'
    : `Last played ${daysAgo} ${daysAgo === 1 ? 'day' : 'days'} ago`;
};
