import { localHours } from '../../platform/kernel/local-time.js';
import { type CourtClock, isCourtMidnight } from '../courts/court-dates.js';
import type { Closure } from './court-day.js';
import { type Hours, hoursOverlap } from './hours.js';

const earlier = (firstTime: string, secondTime: string) =>
  firstTime < secondTime ? firstTime : secondTime;
const later = (firstTime: string, secondTime: string) =>
  firstTime > secondTime ? firstTime : secondTime;

/**
 * The span from the start of a local day's first hour to the end of its last; null if the day has
 * no hours.
 */
export const hoursOfDay = (zone: string, localDay: string): Hours | null => {
  const dayHours = localHours(zone, localDay);
  return dayHours.length > 0
    ? { startTime: dayHours[0]!.start, endTime: dayHours.at(-1)!.end }
    : null;
};

/**
 * The closures of a local day from the court-days around it, in chronological order. Joins the
 * parts of a closure that midnight in standard time divides.
 */
export const closuresOn = <C extends Closure>(
  courtClock: CourtClock,
  localDay: string,
  closures: readonly C[],
): C[] => {
  const day = hoursOfDay(courtClock.zone, localDay);
  if (!day) return [];
  const isDivided = (closure: C, nextClosure: C) =>
    closure.endTime === nextClosure.startTime && isCourtMidnight(courtClock, closure.endTime);
  return closures
    .filter((closure) => hoursOverlap(closure, day))
    .map((closure) => ({
      ...closure,
      startTime: later(closure.startTime, day.startTime),
      endTime: earlier(closure.endTime, day.endTime),
    }))
    .sort((first, second) => (first.startTime < second.startTime ? -1 : 1))
    .reduce<C[]>((joined, closure) => {
      const last = joined.at(-1);
      const isSame =
        last?.reason === closure.reason &&
        (hoursOverlap(last, closure) || isDivided(last, closure));
      return isSame
        ? [...joined.slice(0, -1), { ...last, endTime: later(last.endTime, closure.endTime) }]
        : [...joined, closure];
    }, []);
};
