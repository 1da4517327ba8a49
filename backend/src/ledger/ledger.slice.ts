import type { Slice } from '../slice.js';
import { LedgerModule } from './ledger.module.js';
import { ledger as projection } from './ledger.projection.js';
import { revenue } from './revenue.projection.js';

export const ledger: Slice = {
  name: 'ledger',
  module: LedgerModule,
  events: [],
  projections: [projection, revenue],
};
