import { defineProjection } from '../../platform/projections/projection.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import { type ConnectedAccount, payoutAccount } from './payout-account.js';

/** Connected accounts by host id. */
export const payoutAccounts = defineProjection<
  ConnectedAccount & Readonly<{ hostId: string }>,
  PayoutAccountEvent
>({
  name: 'payoutAccounts',
  version: 2,
  indexes: [],
  handles: [
    ...(['PayoutAccountOpened', 'PayoutAccountChanged'] as const),
    ...(['HostBankPayoutPaid', 'HostBankPayoutFailed'] as const),
  ],
  key: ({ data }) => data.hostId,
  evolve(document, accountEvent) {
    const nextAccount = payoutAccount.evolve(document, accountEvent);
    return nextAccount && { ...nextAccount, hostId: accountEvent.data.hostId };
  },
  audience: ({ hostId }) => [hostId],
});
