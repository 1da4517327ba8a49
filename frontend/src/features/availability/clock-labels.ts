import { clock, zoneName } from '../../lib/format';
import type { LocalHour } from './local-hours';

/**
 * Formats times of one court day. On days with a clock change, each time includes its zone name to
 * distinguish the two hours that look the same.
 */
export const clockFormatter = (timeZone: string, localHours: readonly LocalHour[]) => {
  const hasClockChange = new Set(localHours.map(({ start }) => zoneName(start, timeZone))).size > 1;
  return (instant: string): string =>
    hasClockChange
      ? `${clock(instant, timeZone)} ${zoneName(instant, timeZone)}`
      : clock(instant, timeZone);
};

/** The generic zone name: `Pacific Time`. */
export const zoneLabel = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
