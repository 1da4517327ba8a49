import type { Slot } from '@courtly/contracts/availability';
import type { LocalHour } from '../../platform/kernel/local-time.js';
import type { BookableCourt } from './bookable-court.js';
import { type Rules, offeredHours, standingOf } from './bookable-hours.js';

type Hours = Readonly<{ startTime: string; endTime: string }>;

const two = (value: number) => String(value).padStart(2, '0');

const asSlot = (
  { start, end, hour, offsetMinutes }: LocalHour,
  zone: string,
  opensForYouAt: string | null,
): Slot => {
  const minutes = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return {
    start,
    end,
    time: `${two(hour % 12 || 12)}:00 ${hour < 12 ? 'AM' : 'PM'}`,
    zone,
    offset,
    opensForYouAt,
  };
};

/**
 * Bookable hours of a local day. `occupied` are the hours of live bookings and closures. Hours in
 * the Elite head start are included, with the instant at which they open to everyone.
 */
export const slotsOf = (
  court: BookableCourt,
  date: string,
  held: readonly Hours[],
  rules: Rules,
  elite: boolean,
  at: string,
): Slot[] =>
  offeredHours(court, date).flatMap((hour) => {
    if (held.some(({ startTime, endTime }) => startTime < hour.end && hour.start < endTime))
      return [];
    const { state, opensAt } = standingOf(hour.start, court, rules, elite, at);
    if (state === 'open') return [asSlot(hour, court.zone, null)];
    return state === 'head_start' ? [asSlot(hour, court.zone, opensAt)] : [];
  });

/** The free slots nearest to `start`, at most three. */
export const nearestTo = (start: string, slots: readonly Slot[]): Slot[] => {
  const wish = Date.parse(start);
  return slots
    .filter(({ opensForYouAt }) => opensForYouAt === null)
    .map((slot) => ({ slot, distance: Math.abs(Date.parse(slot.start) - wish) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ slot }) => slot);
};
