import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

/**
 * Wishes for Courtly in a city. The stream is `cityDemand-<slug>`. `city` is what the person wrote, and `by` a keyed hash of
 * their e-mail, so that nobody can be found by a wish.
 */
export const cityDemandEvents = defineEvents(['cityDemand'], {
  CityRequested: {
    version: 1,
    data: z.object({ slug: z.string(), city: z.string(), by: z.string(), requestedAt: z.string() }),
  },
});

export type CityDemandEvent = EventOf<typeof cityDemandEvents>;
