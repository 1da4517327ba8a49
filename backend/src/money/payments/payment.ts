import { US_DOLLARS } from '@courtly/contracts/amount';
import type { PaidCard } from '@courtly/contracts/bookings';
import { z } from 'zod';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import {
  type Disputes,
  type StripeDispute,
  disputeEvents,
  evolveDisputes,
  isDisputeEvent,
} from './disputes.js';
import {
  type Retry,
  type SettlementOtherwise,
  type StripeRefusalReport,
  orderRetry,
  recordRefusal,
  settleOtherwise,
} from './exceptions.js';
import { paidBookingFields } from './paid-fields.js';
import { orderRefund } from './refund-by-hand.js';
import type { RefundOrder } from './refund-by-hand.js';
import type { PaymentEvent } from './payment.events.js';
import {
  type WrongCharge,
  evolveWrongCharge,
  isOfWrongCharge,
  leftOfWrongCharge,
  wrongChargeOf,
} from './wrong-charge.js';

const paidBooking = z.object(paidBookingFields);

/**
 * The booking fields that payment and payout events repeat. Amounts are cents, and instants are
 * UTC.
 */
export type PaidBooking = Readonly<z.infer<typeof paidBooking>>;

export const toPaidBooking = (booking: PaidBooking): PaidBooking => paidBooking.parse(booking);

/** Stripe's `transfer_group` for all charges and transfers of a booking. */
export const transferGroupOf = (bookingId: string): string => `booking_${bookingId}`;

/** A refund in cents. `orderId` is the manual order that it fulfills. */
export type Refund = Readonly<{
  amountCents: number;
  failed: boolean;
  source: 'courtly' | 'dashboard';
  orderId: string | null;
}>;

/** A manual refund in cents, and the part of it that admins settled outside Stripe. */
type OrderedRefund = Readonly<{ orderedCents: number; settledCents: number }>;

/** A snapshot of a payment intent with its last charge, refunds, and disputes. */
export type Intent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'authorised' | 'captured' | 'cancelled';
  amountCents: number;
  /** The captured amount, at most `amountCents`. */
  receivedCents: number;
  currency: string;
  charge: Readonly<{
    chargeId: string;
    declineCode: string | null;
    captureBefore: string | null;
    processorFeeCents: number | null;
    card?: PaidCard | null;
  }> | null;
  /** `madeAt` is Stripe's time. */
  refunds: readonly (Refund & Readonly<{ refundId: string; madeAt?: string }>)[];
  disputes: readonly StripeDispute[];
}>;

/** The latest of a step's consecutive refusals. Instants are UTC. */
export type Refusal = Readonly<
  Pick<
    Extract<PaymentEvent, { type: 'PaymentRefused' }>['data'],
    'step' | 'code' | 'message' | 'attempts' | 'tryAgainAt' | 'refusedAt'
  >
>;

/** The recorded payment of one booking. Amounts are cents. */
export type Payment = Readonly<{
  intentId: string;
  clientSecret: string;
  status: Intent['status'];
  declines: readonly Readonly<{ chargeId: string; code: string }>[];
  isMismatched: boolean;
  /** The amount that differs from the price. Null if it is unknown or there is none. */
  found: Readonly<{ amountCents: number; currency: string }> | null;
  wrongCharge: WrongCharge | null;
  /**
   * Whether a wrong charge is refunded only after an admin orders a retry. An earlier release left
   * a failed refund to them, so they may have returned the money outside Stripe.
   */
  isReturnLeftToAdmin: boolean;
  refunds: Readonly<Record<string, Refund>>;
  /** When the authorization ends (UTC). */
  captureBefore: string | null;
  /** The captured charge. */
  chargeId: string | null;
  capturedCents: number;
  /** Stripe's fee. */
  feeCents: number;
  disputes: Disputes;
  /** The sums of manual refunds by who bears them. */
  byHand: Readonly<{ hostCents: number; platformCents: number }>;
  /** Manual refunds by id. */
  refundOrders: Readonly<Record<string, OrderedRefund>>;
  /** All refusals. */
  refusals: number;
  refusal: Refusal | null;
  /** Failures since the last ordered retry. */
  failedRefunds: Readonly<{ count: number; failedAt: string }> | null;
  overdueAt: string | null;
  /** What admins settled outside Stripe, and the part of it that was paid and not waived. */
  settledOtherwise: Readonly<{
    refundCents: number;
    paidRefundCents: number;
    chargeCents: number;
    paidChargeCents: number;
  }>;
  /** Must be returned outside Stripe. */
  returnDueCents: number;
}>;

