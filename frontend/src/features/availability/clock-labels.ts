import type { CourtHour } from '@courtly/contracts/availability';
import { type CourtZone, formatTime, zoneAbbreviation } from '../../lib/format';

/**
 * Formats times on one day at a court. If the clock changes that day, each time includes its zone
 * name, which distinguishes the two hours that look the same.
 */
export const clockFormatter = (court: CourtZone, courtHours: readonly CourtHour[]) => {
  const hasClockChange = new Set(courtHours.map(({ offset }) => offset)).size > 1;
  return (instant: string): string => {
    const time = formatTime(instant, court);
    return hasClockChange ? `${time} ${zoneAbbreviation(instant, court)}` : time;
  };
};

/** The generic zone name: `Pacific Time`. */
export const zoneLabel = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
