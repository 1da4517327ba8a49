import type { Slice } from '../slice.js';
import { payoutAccountEvents } from './payout-account.events.js';
import { payoutAccounts } from './payout-accounts.projection.js';
import { payoutEvents } from './payout.events.js';
import { PayoutsModule } from './payouts.module.js';
import { payoutAccountsProcess, payoutsProcess } from './payouts.process.js';
import { payouts as projection } from './payouts.projection.js';

export const payouts: Slice = {
  name: 'payouts',
  module: PayoutsModule,
  events: [payoutAccountEvents, payoutEvents],
  projections: [projection, payoutAccounts],
  processes: [payoutsProcess, payoutAccountsProcess],
};
