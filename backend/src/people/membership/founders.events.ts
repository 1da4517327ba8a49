import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const seatFields = { number: z.number().int().min(1), userId: z.string() };

/**
 * The founding seats. The single stream `founders-all` keeps a seat from being sold twice. Instants
 * are UTC.
 */
export const founderEvents = defineEvents(
  ['founders'],
  {
    /**
     * Held for a buyer until at least `until`, and for as long as a payment for it can still
     * succeed.
     */
    FounderSeatReserved: {
      version: 1,
      data: z.object({ ...seatFields, reservedAt: z.string(), until: z.string() }),
    },
    FounderSeatReleased: { version: 1, data: z.object({ ...seatFields, releasedAt: z.string() }) },
    FounderSeatTaken: {
      version: 1,
      data: z.object({ ...seatFields, intentId: z.string(), takenAt: z.string() }),
    },
  },
  { live: true },
);

export type FounderEvent = EventOf<typeof founderEvents>;
