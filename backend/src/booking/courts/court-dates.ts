import {
  type LocalHour,
  MINUTE_MS,
  addDays,
  localHours,
  standardOffset,
} from '../../platform/kernel/local-time.js';
import type { Hours } from '../bookings/hours.js';
import type { Court } from './court.js';

export type CourtClock = Readonly<Pick<Court, 'zone' | 'standardOffsetMinutes'>>;

/** A year before the first release. Updates of the zone data rarely change its offsets. */
const SETTLED_YEAR = '2020';

/** The offset for a court that was listed without one. Commands store it before they rely on it. */
export const settledOffset = (zone: string): number => standardOffset(zone, SETTLED_YEAR);

const offsetOf = ({ zone, standardOffsetMinutes }: CourtClock): number =>
  standardOffsetMinutes ?? settledOffset(zone);

/**
 * The day (`2027-03-13`) in the standard time that the court had when it was listed. Zone data
 * never changes it, so every process always assigns an instant to the same court-day.
 */
export const courtDateAt = (courtClock: CourtClock, instant: string): string =>
  new Date(Date.parse(instant) + offsetOf(courtClock) * MINUTE_MS).toISOString().slice(0, 10);

const midnightOf = (courtClock: CourtClock, courtDate: string): string =>
  new Date(Date.parse(`${courtDate}T00:00:00Z`) - offsetOf(courtClock) * MINUTE_MS).toISOString();

export const isCourtMidnight = (courtClock: CourtClock, instant: string): boolean =>
  midnightOf(courtClock, courtDateAt(courtClock, instant)) === instant;

/** Splits hours at midnight in standard time, in chronological order. */
export const splitByCourtDate = (
  courtClock: CourtClock,
  { startTime, endTime }: Hours,
): (Hours & Readonly<{ courtDate: string }>)[] => {
  const courtDate = courtDateAt(courtClock, startTime);
  const nextDate = addDays(courtDate, 1);
  const midnight = midnightOf(courtClock, nextDate);
  if (endTime <= midnight) return [{ courtDate, startTime, endTime }];
  return [
    { courtDate, startTime, endTime: midnight },
    ...splitByCourtDate(courtClock, { startTime: midnight, endTime }),
  ];
};

/**
 * The other court-days that may contain bookings and closures of these hours. Before courts stored
 * their offset, a court-day was a local date, which depended on the zone data of that time.
 */
export const earlierCourtDates = (
  courtClock: CourtClock & Pick<Court, 'hadLocalDays'>,
  hours: Hours,
): string[] => {
  if (!courtClock.hadLocalDays) return [];
  const courtDates = splitByCourtDate(courtClock, hours).map(({ courtDate }) => courtDate);
  return [addDays(courtDates[0]!, -1), addDays(courtDates.at(-1)!, 1)];
};

/** The court-days that may contain bookings and closures of a local day. */
export const courtDatesAround = (localDay: string): string[] =>
  [-1, 0, 1].map((dayOffset) => addDays(localDay, dayOffset));

/**
 * The bookable hours of a local day. Excludes hours that cross midnight in standard time, because
 * no court-day could guard them. Only a clock change of less than an hour causes such hours.
 */
export const courtHoursOn = (courtClock: CourtClock, localDay: string): readonly LocalHour[] => {
  const isWithinCourtDay = ({ start, end, offsetMinutes }: LocalHour): boolean =>
    (offsetMinutes - offsetOf(courtClock)) % 60 === 0 ||
    splitByCourtDate(courtClock, { startTime: start, endTime: end }).length === 1;
  const dayHours = localHours(courtClock.zone, localDay);
  return dayHours.every(isWithinCourtDay) ? dayHours : dayHours.filter(isWithinCourtDay);
};
