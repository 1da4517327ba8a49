import type { Slice } from '../slice.js';
import { CitiesModule } from './cities.module.js';
import { cityDemand } from './city-demand.projection.js';
import { cityWishEvents } from './city-wish.events.js';

export const cities: Slice = {
  name: 'cities',
  module: CitiesModule,
  events: [cityWishEvents],
  projections: [cityDemand],
};
