import {
  type PaidBooking,
  type Payment,
  type Refund,
  toPaidBooking,
  payment,
} from '../src/money/payments/payment.js';
import type { RefusableStep } from '../src/money/payments/exceptions.js';
import type { FraudWarningEvent } from '../src/money/cases/fraud-warning.events.js';
import type { PaymentEvent } from '../src/money/payments/payment.events.js';
import type { WrongCharge } from '../src/money/payments/wrong-charge.js';
import type { PayoutEvent } from '../src/money/payouts/payout.events.js';
import { foldAll } from '../src/platform/kernel/decider.js';
import {
  bookingRequest,
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from './court-day.js';

/** The example booking, paid by card: $330, of which the host gets $297 and the processor $9.87. */
export const payBy = '2027-03-10T12:15:00.000Z';
export const paidBooking: PaidBooking = toPaidBooking(bookingRequest());
const recordedAt = '2027-03-10T13:00:00.000Z';
const charge = {
  ...paidBooking,
  intentId: 'pi_1',
  chargeId: 'ch_1',
  amountCents: paidBooking.totalCents,
};

export const created: PaymentEvent = {
  type: 'PaymentIntentCreated',
  data: { ...paidBooking, intentId: 'pi_1', clientSecret: 'pi_1_secret', createdAt: recordedAt },
};
/** A payment whose intent was created. `changes` describe what has happened since. */
export const paymentState = (changes: Partial<Payment> = {}): Payment => ({
  ...payment.evolve(null, created)!,
  ...changes,
});
export const paymentAuthorised: PaymentEvent = {
  type: 'PaymentAuthorised',
  data: { ...charge, captureBefore: null, authorisedAt: recordedAt },
};
export const paymentCaptured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { ...charge, processorFeeCents: 987, capturedAt: recordedAt },
};
/** A refund for a cancellation, unless `changes` name an order or the dashboard. */
export const refundOf = (amountCents: number, changes: Partial<Refund> = {}): Refund => ({
  amountCents,
  failed: false,
  source: 'courtly',
  orderId: null,
  ...changes,
});
export const paymentRefunded = (
  amountCents: number,
  refundId = 're_1',
  changes: Partial<Pick<Refund, 'source' | 'orderId'>> = {},
): PaymentEvent => {
  const { source, orderId } = refundOf(amountCents, changes);
  const refundedAt = '2027-03-13T10:00:00.000Z';
  return {
    type: 'PaymentRefunded',
    data: { ...paidBooking, refundId, amountCents, source, orderId, refundedAt },
  };
};
export const paymentRefundFailed = (amountCents: number): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { ...paidBooking, refundId: 're_1', amountCents, failedAt: '2027-03-16T10:00:00.000Z' },
});
/** An admin's manual refund. */
export const refundOrdered = ({
  hostCents = 0,
  platformCents = 0,
  orderId = 'order-1',
}): PaymentEvent => ({
  type: 'PaymentRefundOrdered',
  data: {
    ...paidBooking,
    orderId,
    amountCents: hostCents + platformCents,
    hostCents,
    platformCents,
    reason: 'The lights went out.',
    orderedBy: 'ada',
    orderedAt: '2027-03-13T09:00:00.000Z',
  },
});
/** An admin settled an amount outside Stripe. */
export const settledOtherwise = (
  obligation: 'refund' | 'charge' | 'hold',
  amountCents: number,
  { outcome = 'paid' as 'paid' | 'waived', leftCents = 0 } = {},
): Extract<PaymentEvent, { type: 'PaymentSettledOtherwise' }> => ({
  type: 'PaymentSettledOtherwise',
  data: {
    ...paidBooking,
    orderId: 'order-1',
    obligation,
    outcome,
    amountCents,
    leftCents,
    reason: 'Paid by check.',
    orderedBy: 'ada',
    settledAt: '2027-03-20T10:00:00.000Z',
  },
});
/** Stripe refused a step once. */
export const paymentRefused = (step: RefusableStep, code: string): PaymentEvent => ({
  type: 'PaymentRefused',
  data: {
    ...paidBooking,
    step,
    amountCents: 0,
    code,
    message: '',
    attempts: 1,
    tryAgainAt: '2027-03-19T10:00:00.000Z',
    refusedAt: '2027-03-19T09:00:00.000Z',
  },
});
export const retryOrdered: PaymentEvent = {
  type: 'PaymentRetryOrdered',
  data: {
    ...paidBooking,
    orderId: 'retry-1',
    reason: 'The player has a new card.',
    orderedBy: 'ada',
    orderedAt: '2027-03-22T10:00:00.000Z',
  },
};
/** A charge in euros that differs from the price. */
export const wrongChargeOf = (amountCents: number): WrongCharge => ({
  chargeId: 'ch_1',
  amountCents,
  currency: 'eur',
  feeCents: 0,
  refunds: {},
  disputes: {},
  settledCents: 0,
  paidCents: 0,
});
export const paymentMismatched: PaymentEvent = {
  type: 'PaymentMismatched',
  data: {
    ...paidBooking,
    intentId: 'pi_1',
    expectedCents: paidBooking.totalCents,
    foundCents: 10_000,
    foundCurrency: 'usd',
    foundAt: recordedAt,
  },
};
export const wronglyCharged = (currency = 'usd'): PaymentEvent => ({
  type: 'PaymentMismatchCharged',
  data: {
    ...charge,
    amountCents: 10_000,
    currency,
    processorFeeCents: 320,
    chargedAt: recordedAt,
  },
});
/** The same event about a charge with a wrong amount. */
export const ofWrongCharge = (paymentEvent: PaymentEvent, wrongCurrency = 'usd'): PaymentEvent =>
  ({ ...paymentEvent, data: { ...paymentEvent.data, wrongCurrency } }) as PaymentEvent;
