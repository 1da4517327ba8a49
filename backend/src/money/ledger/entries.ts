import type { PaymentEvent } from '../payments/payment.events.js';
import type { PayoutEvent } from '../payouts/payout.events.js';

/** Who has money, or had it: the player's card, the host's account, the platform's balance, and Stripe, which takes fees. */
export const accounts = ['player', 'host', 'platform', 'processor'] as const;
export type LedgerAccount = (typeof accounts)[number];

/** What an account got, in cents; negative is what it gave. The entries of an event add up to zero. */
export type Entry = Readonly<{ account: LedgerAccount; amountCents: number }>;

export type MoneyEvent =
  | Extract<
      PaymentEvent,
      {
        type:
          | 'PaymentCaptured'
          | 'PaymentRefunded'
          | 'PaymentRefundFailed'
          | 'PaymentDisputed'
          | 'PaymentDisputeClosed';
      }
    >
  | Extract<PayoutEvent, { type: 'PayoutTransferred' | 'PayoutReversed' }>;

export const moneyEvents = [
  ...(['PaymentCaptured', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
  ...(['PaymentDisputed', 'PaymentDisputeClosed'] as const),
  ...(['PayoutTransferred', 'PayoutReversed'] as const),
] as const satisfies readonly MoneyEvent['type'][];

const move = (amountCents: number, from: LedgerAccount, to: LedgerAccount): Entry[] =>
  amountCents === 0
    ? []
    : [
        { account: from, amountCents: -amountCents },
        { account: to, amountCents },
      ];

/**
 * The entries of an event by which money moved (domain rules, "Money"). What the processor takes is the platform's cost, and
 * stays with the processor when the player is refunded.
 */
export const entriesOf = ({ type, data }: MoneyEvent): Entry[] => {
  switch (type) {
    case 'PaymentCaptured':
      return [
        ...move(data.amountCents, 'player', 'platform'),
        ...move(data.processorFeeCents, 'platform', 'processor'),
      ];
    case 'PaymentRefunded':
      return move(data.amountCents, 'platform', 'player');
    case 'PaymentRefundFailed':
      return move(data.amountCents, 'player', 'platform');
    case 'PaymentDisputed':
      return [
        ...move(data.amountCents, 'platform', 'player'),
        ...move(data.feeCents, 'platform', 'processor'),
      ];
    case 'PaymentDisputeClosed':
      return [
        ...move(data.returnedCents, 'player', 'platform'),
        ...move(data.returnedFeeCents, 'processor', 'platform'),
      ];
    case 'PayoutTransferred':
      return move(data.amountCents, 'platform', 'host');
    case 'PayoutReversed':
      return move(data.amountCents, 'host', 'platform');
  }
};

/** When the money of an event moved, as far as it was noted (UTC). */
export const movedAt = ({ type, data }: MoneyEvent): string => {
  switch (type) {
    case 'PaymentCaptured':
      return data.capturedAt;
    case 'PaymentRefunded':
      return data.refundedAt;
    case 'PaymentRefundFailed':
      return data.failedAt;
    case 'PaymentDisputed':
      return data.disputedAt;
    case 'PaymentDisputeClosed':
      return data.closedAt;
    case 'PayoutTransferred':
      return data.transferredAt;
    case 'PayoutReversed':
      return data.reversedAt;
  }
};

/** What each account has, in cents; together nothing. */
export type Balances = Readonly<Record<LedgerAccount, number>>;

export const nothing: Balances = { player: 0, host: 0, platform: 0, processor: 0 };

export const plus = (balances: Balances, entries: readonly Entry[]): Balances =>
  entries.reduce<Balances>(
    (sum, { account, amountCents }) => ({ ...sum, [account]: sum[account] + amountCents }),
    balances,
  );
