import type { Decider, Message } from '../../platform/kernel/decider.js';
import {
  type Disputes,
  type StripeDispute,
  disputeEvents,
  evolveDisputes,
  isDisputeEvent,
} from './disputes.js';
import { orderRefund } from './refund-by-hand.js';
import type { RefundOrder } from './refund-by-hand.js';
import type { PaymentEvent } from './payment.events.js';

/** Booking fields that payment and payout events repeat. Amounts are cents; instants are UTC. */
export type PaidBooking = Readonly<{
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

/** Stripe's `transfer_group` of all charges and transfers of a booking. */
export const transferGroupOf = (bookingId: string): string => `booking_${bookingId}`;

/** A snapshot of a payment intent with its last charge, refunds, and disputes. */
export type Intent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'authorised' | 'captured' | 'cancelled';
  amountCents: number;
  /** Charged in the end: at most the amount. */
  receivedCents: number;
  currency: string;
  charge: Readonly<{
    chargeId: string;
    declineCode: string | null;
    captureBefore: string | null;
    processorFeeCents: number | null;
  }> | null;
  refunds: readonly Readonly<{ refundId: string; amountCents: number; failed: boolean }>[];
  disputes: readonly StripeDispute[];
}>;

/**
 * The payment of one booking as recorded so far. `chargeId` is the captured charge, and
 * `capturedCents` its amount; `byHand` adds up manual refunds by who bears them, in cents.
 */
export type Payment = Readonly<{
  intentId: string;
  clientSecret: string;
  status: Intent['status'];
  declines: readonly Readonly<{ chargeId: string; code: string }>[];
  isMismatched: boolean;
  refunds: Readonly<Record<string, Readonly<{ amountCents: number; failed: boolean }>>>;
  chargeId: string | null;
  capturedCents: number;
  disputes: Disputes;
  byHand: Readonly<{ hostCents: number; platformCents: number }>;
}>;

export type PaymentCommand =
  | Message<'RecordIntent', Readonly<{ booking: PaidBooking; intent: Intent; at: string }>>
  | Message<'OrderRefund', RefundOrder>;

const initialPayment = {
  declines: [],
  isMismatched: false,
  refunds: {},
  chargeId: null,
  capturedCents: 0,
} as const;
const initialDisputes = { disputes: {}, byHand: { hostCents: 0, platformCents: 0 } } as const;

/** Prices are in US dollars. */
export const CURRENCY = 'usd';
/** Bounds the stream: further declines are not recorded. */
const MAX_DECLINES = 20;

/**
 * The payment of one booking. Stripe moves the money; this decider records each change once, even
 * if snapshots repeat or arrive out of order.
 */
export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: null,

  decide({ type, data }, existing) {
    if (type === 'OrderRefund') return orderRefund(data, existing);
    const { booking, intent, at } = data;
    const intentFields = { ...booking, intentId: intent.intentId };
    if (existing && existing.intentId !== intent.intentId) return [];
    const creation: PaymentEvent[] = existing
      ? []
      : [
          {
            type: 'PaymentIntentCreated',
            data: { ...intentFields, clientSecret: intent.clientSecret, createdAt: at },
          },
        ];
    if (intent.amountCents !== booking.totalCents || intent.currency !== CURRENCY) {
      const mismatchAmounts = { expectedCents: booking.totalCents, foundCents: intent.amountCents };
      return existing?.isMismatched
        ? creation
        : [
            ...creation,
            {
              type: 'PaymentMismatched',
              data: { ...intentFields, ...mismatchAmounts, foundAt: at },
            },
          ];
    }
    return [
      ...creation,
      ...declineEvents(intentFields, intent, existing, at),
      ...statusEvents(intentFields, intent, existing, at),
      ...refundEvents(booking, intent, existing, at),
      ...disputeEvents(booking, intent.disputes, existing?.disputes ?? {}, at),
    ];
  },

  evolve(existing, paymentEvent) {
    if (paymentEvent.type === 'PaymentIntentCreated') {
      const { intentId, clientSecret } = paymentEvent.data;
      return { intentId, clientSecret, status: 'open', ...initialPayment, ...initialDisputes };
    }
    if (!existing) return null;
    if (isDisputeEvent(paymentEvent))
      return { ...existing, disputes: evolveDisputes(existing.disputes, paymentEvent) };
    const { type, data } = paymentEvent;
    switch (type) {
      case 'PaymentRefundOrdered': {
        const { hostCents, platformCents } = existing.byHand;
        const byHand = {
          hostCents: hostCents + data.hostCents,
          platformCents: platformCents + data.platformCents,
        };
        return { ...existing, byHand };
      }
      case 'PaymentDeclined':
        return {
          ...existing,
          declines: [...existing.declines, { chargeId: data.chargeId, code: data.code }],
        };
      case 'PaymentAuthorised':
        return { ...existing, status: 'authorised' };
      case 'PaymentCaptured':
        return {
          ...existing,
          status: 'captured',
          chargeId: data.chargeId,
          capturedCents: data.amountCents,
        };
      case 'PaymentReleased':
        return { ...existing, status: 'cancelled' };
      case 'PaymentMismatched':
        return { ...existing, isMismatched: true };
      case 'PaymentRefunded':
      case 'PaymentRefundFailed': {
        const refund = { amountCents: data.amountCents, failed: type === 'PaymentRefundFailed' };
        return { ...existing, refunds: { ...existing.refunds, [data.refundId]: refund } };
      }
    }
  },
};

