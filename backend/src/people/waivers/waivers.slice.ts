import { AcceptWaiverHandler } from './waivers.commands.js';
import { WaiversController } from './waivers.controller.js';
import { WaiverQueries } from './waivers.queries.js';
import { defineSlice } from '../../platform/slice.js';

export const waivers = defineSlice({
  name: 'waivers',
  controllers: [WaiversController],
  providers: [AcceptWaiverHandler, WaiverQueries],
  events: [],
  projections: [],
});
