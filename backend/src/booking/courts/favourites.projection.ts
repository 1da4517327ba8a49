import { defineProjection } from '../../platform/projections/projection.js';
import { type Favourites, favourites as decider } from './favourites.js';
import type { FavouriteEvent } from './favourites.events.js';

/** Whose favourites they are, and which. */
export type FavouritesDocument = Pick<Favourites, 'courtIds'> & Readonly<{ userId: string }>;

/** The courts that people keep, by the person's id. */
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
