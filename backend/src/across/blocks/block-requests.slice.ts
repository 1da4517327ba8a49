import { defineSlice } from '../../platform/slice.js';
import { BlockedNames } from './blocked-names.service.js';
import { blockCommandHandlers } from './blocks.commands.js';
import { BlocksController } from './blocks.controller.js';

/** Blocks by a booking or a challenge, whose contexts the slice of blocks must not know. */
export const blockRequests = defineSlice({
  name: 'blockRequests',
  controllers: [BlocksController],
  providers: [...blockCommandHandlers, BlockedNames],
  exports: [BlockedNames],
  events: [],
  projections: [],
});
