import { z } from 'zod';
import { courtId } from './courts.js';
import { route } from './route.js';

/** So many courts one person may keep. */
export const MOST_FAVOURITES = 100;

/** The ids of the courts that somebody keeps, the last added first. `GET /api/search?favourites=1` shows the courts themselves. */
export const Favourites = z.array(z.string());
export type Favourites = z.infer<typeof Favourites>;

export const favouriteRoutes = {
  listFavourites: route({
    method: 'GET',
    path: '/api/favourites',
    summary: "The ids of the caller's favourite courts, the last added first",
    access: 'signedIn',
    reads: ['favourites'],
    status: 200,
    response: Favourites,
  }),
  addFavourite: route({
    method: 'PUT',
    path: '/api/favourites/:courtId',
    summary: "Make a court one of the caller's favourites",
    access: 'signedIn',
    params: courtId,
    status: 200,
    response: Favourites,
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
  removeFavourite: route({
    method: 'DELETE',
    path: '/api/favourites/:courtId',
    summary: "Take a court out of the caller's favourites",
    access: 'signedIn',
    params: courtId,
    status: 200,
    response: Favourites,
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
};
