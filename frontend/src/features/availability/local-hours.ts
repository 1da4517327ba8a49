import { tzOffset } from '@date-fns/tz';
import type { Day } from '../../lib/days';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** One court hour as UTC instants; `hour` (0-23) is the local hour at its start. */
export type LocalHour = Readonly<{ start: string; end: string; hour: number }>;

const localIsoTime = (timeZone: string, instantMs: number): string =>
  new Date(instantMs + tzOffset(timeZone, new Date(instantMs)) * MINUTE_MS).toISOString();

/**
 * The bookable hours of a local day: 60 elapsed minutes from each full local hour (domain rules,
 * "Time"). A clock change skips or repeats one; none crosses midnight. UTC offsets are multiples of
 * 15 minutes.
 */
export const hoursOfDay = (timeZone: string, localDay: Day): LocalHour[] => {
  const utcMidnight = Date.parse(`${localDay}T00:00:00Z`);
  const searchStartMs =
    utcMidnight - tzOffset(timeZone, new Date(utcMidnight)) * MINUTE_MS - 2 * HOUR_MS;
  const localHours: LocalHour[] = [];
  for (
    let instantMs = searchStartMs;
    instantMs < searchStartMs + 28 * HOUR_MS;
    instantMs += QUARTER_HOUR_MS
  ) {
    const localTime = localIsoTime(timeZone, instantMs);
    const startTime = new Date(instantMs).toISOString();
    const startsOnTheHour = localTime.startsWith(localDay) && localTime.slice(14, 16) === '00';
    const endsWithinDay = localIsoTime(timeZone, instantMs + HOUR_MS - 1).startsWith(localDay);
    if (startsOnTheHour && endsWithinDay && startTime >= (localHours.at(-1)?.end ?? ''))
      localHours.push({
        start: startTime,
        end: new Date(instantMs + HOUR_MS).toISOString(),
        hour: Number(localTime.slice(11, 13)),
      });
  }
  return localHours;
};
