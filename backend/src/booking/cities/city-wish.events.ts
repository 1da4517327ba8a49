import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * Somebody's wish for Courtly in a city. The stream is `cityWish-<keyed hash of the e-mail and the slug>`, so that nobody can be
 * found by a wish and no stream holds more than one. `city` is what the person wrote.
 */
export const cityWishEvents = defineEvents(['cityWish'], {
  CityRequested: {
    version: 1,
    data: z.object({ slug: z.string(), city: z.string(), requestedAt: z.string() }),
  },
});

export type CityWishEvent = EventOf<typeof cityWishEvents>;
