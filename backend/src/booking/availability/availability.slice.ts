import { defineSlice } from '../../platform/slice.js';
import { AvailabilityController } from './availability.controller.js';
import { AvailabilityQueries } from './availability.queries.js';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';

export const availability = defineSlice({
  name: 'availability',
  controllers: [AvailabilityController, SearchController],
  providers: [AvailabilityQueries, SearchQueries],
  events: [],
  projections: [],
});
