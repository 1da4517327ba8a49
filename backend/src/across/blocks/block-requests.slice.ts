import { defineSlice } from '../../platform/slice.js';
import { BlockedNames } from './blocked-names.service.js';
import { BlockPersonHandler, EndBlockHandler } from './blocks.commands.js';
import { BlocksController } from './blocks.controller.js';

/** Blocks through a booking or a challenge. The blocks slice must not depend on their contexts. */
export const blockRequests = defineSlice({
  name: 'blockRequests',
  controllers: [BlocksController],
  providers: [BlockPersonHandler, EndBlockHandler, BlockedNames],
  exports: [BlockedNames],
  events: [],
  projections: [],
});
