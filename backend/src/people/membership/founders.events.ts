import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const seatFields = { number: z.number().int().min(1), userId: z.string() };

/** Who has which founding seat. One stream, `founders-all`, decides alone, so that none is sold twice. Instants are UTC. */
export const founderEvents = defineEvents(
  ['founders'],
  {
    /** Kept for somebody who is about to pay: until then at least, and until no payment for it can succeed any more. */
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
