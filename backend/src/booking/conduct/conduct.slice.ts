import { defineSlice } from '../../platform/slice.js';
import { conductEvents } from './conduct.events.js';
import { strikes } from './strikes.projection.js';

export const conduct = defineSlice({
  name: 'conduct',
  controllers: [],
  providers: [],
  events: [conductEvents],
  projections: [strikes],
});
