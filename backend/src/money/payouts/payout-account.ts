import type { PayoutAccountState } from '@courtly/contracts/payouts';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PayoutAccountEvent } from './payout-account.events.js';

/** A connected account as Stripe shows it at one moment. */
export type Account = Readonly<{
  accountId: string;
  transfers: 'active' | 'inactive' | 'pending';
  isSubmitted: boolean;
}>;

export type PayoutAccountCommand = Message<
  'NoteAccount',
  Readonly<{ hostId: string; account: Account; at: string }>
>;

/** The account by which a host is paid, as far as it was noted: the first one that Stripe made for the host. */
export const payoutAccount: Decider<Account | null, PayoutAccountCommand, PayoutAccountEvent> = {
  category: 'payoutAccount',
  initial: null,

  decide({ data: { hostId, account, at } }, known) {
    const { accountId, transfers, isSubmitted } = account;
    if (known && known.accountId !== accountId) return [];
    const before = known ?? { transfers: 'inactive', isSubmitted: false };
    const isChanged = before.transfers !== transfers || before.isSubmitted !== isSubmitted;
    const its = { hostId, accountId };
    return [
      ...(known ? [] : [{ type: 'PayoutAccountOpened', data: { ...its, openedAt: at } } as const]),
      ...(isChanged
        ? [
            {
              type: 'PayoutAccountChanged',
              data: { ...its, transfers, isSubmitted, changedAt: at },
            } as const,
          ]
        : []),
    ];
  },

  evolve(known, { type, data }) {
    const { accountId } = data;
    if (type === 'PayoutAccountOpened')
      return { accountId, transfers: 'inactive', isSubmitted: false };
    return known && { accountId, transfers: data.transfers, isSubmitted: data.isSubmitted };
  },
};

/** What a host sees of the account: money reaches an active one alone. */
export const stateOf = (account: Account | null): PayoutAccountState => {
  if (!account) return 'none';
  if (account.transfers === 'active') return 'active';
  return account.isSubmitted ? 'restricted' : 'onboarding';
};
