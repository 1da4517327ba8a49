import type { ZoneOffset } from '@courtly/contracts/wire';

/**
 * A court's zone as the server sends it: with one offset or, as in earlier releases, without any.
 */
export const courtZone = (
  zone: string,
  offset?: string,
): { zone: string; zoneOffsets: ZoneOffset[] } => ({
  zone,
  zoneOffsets: offset
    ? [{ from: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z', offset }]
    : [],
});