export const paymentReleased: PaymentEvent = {
  type: 'PaymentReleased',
  data: { ...paidBooking, intentId: 'pi_1', wasAuthorised: true, releasedAt: recordedAt },
};
type FraudWarned = Extract<FraudWarningEvent, { type: 'FraudWarningReceived' }>;

export const fraudWarned = (changes: Partial<FraudWarned['data']> = {}): FraudWarned => {
  const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = paidBooking;
  return {
    type: 'FraudWarningReceived',
    data: {
      bookingId,
      courtId,
      hostId,
      playerId,
      startTime,
      endTime,
      zone,
      warningId: 'issfr_1',
      paidBy: 'pi_1',
      fraudType: 'made_with_stolen_card',
      amountCents: 33_000,
      currency: 'usd',
      isCharged: true,
      isActionable: true,
      refundedCents: {},
      receivedAt: '2027-03-12T12:00:00.000Z',
      ...changes,
    },
  };
};
/** Stripe shows the whole charge, unless the changes say otherwise. */
export const fraudWarningChanged = (
  changes: Partial<Pick<FraudWarned['data'], 'amountCents' | 'refundedCents'>> = {},
): FraudWarningEvent => {
  const { warningId, bookingId, paidBy, amountCents, receivedAt } = fraudWarned().data;
  const charge = { warningId, bookingId, paidBy, amountCents, isCharged: true };
  return {
    type: 'FraudWarningChanged',
    data: { ...charge, refundedCents: {}, changedAt: receivedAt, ...changes },
  };
};
/** The charge was refunded or, if an amount remains, disputed. */
export const fraudWarningEnded = (amountCents: number): FraudWarningEvent => {
  const { warningId, bookingId, paidBy, receivedAt } = fraudWarned().data;
  return {
    type: 'FraudWarningEnded',
    data: { warningId, bookingId, paidBy, amountCents, endedAt: receivedAt },
  };
};

export const disputeOpened = (isInquiry = false): PaymentEvent => ({
  type: 'PaymentDisputeOpened',
  data: {
    ...paidBooking,
    disputeId: 'du_1',
    isInquiry,
    disputedCents: 33_000,
    bankReason: 'fraudulent',
    dueAt: '2027-03-23T10:00:00.000Z',
    openedAt: '2027-03-14T10:00:00.000Z',
  },
});
export const paymentDisputed = (amountCents = 33_000, feeCents = 1_500): PaymentEvent => ({
  type: 'PaymentDisputed',
  data: {
    ...paidBooking,
    disputeId: 'du_1',
    amountCents,
    feeCents,
    disputedAt: '2027-03-14T10:00:00.000Z',
  },
});
export const disputeClosed = (outcome: 'won' | 'lost', takenCents = 33_000): PaymentEvent => {
  const won = outcome === 'won';
  const returned = { returnedCents: won ? takenCents : 0, returnedFeeCents: won ? 1_500 : 0 };
  const lostCents = won ? 0 : takenCents;
  const closedAt = '2027-03-20T10:00:00.000Z';
  return {
    type: 'PaymentDisputeClosed',
    data: { ...paidBooking, disputeId: 'du_1', won, ...returned, lostCents, closedAt },
  };
};

