import { clock, zoneName } from '../../lib/format';
import type { LocalHour } from './local-hours';

/**
 * Tells instants of one court's day. The zone is told once for the page; only on a day on which clocks change does each time
 * carry its zone's name, which tells apart the two hours that look the same.
 */
export const clockOf = (zone: string, hours: readonly LocalHour[]) => {
  const changes = new Set(hours.map(({ start }) => zoneName(start, zone))).size > 1;
  return (instant: string): string =>
    changes ? `${clock(instant, zone)} ${zoneName(instant, zone)}` : clock(instant, zone);
};

/** `Pacific Time`: what people call the zone all year. */
export const zoneLabel = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