export const toPaidBooking = (booking: PaidBooking): PaidBooking => {
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

type IntentFields = PaidBooking & Readonly<{ intentId: string }>;

const declineEvents = (
  intentFields: IntentFields,
  { charge }: Intent,
  existing: Payment | null,
  declinedAt: string,
): PaymentEvent[] => {
  if (!charge?.declineCode) return [];
  const { chargeId, declineCode: code } = charge;
  const declines = existing?.declines ?? [];
  if (declines.length >= MAX_DECLINES || declines.some((decline) => decline.chargeId === chargeId))
    return [];
  return [{ type: 'PaymentDeclined', data: { ...intentFields, chargeId, code, declinedAt } }];
};

/** A late snapshot must not move the payment back to an earlier status. */
const statusOrder = { open: 0, authorised: 1, captured: 2, cancelled: 2 } as const;

const statusEvents = (
  intentFields: IntentFields,
  intent: Intent,
  existing: Payment | null,
  recordedAt: string,
): PaymentEvent[] => {
  const existingStatus = existing?.status ?? 'open';
  const { status, amountCents, receivedCents, charge } = intent;
  if (statusOrder[status] <= statusOrder[existingStatus]) return [];
  if (status === 'cancelled')
    return [
      {
        type: 'PaymentReleased',
        data: {
          ...intentFields,
          wasAuthorised: existingStatus === 'authorised',
          releasedAt: recordedAt,
        },
      },
    ];
  const chargeId = charge?.chargeId ?? '';
  const authorisation: PaymentEvent = {
    type: 'PaymentAuthorised',
    data: {
      ...intentFields,
      chargeId,
      amountCents,
      captureBefore: charge?.captureBefore ?? null,
      authorisedAt: recordedAt,
    },
  };
  if (status === 'authorised') return [authorisation];
  const processorFeeCents = charge?.processorFeeCents ?? 0;
  return [
    ...(existingStatus === 'authorised' ? [] : [authorisation]),
    {
      type: 'PaymentCaptured',
      data: {
        ...intentFields,
        chargeId,
        amountCents: receivedCents,
        processorFeeCents,
        capturedAt: recordedAt,
      },
    },
  ];
};

const refundEvents = (
  paidBooking: PaidBooking,
  { refunds }: Intent,
  existing: Payment | null,
  recordedAt: string,
): PaymentEvent[] =>
  refunds.flatMap(({ refundId, amountCents, failed }): PaymentEvent[] => {
    const existingRefund = existing?.refunds[refundId];
    const refundFields = { ...paidBooking, refundId, amountCents };
    return [
      ...(existingRefund
        ? []
        : [
            { type: 'PaymentRefunded', data: { ...refundFields, refundedAt: recordedAt } } as const,
          ]),
      ...(failed && !existingRefund?.failed
        ? [
            {
              type: 'PaymentRefundFailed',
              data: { ...refundFields, failedAt: recordedAt },
            } as const,
          ]
        : []),
    ];
  });
