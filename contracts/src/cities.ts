import { z } from 'zod';
import { emailAddress, oneLine } from './fields.js';
import { route } from './route.js';

/** The email is used to count each person once. Only its keyed hash is stored. */
export const RequestCityBody = z.strictObject({
  city: oneLine({ least: 2, most: 80, tooShort: 'Please enter a city' }).regex(
    /\p{L}/u,
    'Please enter a city',
  ),
  email: emailAddress('Please enter a valid email'),
});
export type RequestCityBody = z.infer<typeof RequestCityBody>;

export const CityDemand = z.object({ city: z.string(), requests: z.number().int() });
export type CityDemand = z.infer<typeof CityDemand>;

export const cityRoutes = {
  cityDemand: route({
    method: 'GET',
    path: '/api/admin/city-requests',
    summary: 'List the 100 most requested cities.',
    access: 'admin',
    reads: ['cityDemand'],
    status: 200,
    response: z.array(CityDemand),
  }),
  requestCity: route({
    method: 'POST',
    path: '/api/city-requests',
    summary: 'Request Courtly in another city. Returns the number of requests for that city.',
    access: 'anyone',
    body: RequestCityBody,
    status: 201,
    response: CityDemand,
    errors: ['too_many_requests', 'conflict', 'store_unavailable'],
  }),
};
