import { LedgerController } from './ledger.controller.js';
import { LedgerQueries } from './ledger.queries.js';
import { ledger as projection } from './ledger.projection.js';
import { revenue } from './revenue.projection.js';
import { defineSlice } from '../../platform/slice.js';

export const ledger = defineSlice({
  name: 'ledger',
  controllers: [LedgerController],
  providers: [LedgerQueries],
  events: [],
  projections: [projection, revenue],
});
