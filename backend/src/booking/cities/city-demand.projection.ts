import { defineProjection } from '../../platform/projections/projection.js';
import type { CityWishEvent } from './city-wish.events.js';

/** `city` is spelled as in the first request. */
export type CityDemand = Readonly<{ city: string; requests: number }>;

/** Requests by city slug, for admins. The index sorts by demand. */
export const cityDemand = defineProjection<CityDemand, CityWishEvent>({
  name: 'cityDemand',
  version: 3,
  indexes: [{ requests: -1, _id: 1 }],
  handles: ['CityRequested'],
  key: ({ data }) => data.slug,
  evolve: (storedDemand, { data }) => ({
    city: storedDemand?.city ?? data.city,
    requests: (storedDemand?.requests ?? 0) + 1,
  }),
  audience: () => [],
});
