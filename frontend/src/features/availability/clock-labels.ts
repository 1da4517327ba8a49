import { clock, zoneName } from '../../lib/format';
import type { LocalHour } from './local-hours';

/**
 * Formats times of one court day. On days with a clock change, each time includes its zone name to
 * distinguish the two hours that look the same.
 */
export const clockFormatter = (zone: string, hours: readonly LocalHour[]) => {
  const hasClockChange = new Set(hours.map(({ start }) => zoneName(start, zone))).size > 1;
  return (instant: string): string =>
    hasClockChange ? `${clock(instant, zone)} ${zoneName(instant, zone)}` : clock(instant, zone);
};

/** The generic zone name: `Pacific Time`. */
export const zoneLabel = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
