import type { Decider, Message } from '../../platform/kernel/decider.js';
import { ordered } from './refund-by-hand.js';
import type { RefundOrder } from './refund-by-hand.js';
import type { PaymentEvent } from './payment.events.js';

/** The booking that is paid for: amounts are cents, instants are UTC. */
export type Paid = Readonly<{
  bookingId: string;
  courtId: string;
  hostId: string;
  playerId: string;
  startTime: string;
  endTime: string;
  zone: string;
  totalCents: number;
  payoutCents: number;
  policyId: string;
}>;

/** What Stripe calls all charges and transfers of one booking. */
export const transferGroupOf = (bookingId: string): string => `booking_${bookingId}`;

/** A payment intent with its last charge, its refunds and disputes, as Stripe shows them at one moment. */
export type Intent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'authorised' | 'captured' | 'cancelled';
  amountCents: number;
  charge: Readonly<{
    chargeId: string;
    declineCode: string | null;
    captureBefore: string | null;
    processorFeeCents: number | null;
  }> | null;
  refunds: readonly Readonly<{ refundId: string; amountCents: number; failed: boolean }>[];
  disputes: readonly (Dispute & Readonly<{ disputeId: string }>)[];
}>;

/** What a bank has taken back of a charge with Stripe's fee, and what came back of both, in cents. */
export type Dispute = Readonly<{
  status: 'open' | 'won' | 'lost';
  takenCents: number;
  feeCents: number;
  returnedCents: number;
  returnedFeeCents: number;
}>;

/**
 * The payment of one booking, as far as it was noted. `refunds` holds cents by refund; those that failed give nothing back.
 * `chargeId` is the charge that was captured; `byHand` adds up what admins have given back, in cents, and who bears it.
 */
export type Payment = Readonly<{
  intentId: string;
  clientSecret: string;
  status: Intent['status'];
  declines: readonly Readonly<{ chargeId: string; code: string }>[];
  isMismatched: boolean;
  refunds: Readonly<Record<string, Readonly<{ amountCents: number; failed: boolean }>>>;
  chargeId: string | null;
  disputes: Readonly<Record<string, Dispute>>;
  byHand: Readonly<{ hostCents: number; platformCents: number }>;
}>;

export type PaymentCommand =
  | Message<'NoteIntent', Readonly<{ paid: Paid; intent: Intent; at: string }>>
  | Message<'OrderRefund', RefundOrder>;

const untouched = { declines: [], isMismatched: false, refunds: {}, chargeId: null } as const;
const untold = { disputes: {}, byHand: { hostCents: 0, platformCents: 0 } } as const;

/** More cards than these are tried by nobody who means to pay; further declines are not noted. */
const MOST_DECLINES = 20;

/**
 * The payment of one booking. Stripe moves the money; this notes what has become of it, each fact once, in whatever order and
 * however often Stripe tells it.
 */
export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: null,

  decide({ type, data }, known) {
    if (type === 'OrderRefund') return ordered(data, known);
    const { paid, intent, at } = data;
    const its = { ...paid, intentId: intent.intentId };
    if (known && known.intentId !== intent.intentId) return [];
    const created: PaymentEvent[] = known
      ? []
      : [
          {
            type: 'PaymentIntentCreated',
            data: { ...its, clientSecret: intent.clientSecret, createdAt: at },
          },
        ];
    if (intent.amountCents !== paid.totalCents) {
      const amounts = { expectedCents: paid.totalCents, foundCents: intent.amountCents };
      return known?.isMismatched
        ? created
        : [...created, { type: 'PaymentMismatched', data: { ...its, ...amounts, foundAt: at } }];
    }
    return [
      ...created,
      ...declined(its, intent, known, at),
      ...moved(its, intent, known, at),
      ...refunded(paid, intent, known, at),
      ...disputed(paid, intent, known, at),
    ];
  },

  evolve(known, { type, data }) {
    if (type === 'PaymentIntentCreated') {
      const { intentId, clientSecret } = data;
      return { intentId, clientSecret, status: 'open', ...untouched, ...untold };
    }
    if (!known) return null;
    switch (type) {
      case 'PaymentRefundOrdered': {
        const { hostCents, platformCents } = known.byHand;
        const byHand = {
          hostCents: hostCents + data.hostCents,
          platformCents: platformCents + data.platformCents,
        };
        return { ...known, byHand };
      }
      case 'PaymentDeclined':
        return {
          ...known,
          declines: [...known.declines, { chargeId: data.chargeId, code: data.code }],
        };
      case 'PaymentAuthorised':
        return { ...known, status: 'authorised' };
      case 'PaymentCaptured':
        return { ...known, status: 'captured', chargeId: data.chargeId };
      case 'PaymentReleased':
        return { ...known, status: 'cancelled' };
      case 'PaymentMismatched':
        return { ...known, isMismatched: true };
      case 'PaymentRefunded':
      case 'PaymentRefundFailed': {
        const refund = { amountCents: data.amountCents, failed: type === 'PaymentRefundFailed' };
        return { ...known, refunds: { ...known.refunds, [data.refundId]: refund } };
      }
      case 'PaymentDisputed': {
        const { takenCents, feeCents, ...before } = known.disputes[data.disputeId] ?? undisputed;
        const taken = {
          takenCents: takenCents + data.amountCents,
          feeCents: feeCents + data.feeCents,
        };
        return {
          ...known,
          disputes: { ...known.disputes, [data.disputeId]: { ...before, ...taken } },
        };
      }
      case 'PaymentDisputeClosed': {
        const { disputeId, won, returnedCents, returnedFeeCents } = data;
        const closed = { status: won ? 'won' : 'lost', returnedCents, returnedFeeCents } as const;
        const dispute = { ...(known.disputes[disputeId] ?? undisputed), ...closed };
        return { ...known, disputes: { ...known.disputes, [disputeId]: dispute } };
      }
    }
  },
};

