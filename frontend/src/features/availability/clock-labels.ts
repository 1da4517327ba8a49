import { formatTime, zoneAbbreviation } from '../../lib/format';
import type { LocalHour } from './local-hours';

/**
 * Formats times of one court day. On days with a clock change, each time includes its zone name to
 * distinguish the two hours that look the same.
 */
export const clockFormatter = (timeZone: string, localHours: readonly LocalHour[]) => {
  const hasClockChange =
    new Set(localHours.map(({ start }) => zoneAbbreviation(start, timeZone))).size > 1;
  return (instant: string): string =>
    hasClockChange
      ? `${formatTime(instant, timeZone)} ${zoneAbbreviation(instant, timeZone)}`
      : formatTime(instant, timeZone);
};

/** The generic zone name: `Pacific Time`. */
export const zoneLabel = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
