import { defineSlice } from '../../platform/slice.js';
import { blockEvents } from './block.events.js';
import { blocks as blockList } from './blocks.projection.js';
import { CONTACT_GUARD } from './contact-guard.js';
import { BlockContactGuard } from './contact-guard.service.js';

export const blocks = defineSlice({
  name: 'blocks',
  providers: [{ provide: CONTACT_GUARD, useClass: BlockContactGuard }],
  exports: [CONTACT_GUARD],
  events: [blockEvents],
  projections: [blockList],
});
