import type { PaidCard } from '@courtly/contracts/bookings';
import type { ElitePlan } from '@courtly/contracts/membership';
import type { MembershipReceipt, ReceiptMovement } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { LiveFold } from '../../platform/kernel/decider.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { type MembershipEvent, membershipEvents } from './membership.events.js';

type Movement = Readonly<{
  what: ReceiptMovement['what'];
  reversalId: string;
  amountCents: number;
  at: string;
}>;

/** A member's payment, with its refunds and disputes. Instants are UTC. */
type PaymentMovements = Readonly<{
  userId: string;
  paidBy: string;
  plan: ElitePlan;
  period: Readonly<{ from: string; until: string }>;
  amountCents: number;
  paidAt: string;
  card: PaidCard | null;
  movements: readonly Movement[];
}>;

type ReversalEvent = Extract<
  MembershipEvent,
  { type: 'EliteReversed' | 'EliteReversalConfirmed' | 'EliteReversalUndone' }
>;

/** Closes a dispute that the bank has decided. */
const withDecision = (movements: readonly Movement[], disputeId: string): Movement[] =>
  movements.map((movement) =>
    movement.reversalId === disputeId && movement.what === 'dispute_open'
      ? { ...movement, what: 'disputed' }
      : movement,
  );

const afterReversal = (
  movements: readonly Movement[],
  { type, data }: ReversalEvent,
): readonly Movement[] => {
  const { kind, reversalId, amountCents } = data;
  const isRefund = kind !== 'dispute';
  switch (type) {
    case 'EliteReversed': {
      const disputed = data.isFinal ? 'disputed' : 'dispute_open';
      const refunded = kind === 'outside' ? 'refunded_otherwise' : 'refunded';
      const what = isRefund ? refunded : disputed;
      return [...movements, { what, reversalId, amountCents, at: data.reversedAt }];
    }
    case 'EliteReversalConfirmed':
      return withDecision(movements, reversalId);
    case 'EliteReversalUndone': {
      const what = isRefund ? 'refund_failed' : 'dispute_won';
      const movement = { what, reversalId, amountCents, at: data.undoneAt } as const;
      return [...withDecision(movements, reversalId), movement];
    }
  }
};

/** The payments of one member, oldest first, with everything that their receipts list. */
export const memberReceipts: LiveFold<readonly PaymentMovements[], MembershipEvent> = {
  category: 'membership',
  liveEvents: membershipEvents,
  initial: [],
  evolve(payments, event) {
    switch (event.type) {
      case 'EliteActivated':
      case 'EliteRenewed': {
        const { userId, paidBy, plan, amountCents, card = null, from, until } = event.data;
        const paidAt =
          event.type === 'EliteActivated' ? event.data.activatedAt : event.data.renewedAt;
        const charge = { what: 'paid', reversalId: '', amountCents, at: paidAt } as const;
        const payment = {
          userId,
          paidBy,
          plan,
          period: { from, until },
          amountCents,
          paidAt,
          card,
        };
        return [...payments, { ...payment, movements: [charge] }];
      }
      case 'EliteReversed':
      case 'EliteReversalConfirmed':
      case 'EliteReversalUndone':
        return payments.map((payment) =>
          payment.paidBy === event.data.paidBy
            ? { ...payment, movements: afterReversal(payment.movements, event) }
            : payment,
        );
      default:
        return payments;
    }
  },
};

const netCents = (movements: readonly Movement[]): number =>
  movements.reduce((subtotal, { what, amountCents }) => {
    const isPaid = what === 'paid' || what === 'refund_failed' || what === 'dispute_won';
    return subtotal + (isPaid ? amountCents : -amountCents);
  }, 0);

/**
 * Consists of the day of the payment (UTC), the random part of the user's id, and the ordinal of
 * the payment.
 */
const receiptNumberOf = ({ userId, paidAt }: PaymentMovements, ordinal: number): string => {
  const day = localDate('UTC', paidAt).replaceAll('-', '');
  return `${day}-${userId.split('-').at(-1)!.toUpperCase()}-${ordinal}`;
};

/** The receipts of a member, newest first. */
export const receiptsOf = (
  payments: readonly PaymentMovements[],
  names: Readonly<{ seller: string; member: string }>,
): MembershipReceipt[] =>
  payments
    .map((payment, index) => ({
      receiptNumber: receiptNumberOf(payment, index + 1),
      issuedAt: payment.paidAt,
      ...names,
      plan: payment.plan,
      period: payment.period,
      amount: toMoney(payment.amountCents),
      card: payment.card,
      moved: payment.movements.map(({ what, amountCents, at }) => ({
        what,
        amount: toMoney(amountCents),
        at,
      })),
      netAmount: toMoney(netCents(payment.movements)),
    }))
    .toReversed();
