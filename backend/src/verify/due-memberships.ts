import type { DatabaseSync } from 'node:sqlite';
import { US_DOLLARS } from '@courtly/contracts/amount';
import type { FounderEvent } from '../people/membership/founders.events.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { DAY_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type DueItem, type DueList, instantAfter } from './check.js';
import { type SeatState, afterSeatEvent, dueSeatStep, newSeat } from './due-seats.js';

/** Stripe ends a subscription after 23 hours if its first month is not paid. */
const INCOMPLETE_MS = DAY_MS;
/** After this many refusals, an admin has to decide. */
const LAST_ATTEMPT = 10;

type MemberState = Readonly<{
  /** The last founding payment, and its deadline while it is open. */
  intentId: string | null;
  openUntil: string | null;
  isMismatched: boolean;
  subscription: Readonly<{
    subscriptionId: string;
    status: 'incomplete' | 'live' | 'ended';
    createdAt: string;
  }> | null;
  accessUntil: string | null;
  lapsedAt: string | null;
  /** When the subscription last charged, or tried to charge, a currency other than dollars. */
  chargedForeignAt: string | null;
  /** An admin's order to return a payment with a wrong amount. */
  returnOrder: Readonly<{ orderId: string; orderedAt: string }> | null;
  /** When refunds were ordered that Stripe has neither made nor refused, by order. */
  refundOrders: Readonly<Record<string, string>>;
  /** Charges of wrong amounts, by Stripe's id. */
  wrongPayments: Readonly<Record<string, WrongPayment>>;
  /** Steps that Stripe refused, by the id of the payment intent or subscription. */
  refusals: Readonly<
    Record<string, Readonly<{ code: string; attempts: number; tryAgainAt: string }>>
  >;
  seat: SeatState;
}>;

/** The amount to return. Instants are UTC. */
type WrongPayment = Readonly<{
  leftCents: number;
  /** When it became due or, once it is returned, when its last part moved. */
  since: string;
  /** An admin ordered the return, or a bank returned the money. */
  isOrdered: boolean;
  /** A refund failed. */
  mustRetry: boolean;
  openDisputes: readonly string[];
}>;

const newMember: MemberState = {
  intentId: null,
  openUntil: null,
  isMismatched: false,
  subscription: null,
  accessUntil: null,
  lapsedAt: null,
  chargedForeignAt: null,
  returnOrder: null,
  refundOrders: {},
  wrongPayments: {},
  refusals: {},
  seat: newSeat,
};

const withoutOrder = (member: MemberState, orderId: string | null): MemberState => {
  const { [orderId ?? '']: _, ...refundOrders } = member.refundOrders;
  return { ...member, refundOrders };
};

const withWrongPayment = (
  member: MemberState,
  paidBy: string,
  change: (payment: WrongPayment) => Partial<WrongPayment>,
): MemberState => {
  const payment = member.wrongPayments[paidBy];
  if (!payment) return member;
  const changed = { ...payment, ...change(payment) };
  return { ...member, wrongPayments: { ...member.wrongPayments, [paidBy]: changed } };
};

/** Applies an event to a payment with a wrong amount. A failed refund must be ordered again. */
const afterWrongPayment = (member: MemberState, { type, data }: MembershipEvent): MemberState => {
  switch (type) {
    case 'EliteMismatchCharged': {
      const { paidBy, amountCents: leftCents, chargedAt: since } = data;
      const isOrdered = paidBy === member.intentId && member.returnOrder !== null;
      const payment = { leftCents, since, isOrdered, mustRetry: false, openDisputes: [] };
      return { ...member, wrongPayments: { ...member.wrongPayments, [paidBy]: payment } };
    }
    case 'EliteMismatchResolved':
      return withWrongPayment(member, data.intentId, () => ({
        isOrdered: true,
        mustRetry: false,
        since: data.resolvedAt,
      }));
    case 'EliteReversed':
      return withWrongPayment(member, data.paidBy, ({ leftCents, since }) => ({
        leftCents: leftCents - data.amountCents,
        since: data.amountCents < leftCents ? since : data.reversedAt,
      }));
    case 'EliteReversalUndone':
      return withWrongPayment(member, data.paidBy, ({ leftCents, isOrdered, mustRetry }) => ({
        leftCents: leftCents + data.amountCents,
        since: data.undoneAt,
        isOrdered: data.kind === 'dispute' && (isOrdered || !mustRetry),
        mustRetry: mustRetry || data.kind === 'refund',
      }));
    case 'EliteRefundOrdered':
      return withWrongPayment(member, data.paidBy, ({ leftCents }) =>
        data.amountCents < leftCents
          ? {}
          : { isOrdered: true, mustRetry: false, since: data.orderedAt },
      );
    case 'EliteRefundRefused':
      return withWrongPayment(member, data.paidBy, () => ({ isOrdered: false, mustRetry: true }));
    case 'EliteDisputeOpened':
      return withWrongPayment(member, data.paidBy, ({ openDisputes }) => ({
        openDisputes: data.isInquiry ? openDisputes : [...openDisputes, data.disputeId],
      }));
    case 'EliteDisputeClosed':
      return withWrongPayment(member, data.paidBy, ({ openDisputes }) => ({
        openDisputes: openDisputes.filter((disputeId) => disputeId !== data.disputeId),
        since: data.closedAt,
      }));
    default:
      return member;
  }
};

