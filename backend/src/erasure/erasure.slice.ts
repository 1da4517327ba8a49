import type { Slice } from '../slice.js';
import { ErasureModule } from './erasure.module.js';
import { accountErasures } from './erasure.process.js';
import { erasures } from './erasures.projection.js';

export const erasure: Slice = {
  name: 'erasure',
  module: ErasureModule,
  events: [],
  projections: [erasures],
  processes: [accountErasures],
};
