import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const favouriteChange = {
  version: 1,
  data: z.object({ userId: z.string(), courtId: z.string(), changedAt: z.string() }),
  personal: [{ of: 'userId', erased: { courtId: '' } }],
} as const;

/**
 * The favorite courts of a user. The stream is `favourites-<userId>`. Only the user may see where
 * they like to play.
 */
export const favouriteEvents = defineEvents(['favourites'], {
  FavouriteAdded: favouriteChange,
  FavouriteRemoved: favouriteChange,
});

export type FavouriteEvent = EventOf<typeof favouriteEvents>;