/** A subscription that charges a currency other than dollars must end. */
const withForeignCharge = (member: MemberState, chargedForeignAt: string): MemberState => ({
  ...member,
  chargedForeignAt,
  subscription: member.subscription && { ...member.subscription, status: 'live' },
});

const afterEvent = (member: MemberState, { type, data }: MembershipEvent): MemberState => {
  switch (type) {
    case 'EliteIntentCreated':
      return { ...member, intentId: data.intentId, openUntil: data.openUntil, isMismatched: false };
    case 'EliteIntentEnded':
      return { ...member, openUntil: null, isMismatched: false, returnOrder: null };
    case 'EliteMismatchResolved':
      return { ...member, returnOrder: { orderId: data.orderId, orderedAt: data.resolvedAt } };
    case 'EliteIntentMismatched':
      return { ...member, isMismatched: true };
    case 'EliteSubscriptionCreated':
      return {
        ...member,
        subscription: {
          subscriptionId: data.subscriptionId,
          status: 'incomplete',
          createdAt: data.createdAt,
        },
        chargedForeignAt: null,
      };
    case 'EliteMismatchCharged':
      return data.plan === 'monthly' ? withForeignCharge(member, data.chargedAt) : member;
    case 'ElitePaymentFailed':
      return data.currency === US_DOLLARS ? member : withForeignCharge(member, data.failedAt);
    case 'EliteSubscriptionEnded':
      return {
        ...member,
        subscription: member.subscription && { ...member.subscription, status: 'ended' },
      };
    case 'EliteActivated':
    case 'EliteRenewed': {
      const paidMember = { ...member, accessUntil: data.accessUntil, lapsedAt: null };
      return data.plan === 'founding'
        ? { ...paidMember, openUntil: null }
        : {
            ...paidMember,
            subscription: member.subscription && { ...member.subscription, status: 'live' },
          };
    }
    case 'EliteCancelled':
    case 'EliteResumed':
      return { ...member, accessUntil: data.accessUntil };
    case 'EliteLapsed':
      return { ...member, lapsedAt: data.lapsedAt };
    case 'EliteEnded':
      return { ...member, lapsedAt: data.endedAt };
    case 'EliteReversed': {
      const { orderId, accessUntil, endsMembership, reversedAt } = data;
      const isOver = endsMembership || accessUntil === null;
      const lapsedAt = isOver ? (member.lapsedAt ?? reversedAt) : member.lapsedAt;
      const changedMember = { ...member, accessUntil: accessUntil ?? member.accessUntil, lapsedAt };
      return withoutOrder(changedMember, orderId);
    }
    case 'EliteReversalUndone':
      return data.restoresMembership && data.accessUntil !== null
        ? { ...member, accessUntil: data.accessUntil, lapsedAt: null }
        : member;
    case 'EliteRefundOrdered': {
      const refundOrders = { ...member.refundOrders, [data.orderId]: data.orderedAt };
      return { ...member, refundOrders };
    }
    case 'EliteStepRefused': {
      const { stripeId, code, attempts, tryAgainAt } = data;
      return {
        ...member,
        refusals: { ...member.refusals, [stripeId]: { code, attempts, tryAgainAt } },
      };
    }
    case 'EliteRetryOrdered': {
      const { [data.stripeId]: _, ...refusals } = member.refusals;
      return { ...member, refusals };
    }
    case 'EliteRefundRefused': {
      const isReturn = member.returnOrder?.orderId === data.orderId;
      return isReturn ? { ...member, returnOrder: null } : withoutOrder(member, data.orderId);
    }
    default:
      return member;
  }
};

type Due = Omit<DueItem, 'stream'>;

const waitFor = (reason: string): Due['wait'] => ({ reason, until: null });

/** Courtly retries a step that Stripe refused, until only an admin can order another attempt. */
const refusedBy = ({ refusals }: MemberState, stripeId: string | null): Due['wait'] => {
  const refusal = refusals[stripeId ?? ''];
  if (!refusal) return null;
  const { code, attempts, tryAgainAt } = refusal;
  return {
    reason: `Stripe refused it (${code})`,
    until: attempts >= LAST_ATTEMPT ? null : tryAgainAt,
  };
};

const isOwed = ({ leftCents }: WrongPayment): boolean => leftCents > 0;

/**
 * Courtly itself returns a payment if that was ordered. Otherwise, the reason says who has to act.
 */