export type PaymentCommand =
  | Message<'RecordIntent', Readonly<{ booking: PaidBooking; intent: Intent; at: string }>>
  | Message<'OrderRefund', RefundOrder>
  | Message<'RecordRefusal', StripeRefusalReport>
  | Message<'RecordDebt', Readonly<{ booking: PaidBooking; amountCents: number; at: string }>>
  | Message<'RecordReturn', Readonly<{ booking: PaidBooking; amountCents: number; at: string }>>
  | Message<'OrderRetry', Retry>
  | Message<'SettleOtherwise', SettlementOtherwise>;

const initialPayment = {
  status: 'open',
  declines: [],
  isMismatched: false,
  found: null,
  wrongCharge: null,
  isReturnLeftToAdmin: false,
  refunds: {},
  captureBefore: null,
  chargeId: null,
  capturedCents: 0,
  feeCents: 0,
  disputes: {},
  byHand: { hostCents: 0, platformCents: 0 },
  refundOrders: {},
  refusals: 0,
  refusal: null,
  failedRefunds: null,
  overdueAt: null,
  settledOtherwise: { refundCents: 0, paidRefundCents: 0, chargeCents: 0, paidChargeCents: 0 },
  returnDueCents: 0,
} as const;

const newPayment = ({
  intentId,
  clientSecret,
}: Pick<Payment, 'intentId' | 'clientSecret'>): Payment => ({
  intentId,
  clientSecret,
  ...initialPayment,
});

/** Further declines are not recorded, which limits the length of the stream. */
export const MAX_DECLINES = 20;

/**
 * The payment of one booking. Stripe moves the money, and this decider records each change once,
 * even if snapshots are repeated or arrive out of order.
 */
export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: null,

  decide({ type, data }, existing) {
    switch (type) {
      case 'OrderRefund':
        return orderRefund(data, existing);
      case 'RecordRefusal':
        return recordRefusal(data, existing);
      case 'OrderRetry':
        return orderRetry(data, existing);
      case 'SettleOtherwise':
        return settleOtherwise(data, existing);
      case 'RecordDebt': {
        const { booking, amountCents, at } = data;
        if (!existing || existing.overdueAt) return [];
        return [{ type: 'PaymentOverdue', data: { ...booking, amountCents, overdueAt: at } }];
      }
      case 'RecordReturn': {
        const { booking, amountCents, at } = data;
        if (!existing || existing.returnDueCents >= amountCents) return [];
        return [{ type: 'PaymentReturnDue', data: { ...booking, amountCents, dueAt: at } }];
      }
    }
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
    if (intent.amountCents !== booking.totalCents || intent.currency !== US_DOLLARS)
      return [...creation, ...mismatchEvents(intentFields, intent, existing, at)];
    return [
      ...creation,
      ...declineEvents(intentFields, intent, existing, at),
      ...statusEvents(intentFields, intent, existing, at),
      ...(existing?.status === 'captured' ? feeEvents(intentFields, intent, existing, at) : []),
      ...refundEvents(booking, intent, existing?.refunds ?? {}, at),
      ...disputeEvents(booking, intent.disputes, existing?.disputes ?? {}, at),
    ];
  },

  evolve(existing, paymentEvent) {
    if (paymentEvent.type === 'PaymentIntentCreated') return newPayment(paymentEvent.data);
    if (!existing) return null;
    if (existing.wrongCharge && isOfWrongCharge(paymentEvent))
      return afterWrongChargeEvent(existing, existing.wrongCharge, paymentEvent);
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
        const order = { orderedCents: data.amountCents, settledCents: 0 };
        const refundOrders = { ...existing.refundOrders, [data.orderId]: order };
        return { ...existing, byHand, refundOrders };
      }
      case 'PaymentDeclined':
        return {
          ...existing,
          declines: [...existing.declines, { chargeId: data.chargeId, code: data.code }],
        };
      case 'PaymentAuthorised':
        return { ...existing, status: 'authorised', captureBefore: data.captureBefore };
      case 'PaymentCaptured':
        return {
          ...existing,
          status: 'captured',
          chargeId: data.chargeId,
          capturedCents: data.amountCents,
          feeCents: data.processorFeeCents,
          refusal: null,
        };
      case 'PaymentReleased':
        return { ...existing, status: 'cancelled', refusal: null };
      case 'PaymentFeeRecorded':
        return { ...existing, feeCents: data.processorFeeCents };
      case 'PaymentRefused': {
        const { step, code, message, attempts, tryAgainAt, refusedAt } = data;
        const refusal = { step, code, message, attempts, tryAgainAt, refusedAt };
        const isReturnLeftToAdmin =
          existing.isReturnLeftToAdmin || (step === 'cancelIntent' && code === 'refund_failed');
        return { ...existing, refusals: existing.refusals + 1, refusal, isReturnLeftToAdmin };
      }
      case 'PaymentRetryOrdered':
        return { ...existing, refusal: null, failedRefunds: null, isReturnLeftToAdmin: false };
      case 'PaymentOverdue':
        return { ...existing, overdueAt: data.overdueAt };
      case 'PaymentReturnDue':
        return { ...existing, returnDueCents: data.amountCents };
      case 'PaymentSettledOtherwise':
        return afterSettlement(existing, data);
      case 'PaymentMismatched':
        return {
          ...existing,
          isMismatched: true,
          found: { amountCents: data.foundCents, currency: data.foundCurrency },
        };
      case 'PaymentMismatchCharged':
        return { ...existing, wrongCharge: wrongChargeOf(data), refusal: null };
      case 'PaymentRefunded': {
        const { amountCents, source, orderId } = data;
        const refund = { amountCents, failed: false, source, orderId };
        return {
          ...existing,
          refunds: { ...existing.refunds, [data.refundId]: refund },
          refusal: null,
        };
      }
      case 'PaymentRefundFailed': {
        const { refundId, amountCents, failedAt } = data;
        const { source = 'courtly', orderId = null } = existing.refunds[refundId] ?? {};
        const refund = { amountCents, failed: true, source, orderId } as const;
        return {
          ...existing,
          refunds: { ...existing.refunds, [refundId]: refund },
          failedRefunds: failedAgain(existing, failedAt),
        };
      }
    }
  },
};

