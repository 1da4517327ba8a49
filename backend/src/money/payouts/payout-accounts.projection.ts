import { defineProjection } from '../../platform/projections/projection.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import { type Account, payoutAccount } from './payout-account.js';

/** Whether each host can be paid, by the host's id. */
export const payoutAccounts = defineProjection<
  Account & Readonly<{ hostId: string }>,
  PayoutAccountEvent
>({
  name: 'payoutAccounts',
  version: 1,
  indexes: [],
  handles: ['PayoutAccountOpened', 'PayoutAccountChanged'],
  key: ({ data }) => data.hostId,
  evolve(document, event) {
    const next = payoutAccount.evolve(document, event);
    return next && { ...next, hostId: event.data.hostId };
  },
  audience: ({ hostId }) => [hostId],
});
