import type { PayoutAccountState } from '@courtly/contracts/payouts';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PayoutAccountEvent } from './payout-account.events.js';

export type ConnectedAccount = Readonly<{
  accountId: string;
  transfers: 'active' | 'inactive' | 'pending';
  isSubmitted: boolean;
}>;

export type PayoutAccountCommand = Message<
  'RecordAccount',
  Readonly<{ hostId: string; account: ConnectedAccount; at: string }>
>;

/** A host's connected account. Only the first account that Stripe created is used. */
export const payoutAccount: Decider<
  ConnectedAccount | null,
  PayoutAccountCommand,
  PayoutAccountEvent
> = {
  category: 'payoutAccount',
  initial: null,

  decide({ data: { hostId, account, at } }, existing) {
    const { accountId, transfers, isSubmitted } = account;
    if (existing && existing.accountId !== accountId) return [];
    const previousState = existing ?? { transfers: 'inactive', isSubmitted: false };
    const isChanged =
      previousState.transfers !== transfers || previousState.isSubmitted !== isSubmitted;
    const accountFields = { hostId, accountId };
    return [
      ...(existing
        ? []
        : [{ type: 'PayoutAccountOpened', data: { ...accountFields, openedAt: at } } as const]),
      ...(isChanged
        ? [
            {
              type: 'PayoutAccountChanged',
              data: { ...accountFields, transfers, isSubmitted, changedAt: at },
            } as const,
          ]
        : []),
    ];
  },

  evolve(existing, { type, data }) {
    const { accountId } = data;
    if (type === 'PayoutAccountOpened')
      return { accountId, transfers: 'inactive', isSubmitted: false };
    return existing && { accountId, transfers: data.transfers, isSubmitted: data.isSubmitted };
  },
};

/** The state shown to the host. Only an active account can be paid. */
export const payoutAccountState = (
  connectedAccount: ConnectedAccount | null,
): PayoutAccountState => {
  if (!connectedAccount) return 'none';
  if (connectedAccount.transfers === 'active') return 'active';
  return connectedAccount.isSubmitted ? 'restricted' : 'onboarding';
};
