import { defineSlice } from '../slice.js';
import { ZoneDataCheck } from './zone-data-check.service.js';
import { zoneDataEvents } from './zone-data.events.js';

/** Records which version of the zone data Courtly uses. */
export const zoneData = defineSlice({
  name: 'zoneData',
  providers: [ZoneDataCheck],
  exports: [ZoneDataCheck],
  events: [zoneDataEvents],
  projections: [],
});
