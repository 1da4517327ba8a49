import type { PaymentEvent } from '../payments/payment.events.js';
import { US_DOLLARS } from '@courtly/contracts/amount';
import type { PayoutEvent } from '../payouts/payout.events.js';

/**
 * The player, the host's account, the platform's balance at Stripe, Stripe itself for its fees, and
 * the platform's bank for amounts settled outside Stripe.
 */
export const ledgerAccounts = ['player', 'host', 'platform', 'processor', 'bank'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** Positive amounts are credits, in cents. The entries of one event add up to zero. */
export type LedgerEntry = Readonly<{ account: LedgerAccount; amountCents: number }>;

export type MoneyEvent =
  | Extract<
      PaymentEvent,
      {
        type:
          | 'PaymentCaptured'
          | 'PaymentMismatchCharged'
          | 'PaymentRefunded'
          | 'PaymentRefundFailed'
          | 'PaymentDisputed'
          | 'PaymentDisputeClosed'
          | 'PaymentFeeRecorded'
          | 'PaymentSettledOtherwise';
      }
    >
  | Extract<
      PayoutEvent,
      { type: 'PayoutTransferred' | 'PayoutReversed' | 'PayoutOffset' | 'PayoutRecovered' }
    >;

export const moneyEvents = [
  ...(['PaymentCaptured', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
  'PaymentMismatchCharged',
  ...(['PaymentDisputed', 'PaymentDisputeClosed', 'PaymentFeeRecorded'] as const),
  'PaymentSettledOtherwise',
  ...(['PayoutTransferred', 'PayoutReversed', 'PayoutOffset', 'PayoutRecovered'] as const),
] as const satisfies readonly MoneyEvent['type'][];

const transferEntries = (
  amountCents: number,
  fromAccount: LedgerAccount,
  toAccount: LedgerAccount,
): LedgerEntry[] =>
  amountCents === 0
    ? []
    : [
        { account: fromAccount, amountCents: -amountCents },
        { account: toAccount, amountCents },
      ];

const currencyOf = ({ type, data }: MoneyEvent): string => {
  if (type === 'PaymentMismatchCharged') return data.currency;
  return ('wrongCurrency' in data ? data.wrongCurrency : undefined) ?? US_DOLLARS;
};

/**
 * The double entries of a money event (domain rules, "Money"). The platform bears the processor's
 * fee, which the processor does not return with a refund. Other currencies have no entries.
 */
export const entriesOf = (moneyEvent: MoneyEvent): LedgerEntry[] => {
  if (currencyOf(moneyEvent) !== US_DOLLARS) return [];
  const { type, data } = moneyEvent;
  switch (type) {
    case 'PaymentCaptured':
    case 'PaymentMismatchCharged':
      return [
        ...transferEntries(data.amountCents, 'player', 'platform'),
        ...transferEntries(data.processorFeeCents, 'platform', 'processor'),
      ];
    case 'PaymentRefunded':
      return transferEntries(data.amountCents, 'platform', 'player');
    case 'PaymentRefundFailed':
      return transferEntries(data.amountCents, 'player', 'platform');
    case 'PaymentDisputed':
      return [
        ...transferEntries(data.amountCents, 'platform', 'player'),
        ...transferEntries(data.feeCents, 'platform', 'processor'),
      ];
    case 'PaymentDisputeClosed':
      return [
        ...transferEntries(data.returnedCents, 'player', 'platform'),
        ...transferEntries(data.returnedFeeCents, 'processor', 'platform'),
      ];
    case 'PaymentFeeRecorded':
      return transferEntries(data.changeCents, 'platform', 'processor');
    case 'PaymentSettledOtherwise':
      if (data.outcome === 'waived') return [];
      return data.obligation === 'refund'
        ? transferEntries(data.amountCents, 'bank', 'player')
        : transferEntries(data.amountCents, 'player', 'bank');
    // Both parts of an offset are entries in Courtly's books, so they add up to zero for the host.
    case 'PayoutOffset':
    case 'PayoutTransferred':
      return transferEntries(data.amountCents, 'platform', 'host');
    case 'PayoutRecovered':
    case 'PayoutReversed':
      return transferEntries(data.amountCents, 'host', 'platform');
  }
};

/** When the movement was recorded (UTC). */
export const movedAt = ({ type, data }: MoneyEvent): string => {
  switch (type) {
    case 'PaymentCaptured':
      return data.capturedAt;
    case 'PaymentMismatchCharged':
      return data.chargedAt;
    case 'PaymentRefunded':
      return data.refundedAt;
    case 'PaymentRefundFailed':
      return data.failedAt;
    case 'PaymentDisputed':
      return data.disputedAt;
    case 'PaymentDisputeClosed':
      return data.closedAt;
    case 'PaymentFeeRecorded':
      return data.recordedAt;
    case 'PaymentSettledOtherwise':
      return data.settledAt;
    case 'PayoutTransferred':
      return data.transferredAt;
    case 'PayoutReversed':
      return data.reversedAt;
    case 'PayoutOffset':
      return data.offsetAt;
    case 'PayoutRecovered':
      return data.recoveredAt;
  }
};

/** Cents by account. They add up to zero. */
export type AccountBalances = Readonly<Record<LedgerAccount, number>>;

export const zeroBalances: AccountBalances = {
  player: 0,
  host: 0,
  platform: 0,
  processor: 0,
  bank: 0,
};

export const addEntries = (
  balances: AccountBalances,
  entries: readonly LedgerEntry[],
): AccountBalances =>
  entries.reduce<AccountBalances>(
    (subtotals, { account, amountCents }) => ({
      ...subtotals,
      [account]: subtotals[account] + amountCents,
    }),
    balances,
  );
