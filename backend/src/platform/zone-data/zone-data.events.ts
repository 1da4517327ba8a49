import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

/**
 * An API process started to use a newer version of the IANA zone database, such as `2026c`, or an
 * operator reverted to an older one. The only stream is `zoneData-all`.
 */
export const zoneDataEvents = defineEvents(['zoneData'], {
  ZoneDataTookEffect: {
    version: 1,
    data: z.object({ zoneData: z.string(), effectiveAt: z.string() }),
  },
});

export type ZoneDataEvent = EventOf<typeof zoneDataEvents>;
