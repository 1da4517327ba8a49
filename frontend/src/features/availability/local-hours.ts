import { tzOffset } from '@date-fns/tz';
import type { Day } from '../../lib/days';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 15 * MINUTE_MS;

/** One court hour as UTC instants; `hour` (0-23) is the local hour at its start. */
export type LocalHour = Readonly<{ start: string; end: string; hour: number }>;

const localIsoTime = (zone: string, instantMs: number): string =>
  new Date(instantMs + tzOffset(zone, new Date(instantMs)) * MINUTE_MS).toISOString();

/**
 * The bookable hours of a local day: 60 elapsed minutes from each full local hour (domain rules,
 * "Time"). A clock change skips or repeats one; none crosses midnight. UTC offsets are multiples of
 * 15 minutes.
 */
export const hoursOfDay = (zone: string, day: Day): LocalHour[] => {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  const searchStartMs =
    utcMidnight - tzOffset(zone, new Date(utcMidnight)) * MINUTE_MS - 2 * HOUR_MS;
  const hours: LocalHour[] = [];
  for (
    let instantMs = searchStartMs;
    instantMs < searchStartMs + 28 * HOUR_MS;
    instantMs += STEP_MS
  ) {
    const localTime = localIsoTime(zone, instantMs);
    const start = new Date(instantMs).toISOString();
    const startsOnTheHour = localTime.startsWith(day) && localTime.slice(14, 16) === '00';
    const endsWithinDay = localIsoTime(zone, instantMs + HOUR_MS - 1).startsWith(day);
    if (startsOnTheHour && endsWithinDay && start >= (hours.at(-1)?.end ?? ''))
      hours.push({
        start,
        end: new Date(instantMs + HOUR_MS).toISOString(),
        hour: Number(localTime.slice(11, 13)),
      });
  }
  return hours;
};
