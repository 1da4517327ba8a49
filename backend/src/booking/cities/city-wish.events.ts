import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * A request for Courtly in a city. The stream is `cityWish-<keyed hash of email and slug>`, which
 * identifies no one and counts each person once per city. `city` is the user's text.
 */
export const cityWishEvents = defineEvents(['cityWish'], {
  CityRequested: {
    version: 1,
    data: z.object({ slug: z.string(), city: z.string(), requestedAt: z.string() }),
  },
});

export type CityWishEvent = EventOf<typeof cityWishEvents>;
