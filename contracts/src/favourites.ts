import { z } from 'zod';
import { courtId } from './courts.js';
import { route } from './route.js';

/** The maximum number of favorite courts per person. */
export const MOST_FAVOURITES = 100;

/**
 * Court ids, newest first. `GET /api/search?favourites=1` returns the courts
 * themselves.
 */
export const Favourites = z.array(z.string());
export type Favourites = z.infer<typeof Favourites>;

export const favouriteRoutes = {
  listFavourites: route({
    method: 'GET',
    path: '/api/favourites',
    summary: "List the ids of the caller's favorite courts, newest first.",
    access: 'signedIn',
    reads: ['favourites'],
    status: 200,
    response: Favourites,
  }),
  addFavourite: route({
    method: 'PUT',
    path: '/api/favourites/:courtId',
    summary: "Add a court to the caller's favorites.",
    access: 'signedIn',
    params: courtId,
    status: 200,
    response: Favourites,
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
  removeFavourite: route({
    method: 'DELETE',
    path: '/api/favourites/:courtId',
    summary: "Remove a court from the caller's favorites.",
    access: 'signedIn',
    params: courtId,
    status: 200,
    response: Favourites,
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
};
