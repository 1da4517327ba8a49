import { tzOffset } from '@date-fns/tz';
import type { Day } from '../../lib/days';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 15 * MINUTE_MS;

/** One court hour as UTC instants; `hour` (0-23) is the local hour at its start. */
export type LocalHour = Readonly<{ start: string; end: string; hour: number }>;

const wallClock = (zone: string, ms: number): string =>
  new Date(ms + tzOffset(zone, new Date(ms)) * MINUTE_MS).toISOString();

/**
 * The bookable hours of a local day: 60 elapsed minutes from each full local hour (domain rules,
 * "Time"). A clock change skips or repeats one; none crosses midnight. UTC offsets are multiples of
 * 15 minutes.
 */
export const hoursOf = (zone: string, day: Day): LocalHour[] => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const from = midnight - tzOffset(zone, new Date(midnight)) * MINUTE_MS - 2 * HOUR_MS;
  const hours: LocalHour[] = [];
  for (let ms = from; ms < from + 28 * HOUR_MS; ms += STEP_MS) {
    const clock = wallClock(zone, ms);
    const start = new Date(ms).toISOString();
    const onTheHour = clock.startsWith(day) && clock.slice(14, 16) === '00';
    const withinDay = wallClock(zone, ms + HOUR_MS - 1).startsWith(day);
    if (onTheHour && withinDay && start >= (hours.at(-1)?.end ?? ''))
      hours.push({
        start,
        end: new Date(ms + HOUR_MS).toISOString(),
        hour: Number(clock.slice(11, 13)),
      });
  }
  return hours;
};
