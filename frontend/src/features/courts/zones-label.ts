import { type CourtZone, zoneAbbreviation } from '../../lib/format';
import type { FoundCourt } from '../../resources/court/search-query';

/** Lists contain only the offsets of their slots. Undefined without slots. */
export const zoneOfSlots = (slots: FoundCourt['slots']): CourtZone | undefined =>
  slots[0] && {
    zone: slots[0].zone,
    zoneOffsets: slots.map(({ start, end, offset }) => ({ from: start, until: end, offset })),
  };

/** The time zone of all hours of a list, or empty if it has none. */
export const zonesLabel = (courts: readonly Pick<FoundCourt, 'slots'>[]): string => {
  const zones = new Set(
    courts.flatMap(({ slots }) =>
      slots.map(({ start }) => zoneAbbreviation(start, zoneOfSlots(slots)!)),
    ),
  );
  if (zones.size === 0) return '';
  return zones.size === 1
    ? `Times are in ${[...zones].join()}.`
    : 'Times are in the time zone of each court.';
};