/** One day after the booking ends. */
export const DUE_AT = '2027-03-14T19:00:00.000Z';

export const payoutTransferred = (amountCents = 29_700, transferId = 'tr_1'): PayoutEvent => ({
  type: 'PayoutTransferred',
  data: {
    ...paidBooking,
    accountId: 'acct_1',
    transferId,
    amountCents,
    dueAt: DUE_AT,
    transferredAt: DUE_AT,
  },
});
export const payoutReversed = (
  amountCents: number,
  reversalId = 'trr_1',
  transferId = 'tr_1',
): PayoutEvent => ({
  type: 'PayoutReversed',
  data: {
    ...paidBooking,
    transferId,
    reversalId,
    amountCents,
    cause: 'dispute',
    reversedAt: '2027-03-20T10:00:00.000Z',
  },
});
export const OTHER_BOOKING = 'booking-2';
export const payoutOffset = (amountCents: number, offsetId = 'booking-1:0'): PayoutEvent => ({
  type: 'PayoutOffset',
  data: {
    ...paidBooking,
    offsetId,
    debtBookingId: OTHER_BOOKING,
    amountCents,
    dueAt: DUE_AT,
    offsetAt: DUE_AT,
  },
});
export const payoutRecovered = (amountCents: number, offsetId = 'booking-2:0'): PayoutEvent => ({
  type: 'PayoutRecovered',
  data: {
    ...paidBooking,
    offsetId,
    fromBookingId: OTHER_BOOKING,
    amountCents,
    recoveredAt: DUE_AT,
  },
});
export const payoutRefused = (
  tryAgainAt: string,
  step: 'transfer' | 'reverse' = 'transfer',
): PayoutEvent => ({
  type: 'PayoutRefused',
  data: {
    ...paidBooking,
    step,
    amountCents: 29_700,
    isRepeated: false,
    code: 'account_closed',
    tryAgainAt,
    refusedAt: DUE_AT,
  },
});

/** No transfer is left from which the host could return this amount. */
export const debtRecorded = (amountCents: number): PayoutEvent => ({
  type: 'PayoutDebtRecorded',
  data: { ...paidBooking, amountCents, recordedAt: DUE_AT },
});

export const debtReduced = (amountCents: number): PayoutEvent => ({
  type: 'PayoutDebtReduced',
  data: { ...paidBooking, amountCents, reducedAt: DUE_AT },
});

export const payoutAdjusted = (
  amountCents: number,
  adjustmentId = 'adjustment-1',
): PayoutEvent => ({
  type: 'PayoutAdjusted',
  data: {
    ...paidBooking,
    adjustmentId,
    amountCents,
    hostNote: 'You repaired the lights.',
    reason: 'The lights were repaired.',
    orderedBy: 'ada',
    adjustedAt: DUE_AT,
  },
});

const confirmed = [
  bookingRequested({ payBy }),
  bookingAuthorised({ payBy }),
  bookingApproved({ payBy }),
] as const;
export const playedBooking = [...confirmed, bookingCompleted({ payBy })] as const;
const late = {
  approvedAt: recordedAt,
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
  platformCents: 1_650,
} as const;
export const lateCancellation = [...confirmed, bookingCancelled({ payBy, ...late })] as const;
export const freeCancellation = [
  ...confirmed,
  bookingCancelled({ payBy, approvedAt: recordedAt, rule: 'free' }),
] as const;
export const onlyConfirmed = confirmed;

/** The bank declined the charge. */
export const releasedPayment = (...events: PaymentEvent[]): Payment =>
  foldAll(payment, [created, paymentAuthorised, paymentReleased, ...events])!;

export const paymentAfter = (...events: PaymentEvent[]): Payment =>
  foldAll(payment, [created, paymentAuthorised, paymentCaptured, ...events])!;