const settledOrder = (
  refundOrders: Payment['refundOrders'],
  orderId: string | null,
  amountCents: number,
): Payment['refundOrders'] => {
  const order = orderId === null ? undefined : refundOrders[orderId];
  if (orderId === null || !order) return refundOrders;
  const settledCents = order.settledCents + amountCents;
  return { ...refundOrders, [orderId]: { ...order, settledCents } };
};

const afterSettlement = (
  existing: Payment,
  {
    obligation,
    outcome,
    amountCents,
    refundOrderId = null,
  }: Extract<PaymentEvent, { type: 'PaymentSettledOtherwise' }>['data'],
): Payment => {
  const settled = existing.settledOtherwise;
  const paidCents = outcome === 'paid' ? amountCents : 0;
  switch (obligation) {
    case 'hold':
      return {
        ...existing,
        status: 'cancelled',
        refusal: null,
        isReturnLeftToAdmin: existing.isMismatched,
      };
    case 'refund':
      return {
        ...existing,
        settledOtherwise: {
          ...settled,
          refundCents: settled.refundCents + amountCents,
          paidRefundCents: settled.paidRefundCents + paidCents,
        },
        refundOrders: settledOrder(existing.refundOrders, refundOrderId, amountCents),
        returnDueCents: Math.max(0, existing.returnDueCents - amountCents),
        refusal: null,
      };
    case 'charge':
      return {
        ...existing,
        settledOtherwise: {
          ...settled,
          chargeCents: settled.chargeCents + amountCents,
          paidChargeCents: settled.paidChargeCents + paidCents,
        },
        refusal: null,
      };
  }
};

const afterWrongChargeEvent = (
  existing: Payment,
  wrongCharge: WrongCharge,
  chargeEvent: Parameters<typeof evolveWrongCharge>[1],
): Payment => {
  const changed = { ...existing, wrongCharge: evolveWrongCharge(wrongCharge, chargeEvent) };
  switch (chargeEvent.type) {
    case 'PaymentRefunded':
    case 'PaymentSettledOtherwise':
      return { ...changed, refusal: null };
    case 'PaymentRefundFailed':
      return { ...changed, failedRefunds: failedAgain(existing, chargeEvent.data.failedAt) };
    default:
      return changed;
  }
};

