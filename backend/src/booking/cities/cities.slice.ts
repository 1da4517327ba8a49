import { defineSlice } from '../../platform/slice.js';
import { RequestCityHandler } from './cities.commands.js';
import { CitiesController } from './cities.controller.js';
import { CityQueries } from './cities.queries.js';
import { cityDemand } from './city-demand.projection.js';
import { cityWishEvents } from './city-wish.events.js';

export const cities = defineSlice({
  name: 'cities',
  controllers: [CitiesController],
  providers: [RequestCityHandler, CityQueries],
  events: [cityWishEvents],
  projections: [cityDemand],
});
