import { defineSlice } from '../../platform/slice.js';
import { AcceptWaiverHandler } from './waivers.commands.js';
import { WaiversController } from './waivers.controller.js';
import { WaiverQueries } from './waivers.queries.js';

export const waivers = defineSlice({
  name: 'waivers',
  controllers: [WaiversController],
  providers: [AcceptWaiverHandler, WaiverQueries],
  events: [],
  projections: [],
});
