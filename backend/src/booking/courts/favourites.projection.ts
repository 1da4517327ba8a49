import { defineProjection } from '../../platform/projections/projection.js';
import { type Favourites, favourites as decider } from './favourites.js';
import type { FavouriteEvent } from './favourites.events.js';

export type FavouritesDocument = Pick<Favourites, 'courtIds'> & Readonly<{ userId: string }>;

/** By user id. */
export const favourites = defineProjection<FavouritesDocument, FavouriteEvent>({
  name: 'favourites',
  version: 2,
  indexes: [],
  handles: ['FavouriteAdded', 'FavouriteRemoved'],
  key: ({ data }) => data.userId,
  evolve(document, event) {
    const { courtIds } = decider.evolve(
      { ...decider.initial, courtIds: document?.courtIds ?? [] },
      event,
    );
    return { userId: event.data.userId, courtIds };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