/** What a payment repeats of its booking. */
export const paidOf = (booking: Paid): Paid => {
  const {
    bookingId,
    courtId,
    hostId,
    playerId,
    startTime,
    endTime,
    zone,
    totalCents,
    payoutCents,
    policyId,
  } = booking;
  return {
    bookingId,
    courtId,
    hostId,
    playerId,
    startTime,
    endTime,
    zone,
    totalCents,
    payoutCents,
    policyId,
  };
};

type Its = Paid & Readonly<{ intentId: string }>;

const declined = (
  its: Its,
  { charge }: Intent,
  known: Payment | null,
  declinedAt: string,
): PaymentEvent[] => {
  if (!charge?.declineCode) return [];
  const { chargeId, declineCode: code } = charge;
  const before = known?.declines ?? [];
  if (before.length >= MOST_DECLINES || before.some((one) => one.chargeId === chargeId)) return [];
  return [{ type: 'PaymentDeclined', data: { ...its, chargeId, code, declinedAt } }];
};

/** How far each status is from the first: what is told late does not lead back. */
const order = { open: 0, authorised: 1, captured: 2, cancelled: 2 } as const;

const moved = (its: Its, intent: Intent, known: Payment | null, at: string): PaymentEvent[] => {
  const before = known?.status ?? 'open';
  const { status, amountCents, charge } = intent;
  if (order[status] <= order[before]) return [];
  if (status === 'cancelled')
    return [
      {
        type: 'PaymentReleased',
        data: { ...its, wasAuthorised: before === 'authorised', releasedAt: at },
      },
    ];
  const held = { chargeId: charge?.chargeId ?? '', amountCents };
  const authorised: PaymentEvent = {
    type: 'PaymentAuthorised',
    data: { ...its, ...held, captureBefore: charge?.captureBefore ?? null, authorisedAt: at },
  };
  if (status === 'authorised') return [authorised];
  const processorFeeCents = charge?.processorFeeCents ?? 0;
  return [
    ...(before === 'authorised' ? [] : [authorised]),
    { type: 'PaymentCaptured', data: { ...its, ...held, processorFeeCents, capturedAt: at } },
  ];
};

const refunded = (
  paid: Paid,
  { refunds }: Intent,
  known: Payment | null,
  at: string,
): PaymentEvent[] =>
  refunds.flatMap(({ refundId, amountCents, failed }): PaymentEvent[] => {
    const before = known?.refunds[refundId];
    const its = { ...paid, refundId, amountCents };
    return [
      ...(before ? [] : [{ type: 'PaymentRefunded', data: { ...its, refundedAt: at } } as const]),
      ...(failed && !before?.failed
        ? [{ type: 'PaymentRefundFailed', data: { ...its, failedAt: at } } as const]
        : []),
    ];
  });

const undisputed: Dispute = {
  status: 'open',
  takenCents: 0,
  feeCents: 0,
  returnedCents: 0,
  returnedFeeCents: 0,
};

/** A bank may ask first and take the money later: then what it took is told once it has. */
const disputed = (
  paid: Paid,
  { disputes }: Intent,
  known: Payment | null,
  at: string,
): PaymentEvent[] =>
  disputes.flatMap(
    ({
      disputeId,
      status,
      takenCents,
      feeCents,
      returnedCents,
      returnedFeeCents,
    }): PaymentEvent[] => {
      const found = known?.disputes[disputeId];
      const before = found ?? undisputed;
      const its = { ...paid, disputeId };
      const taken = {
        amountCents: takenCents - before.takenCents,
        feeCents: feeCents - before.feeCents,
      };
      const isNew = !found || taken.amountCents > 0;
      const isClosed = status !== 'open' && before.status === 'open';
      const closed = {
        ...its,
        won: status === 'won',
        returnedCents,
        returnedFeeCents,
        closedAt: at,
      };
      return [
        ...(isNew
          ? [{ type: 'PaymentDisputed', data: { ...its, ...taken, disputedAt: at } } as const]
          : []),
        ...(isClosed ? [{ type: 'PaymentDisputeClosed', data: closed } as const] : []),
      ];
    },
  );
