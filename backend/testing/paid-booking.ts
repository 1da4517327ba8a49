import {
  type PaidBooking,
  type Payment,
  toPaidBooking,
  payment,
} from '../src/money/payments/payment.js';
import type { PaymentEvent } from '../src/money/payments/payment.events.js';
import type { PayoutEvent } from '../src/money/payouts/payout.events.js';
import { foldAll } from '../src/platform/kernel/decider.js';
import { aRequest, approved, authorised, cancelled, completed, requested } from './court-day.js';

/** The example booking, paid by card: $330, of which the host gets $297 and the processor $9.87. */
export const payBy = '2027-03-10T12:15:00.000Z';
export const paid: PaidBooking = toPaidBooking(aRequest());
const at = '2027-03-10T13:00:00.000Z';
const charge = { ...paid, intentId: 'pi_1', chargeId: 'ch_1', amountCents: paid.totalCents };

export const created: PaymentEvent = {
  type: 'PaymentIntentCreated',
  data: { ...paid, intentId: 'pi_1', clientSecret: 'pi_1_secret', createdAt: at },
};
export const held: PaymentEvent = {
  type: 'PaymentAuthorised',
  data: { ...charge, captureBefore: null, authorisedAt: at },
};
export const captured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { ...charge, processorFeeCents: 987, capturedAt: at },
};
export const refunded = (amountCents: number, refundId = 're_1'): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { ...paid, refundId, amountCents, refundedAt: '2027-03-13T10:00:00.000Z' },
});
export const refundFailed = (amountCents: number): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { ...paid, refundId: 're_1', amountCents, failedAt: '2027-03-16T10:00:00.000Z' },
});
export const disputed = (amountCents = 33_000, feeCents = 1_500): PaymentEvent => ({
  type: 'PaymentDisputed',
  data: {
    ...paid,
    disputeId: 'du_1',
    amountCents,
    feeCents,
    disputedAt: '2027-03-14T10:00:00.000Z',
  },
});
export const disputeClosed = (outcome: 'won' | 'lost'): PaymentEvent => {
  const won = outcome === 'won';
  const returned = { returnedCents: won ? 33_000 : 0, returnedFeeCents: won ? 1_500 : 0 };
  const closedAt = '2027-03-20T10:00:00.000Z';
  return {
    type: 'PaymentDisputeClosed',
    data: { ...paid, disputeId: 'du_1', won, ...returned, closedAt },
  };
};

/** One day after the booking ends. */
export const DUE_AT = '2027-03-14T19:00:00.000Z';

export const transferred = (amountCents = 29_700, transferId = 'tr_1'): PayoutEvent => ({
  type: 'PayoutTransferred',
  data: {
    ...paid,
    accountId: 'acct_1',
    transferId,
    amountCents,
    dueAt: DUE_AT,
    transferredAt: DUE_AT,
  },
});
export const reversed = (amountCents: number, reversalId = 'trr_1'): PayoutEvent => ({
  type: 'PayoutReversed',
  data: {
    ...paid,
    transferId: 'tr_1',
    reversalId,
    amountCents,
    reversedAt: '2027-03-20T10:00:00.000Z',
  },
});
export const refused = (tryAgainAt: string): PayoutEvent => ({
  type: 'PayoutRefused',
  data: { ...paid, code: 'account_closed', tryAgainAt, refusedAt: DUE_AT },
});

const confirmed = [requested({ payBy }), authorised({ payBy }), approved({ payBy })] as const;
export const played = [...confirmed, completed({ payBy })] as const;
const late = {
  approvedAt: at,
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
  platformCents: 1_650,
} as const;
export const cancelledLate = [...confirmed, cancelled({ payBy, ...late })] as const;
export const cancelledFree = [
  ...confirmed,
  cancelled({ payBy, approvedAt: at, rule: 'free' }),
] as const;
export const onlyConfirmed = confirmed;

export const paymentAfter = (...events: PaymentEvent[]): Payment =>
  foldAll(payment, [created, held, captured, ...events])!;
