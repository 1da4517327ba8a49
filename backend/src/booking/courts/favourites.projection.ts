import { defineProjection } from '../../platform/projections/projection.js';
import { type Favourites, favourites as decider } from './favourites.js';
import type { FavouriteEvent } from './favourites.events.js';

export type FavouritesDocument = Pick<Favourites, 'courtIds'> & Readonly<{ userId: string }>;

/** Favorite courts by user id. */
export const favourites = defineProjection<FavouritesDocument, FavouriteEvent>({
  name: 'favourites',
  version: 3,
  indexes: [],
  handles: ['FavouriteAdded', 'FavouriteRemoved'],
  key: ({ data }) => data.userId,
  evolve(storedFavourites, favouriteEvent) {
    const { courtIds } = decider.evolve(
      { ...decider.initial, courtIds: storedFavourites?.courtIds ?? [] },
      favouriteEvent,
    );
    return { userId: favouriteEvent.data.userId, courtIds };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
