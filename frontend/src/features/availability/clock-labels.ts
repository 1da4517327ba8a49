import type { CourtHour } from '@courtly/contracts/availability';
import { formatTime, shownZone, zoneAbbreviation } from '../../lib/format';

/**
 * Formats times of one court day with its offsets from the server. On days with a clock change,
 * each time includes its zone name to distinguish the two hours that look the same.
 */
export const clockFormatter = (courtHours: readonly CourtHour[]) => {
  const hasClockChange = new Set(courtHours.map(({ offset }) => offset)).size > 1;
  return (instant: string): string => {
    const currentHour = courtHours.findLast(({ start }) => start <= instant) ?? courtHours[0]!;
    const zone = shownZone(instant, currentHour.zone, currentHour.offset);
    const time = formatTime(instant, zone);
    return hasClockChange ? `${time} ${zoneAbbreviation(instant, zone)}` : time;
  };
};

/** The generic zone name: `Pacific Time`. */
export const zoneLabel = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
