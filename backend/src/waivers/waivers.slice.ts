import type { Slice } from '../slice.js';
import { WaiversModule } from './waivers.module.js';

/** Its one event belongs to the account that accepts: see the events of identity. */
export const waivers: Slice = {
  name: 'waivers',
  module: WaiversModule,
  events: [],
  projections: [],
};