const failedAgain = (
  { failedRefunds }: Payment,
  failedAt: string,
): NonNullable<Payment['failedRefunds']> => ({ count: (failedRefunds?.count ?? 0) + 1, failedAt });

type IntentFields = PaidBooking & Readonly<{ intentId: string }>;

/**
 * Records a payment that differs from the price, and its charge with refunds and disputes. It is
 * released once it was canceled, or once all of the charge was returned.
 */
const mismatchEvents = (
  intentFields: IntentFields,
  intent: Intent,
  existing: Payment | null,
  at: string,
): PaymentEvent[] => {
  const { intentId: _, ...booking } = intentFields;
  const { amountCents: foundCents, receivedCents, currency, charge } = intent;
  const events: PaymentEvent[] = [];
  if (!existing?.isMismatched)
    events.push({
      type: 'PaymentMismatched',
      data: {
        ...intentFields,
        expectedCents: booking.totalCents,
        foundCents,
        foundCurrency: currency,
        foundAt: at,
      },
    });
  const known = existing?.wrongCharge ?? null;
  if (intent.status === 'captured') {
    if (!known)
      events.push({
        type: 'PaymentMismatchCharged',
        data: {
          ...intentFields,
          chargeId: charge?.chargeId ?? '',
          amountCents: receivedCents,
          currency,
          processorFeeCents: charge?.processorFeeCents ?? 0,
          chargedAt: at,
        },
      });
    const ofCharge = { wrongCurrency: currency };
    events.push(
      ...(known ? feeEvents({ ...intentFields, ...ofCharge }, intent, known, at) : []),
      ...refundEvents({ ...booking, ...ofCharge }, intent, known?.refunds ?? null, at),
      ...disputeEvents({ ...booking, ...ofCharge }, intent.disputes, known?.disputes ?? {}, at),
    );
  }
  const changed = events.reduce(payment.evolve, existing ?? newPayment(intent));
  const isReturned =
    intent.status === 'cancelled' || (changed?.wrongCharge && leftOfWrongCharge(changed) === 0);
  return isReturned
    ? [...events, ...statusEvents(intentFields, { ...intent, status: 'cancelled' }, existing, at)]
    : events;
};

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

/** A late snapshot must not return the payment to an earlier status. */
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
        card: charge?.card,
        capturedAt: recordedAt,
      },
    },
  ];
};

/** Stripe may report its fee only some time after the charge. */
const feeEvents = (
  intentFields: IntentFields,
  { charge }: Intent,
  known: Readonly<{ chargeId: string | null; feeCents: number }>,
  recordedAt: string,
): PaymentEvent[] => {
  const processorFeeCents = charge?.processorFeeCents ?? null;
  if (!charge || known.chargeId !== charge.chargeId) return [];
  if (processorFeeCents === null || processorFeeCents === known.feeCents) return [];
  const feeFields = {
    ...intentFields,
    chargeId: charge.chargeId,
    processorFeeCents,
    changeCents: processorFeeCents - known.feeCents,
    recordedAt,
  };
  return [{ type: 'PaymentFeeRecorded', data: feeFields }];
};

/** `existingRefunds` is null if the charge is recorded now, maybe long after it was refunded. */
const refundEvents = (
  paidBooking: PaidBooking,
  { refunds }: Intent,
  existingRefunds: Payment['refunds'] | null,
  recordedAt: string,
): PaymentEvent[] =>
  refunds.flatMap(({ refundId, amountCents, failed, source, orderId, madeAt }): PaymentEvent[] => {
    const existingRefund = existingRefunds?.[refundId];
    const isMadeLongBefore =
      existingRefunds === null &&
      madeAt !== undefined &&
      Date.parse(madeAt) < Date.parse(recordedAt) - DAY_MS;
    const refundFields = {
      ...paidBooking,
      refundId,
      amountCents,
      ...(isMadeLongBefore && { madeAt }),
    };
    return [
      ...(existingRefund
        ? []
        : [
            {
              type: 'PaymentRefunded',
              data: { ...refundFields, source, orderId, refundedAt: recordedAt },
            } as const,
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
