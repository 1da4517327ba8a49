import type { PayoutAccountState } from '@courtly/contracts/payouts';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import { needsOf } from './payout-needs.js';

/** A host's account as Stripe reports it. Requirements are Stripe's names; instants are UTC. */
export type StripeAccount = Readonly<{
  accountId: string;
  transfers: 'active' | 'inactive' | 'pending';
  payoutsEnabled: boolean;
  isSubmitted: boolean;
  currentlyDue: readonly string[];
  pastDue: readonly string[];
  disabledReason: string | null;
  deadline: string | null;
}>;

/**
 * A payout from the host's Stripe balance to their bank. `failureCode` is null unless it failed.
 */
export type BankPayout = Readonly<{
  payoutId: string;
  amountCents: number;
  failureCode: string | null;
}>;

/**
 * `bankPayouts` are the latest ones that ended. `returned` is the last payout if the bank returned
 * it.
 */
export type ConnectedAccount = StripeAccount &
  Readonly<{
    bankPayouts: readonly (BankPayout & Readonly<{ endedAt: string }>)[];
    returned: (BankPayout & Readonly<{ endedAt: string }>) | null;
  }>;

export type PayoutAccountCommand = Message<
  'RecordAccount',
  Readonly<{
    hostId: string;
    account: StripeAccount;
    /** The payouts to the bank that have ended, oldest first. */
    bankPayouts: readonly BankPayout[];
    at: string;
    /** The recorded account as it was before Stripe was read. */
    seen?: ConnectedAccount | null;
  }>
>;

/** More payouts than one read of an account returns, so that none is recorded twice. */
const MAX_BANK_PAYOUTS = 100;

const newAccount = (accountId: string): ConnectedAccount => ({
  accountId,
  transfers: 'inactive',
  payoutsEnabled: false,
  isSubmitted: false,
  currentlyDue: [],
  pastDue: [],
  disabledReason: null,
  deadline: null,
  bankPayouts: [],
  returned: null,
});

/**
 * Whether the host can be paid: Stripe accepts transfers and pays them out. Otherwise, the money
 * stays with Courtly, where it is still available for a refund.
 */
export const canBePaid = (
  account: Pick<StripeAccount, 'transfers' | 'payoutsEnabled'> | null,
): boolean => account?.transfers === 'active' && account.payoutsEnabled;

/** Whether Stripe closed the account. The host cannot repair it. */
export const isRejected = ({ disabledReason }: Pick<StripeAccount, 'disabledReason'>): boolean =>
  disabledReason?.startsWith('rejected.') ?? false;

const isSame = (first: StripeAccount, second: StripeAccount): boolean =>
  first.transfers === second.transfers &&
  first.payoutsEnabled === second.payoutsEnabled &&
  first.isSubmitted === second.isSubmitted &&
  first.disabledReason === second.disabledReason &&
  first.deadline === second.deadline &&
  first.currentlyDue.join() === second.currentlyDue.join() &&
  first.pastDue.join() === second.pastDue.join();

/**
 * Whether a complete account has new requirements or stops working. Before it is complete, the host
 * is still filling in Stripe's form.
 */
const needsHost = (previous: StripeAccount, current: StripeAccount): boolean =>
  previous.isSubmitted &&
  ((canBePaid(previous) && !canBePaid(current)) ||
    current.currentlyDue.some((name) => !previous.currentlyDue.includes(name)) ||
    (current.pastDue.length > 0 && previous.pastDue.length === 0));

/**
 * Whether a payout that the bank returned explains the change: Stripe requests another bank
 * account, or stops the account in the same read. The host is notified about the return itself.
 */
const isExplainedByReturn = (
  { currentlyDue, pastDue }: StripeAccount,
  isReturnedNow: boolean,
  wasReturned: boolean,
): boolean => {
  const needs = needsOf([...currentlyDue, ...pastDue]);
  const needsOnlyBank = needs.length === 1 && needs[0] === 'bank_account';
  return needsOnlyBank ? isReturnedNow || wasReturned : needs.length === 0 && isReturnedNow;
};