const returnWait = ({ openDisputes, isOrdered, mustRetry }: WrongPayment): Due['wait'] => {
  if (openDisputes.length > 0) return waitFor('a bank decides a dispute');
  if (isOrdered) return null;
  return waitFor(
    mustRetry ? 'an admin must retry or settle its refund' : 'an admin must order its return',
  );
};

/** An open purchase ends at its deadline or when its payment is returned. */
const endOfPurchase = (member: MemberState): Pick<Due, 'dueAt' | 'wait'> => {
  const { intentId, isMismatched, openUntil, returnOrder, wrongPayments } = member;
  const charge = wrongPayments[intentId ?? ''];
  if (isMismatched && charge)
    return { dueAt: charge.since, wait: isOwed(charge) ? returnWait(charge) : null };
  const isWaiting = isMismatched && returnOrder === null;
  const dueAt = returnOrder?.orderedAt ?? openUntil!;
  return {
    dueAt,
    wait: isWaiting ? waitFor('an admin must order its return') : refusedBy(member, intentId),
  };
};

const dueSteps = (member: MemberState, hasSoldSeat: boolean): Due[] => {
  const { seat, openUntil, subscription, accessUntil, lapsedAt, refundOrders, wrongPayments } =
    member;
  const isOver = accessUntil !== null && lapsedAt === null;
  const subscriptionEndsAt = lapsedAt ?? member.chargedForeignAt;
  // An open purchase keeps the seat that it pays for.
  const seatStep = openUntil === null ? dueSeatStep(seat, hasSoldSeat) : null;
  return [
    ...(openUntil === null
      ? []
      : [
          {
            what: 'the end of an open payment',
            ...endOfPurchase(member),
          },
        ]),
    ...Object.values(wrongPayments)
      .filter(isOwed)
      .map((payment) => ({
        what: 'the return of a payment with a wrong amount',
        dueAt: payment.since,
        wait: returnWait(payment),
      })),
    ...Object.values(refundOrders).map((orderedAt) => ({
      what: 'an ordered refund',
      dueAt: orderedAt,
      wait: null,
    })),
    ...(subscription?.status === 'incomplete'
      ? [
          {
            what: 'the end of an unpaid subscription',
            dueAt: instantAfter(subscription.createdAt, INCOMPLETE_MS),
            wait: refusedBy(member, subscription.subscriptionId),
          },
        ]
      : []),
    ...(subscription?.status === 'live' && subscriptionEndsAt !== null
      ? [
          {
            what: 'the end of its subscription',
            dueAt: subscriptionEndsAt,
            wait: refusedBy(member, subscription.subscriptionId),
          },
        ]
      : []),
    ...(isOver ? [{ what: 'the end of the membership', dueAt: accessUntil, wait: null }] : []),
    ...(seatStep ? [{ what: seatStep, dueAt: seat.since, wait: null }] : []),
  ];
};

/**
 * Lists the steps that are due for memberships and founding seats. Shares no code with the
 * deciders.
 */
export const dueMemberships = (spillDatabase: DatabaseSync): DueList => {
  const members = new SpilledMap<MemberState>(spillDatabase, 'due members');
  /** The reserved seats that are neither taken nor released, by seat number. */
  const reservedSeats = new SpilledMap<Readonly<{ userId: string; until: string }>>(
    spillDatabase,
    'due seats',
  );
  /** Whether a user's seat is sold, by user id. */
  const soldSeats = new SpilledMap<boolean>(spillDatabase, 'sold seats');

  return {
    takeEvent(event) {
      if (event.type.startsWith('FounderSeat')) {
        const { type, data } = event as unknown as FounderEvent;
        const { number, userId } = data;
        if (type === 'FounderSeatReserved')
          reservedSeats.set(String(number), { userId, until: data.until });
        else reservedSeats.delete(String(number));
        soldSeats.set(userId, type === 'FounderSeatTaken');
      }
      if (!event.type.startsWith('Elite')) return;
      const membershipEvent = event as unknown as MembershipEvent;
      const { userId } = membershipEvent.data;
      const member = members.get(userId) ?? newMember;
      const changed = { ...member, seat: afterSeatEvent(member.seat, membershipEvent) };
      members.set(userId, afterEvent(afterWrongPayment(changed, membershipEvent), membershipEvent));
    },
    *dueItems() {
      for (const [userId, member] of members.entriesInOrder())
        for (const { what, ...due } of dueSteps(member, soldSeats.get(userId) ?? false))
          yield {
            stream: `membership-${userId}`,
            what: `membership of ${userId}: ${what}`,
            ...due,
          };
      for (const [number, { userId, until }] of [...reservedSeats.entriesInOrder()]) {
        const member = members.get(userId);
        yield {
          stream: 'founders-all',
          what: `founding seat ${number} of ${userId}: its release or sale`,
          ...(member?.isMismatched
            ? endOfPurchase(member)
            : { dueAt: until, wait: member ? refusedBy(member, member.intentId) : null }),
        };
      }
    },
  };
};
