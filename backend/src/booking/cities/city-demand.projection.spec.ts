import { expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import type { CityWishEvent } from './city-wish.events.js';
import { cityDemand } from './city-demand.projection.js';

const requested = (city: string): CityWishEvent => ({
  type: 'CityRequested',
  data: { slug: 'st-louis', city, requestedAt: '2027-03-01T10:00:00.000Z' },
});

it('counts the requests under the first spelling without naming people', () => {
  const documents = fold(
    cityDemand,
    ...inStream('cityWish-example', requested('St. Louis'), requested('st louis')),
  );
  expect([...documents]).toEqual([['st-louis', { city: 'St. Louis', requests: 2 }]]);
});