/** A host's connected account. Only the first account created at Stripe is used. */
export const payoutAccount: Decider<
  ConnectedAccount | null,
  PayoutAccountCommand,
  PayoutAccountEvent
> = {
  category: 'payoutAccount',
  initial: null,

  /** @throws DomainError conflict if the account has changed since Stripe was read */
  decide({ data: { hostId, account, bankPayouts, at, seen } }, existing) {
    const { accountId } = account;
    if (existing && existing.accountId !== accountId) return [];
    if (seen !== undefined && JSON.stringify(seen) !== JSON.stringify(existing))
      throw new DomainError('conflict', 'This account has just changed. Try again.');
    const previous = existing ?? newAccount(accountId);
    const accountFields = { hostId, accountId };
    const events: PayoutAccountEvent[] = [];
    const isRecorded = ({ payoutId, failureCode }: BankPayout) =>
      previous.bankPayouts.some(
        (known) => known.payoutId === payoutId && known.failureCode === failureCode,
      );
    const isReturnedNow = bankPayouts.some(
      (bankPayout) => bankPayout.failureCode !== null && !isRecorded(bankPayout),
    );
    const isExplained = isExplainedByReturn(account, isReturnedNow, previous.returned !== null);
    if (!existing)
      events.push({ type: 'PayoutAccountOpened', data: { ...accountFields, openedAt: at } });
    if (!isSame(previous, account))
      events.push({
        type: 'PayoutAccountChanged',
        data: {
          hostId,
          ...account,
          currentlyDue: [...account.currentlyDue],
          pastDue: [...account.pastDue],
          needsHost: !isExplained && needsHost(previous, account),
          changedAt: at,
        },
      });
    for (const bankPayout of bankPayouts) {
      if (isRecorded(bankPayout)) continue;
      const { payoutId, amountCents, failureCode } = bankPayout;
      const wasRecorded = previous.bankPayouts.some((known) => known.payoutId === payoutId);
      const payoutFields = { ...accountFields, payoutId, amountCents };
      if (failureCode === null) {
        // A payout that the bank returned cannot arrive later.
        if (!wasRecorded)
          events.push({ type: 'HostBankPayoutPaid', data: { ...payoutFields, paidAt: at } });
      } else
        events.push({
          type: 'HostBankPayoutFailed',
          data: { ...payoutFields, failureCode, failedAt: at },
        });
    }
    return events;
  },

  evolve(existing, { type, data }) {
    if (type === 'PayoutAccountOpened') return newAccount(data.accountId);
    if (!existing) return existing;
    switch (type) {
      case 'PayoutAccountChanged': {
        const isRepaired = data.payoutsEnabled && !existing.payoutsEnabled;
        return {
          ...existing,
          transfers: data.transfers,
          payoutsEnabled: data.payoutsEnabled,
          isSubmitted: data.isSubmitted,
          currentlyDue: data.currentlyDue,
          pastDue: data.pastDue,
          disabledReason: data.disabledReason,
          deadline: data.deadline,
          returned: isRepaired ? null : existing.returned,
        };
      }
      case 'HostBankPayoutPaid':
      case 'HostBankPayoutFailed': {
        const { payoutId, amountCents } = data;
        const [failureCode, endedAt] =
          type === 'HostBankPayoutFailed' ? [data.failureCode, data.failedAt] : [null, data.paidAt];
        const bankPayout = { payoutId, amountCents, failureCode, endedAt };
        const others = existing.bankPayouts.filter((known) => known.payoutId !== payoutId);
        return {
          ...existing,
          bankPayouts: [...others, bankPayout].slice(-MAX_BANK_PAYOUTS),
          returned: failureCode === null ? null : bankPayout,
        };
      }
    }
  },
};

/** The state that the host sees. Only an active account can be paid. */
export const payoutAccountState = (
  connectedAccount: ConnectedAccount | null,
): PayoutAccountState => {
  if (!connectedAccount) return 'none';
  if (canBePaid(connectedAccount)) return 'active';
  return connectedAccount.isSubmitted ? 'restricted' : 'onboarding';
};
