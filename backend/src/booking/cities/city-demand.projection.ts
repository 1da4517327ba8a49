import { defineProjection } from '../../platform/projections/projection.js';
import type { CityWishEvent } from './city-wish.events.js';

/** `city` as it was written first. */
export type CityDemand = Readonly<{ city: string; requests: number }>;

/** How many people ask for Courtly in which city, by its slug: for admins. The index gives those that most ask for. */
export const cityDemand = defineProjection<CityDemand, CityWishEvent>({
  name: 'cityDemand',
  version: 3,
  indexes: [{ requests: -1, _id: 1 }],
  handles: ['CityRequested'],
  key: ({ data }) => data.slug,
  evolve: (demand, { data }) => ({
    city: demand?.city ?? data.city,
    requests: (demand?.requests ?? 0) + 1,
  }),
  audience: () => [],
});
