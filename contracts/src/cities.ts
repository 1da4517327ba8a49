import { z } from 'zod';
import { route } from './route.js';

/** A wish for Courtly in another city. The address counts one person once and is kept as a keyed hash only. */
export const RequestCity = z.strictObject({
  city: z
    .string()
    .trim()
    .min(2, 'Please enter a city')
    .max(80)
    .regex(/\p{L}/u, 'Please enter a city'),
  email: z.email('Please enter a valid email').max(254).toLowerCase(),
});
export type RequestCity = z.infer<typeof RequestCity>;

export const CityDemand = z.object({ city: z.string(), requests: z.number().int() });
export type CityDemand = z.infer<typeof CityDemand>;

export const cityRoutes = {
  cityDemand: route({
    method: 'GET',
    path: '/api/admin/city-requests',
    summary: 'The 100 cities that most people ask for',
    access: 'admin',
    reads: ['cityDemand'],
    status: 200,
    response: z.array(CityDemand),
  }),
  requestCity: route({
    method: 'POST',
    path: '/api/city-requests',
    summary: 'Ask for Courtly in another city; answers how many people asked for it',
    access: 'anyone',
    body: RequestCity,
    status: 201,
    response: CityDemand,
    errors: ['too_many_requests', 'conflict', 'store_unavailable'],
  }),
};
