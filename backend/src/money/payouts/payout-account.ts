import type { PayoutAccountState } from '@courtly/contracts/payouts';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PayoutAccountEvent } from './payout-account.events.js';

/** A connected account as Stripe shows it at one moment. */
export type ConnectedAccount = Readonly<{
  accountId: string;
  transfers: 'active' | 'inactive' | 'pending';
  isSubmitted: boolean;
}>;

export type PayoutAccountCommand = Message<
  'NoteAccount',
  Readonly<{ hostId: string; account: ConnectedAccount; at: string }>
>;

/** The account by which a host is paid, as far as it was noted: the first one that Stripe made for the host. */
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

/** What a host sees of the account: money reaches an active one alone. */
export const payoutAccountState = (account: ConnectedAccount | null): PayoutAccountState => {
  if (!account) return 'none';
  if (account.transfers === 'active') return 'active';
  return account.isSubmitted ? 'restricted' : 'onboarding';
};
