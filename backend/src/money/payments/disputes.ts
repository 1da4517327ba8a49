import type Stripe from 'stripe';
import type { PaymentEvent } from './payment.events.js';
import type { PaidBooking } from './payment.js';

/** What a bank withdrew, Stripe's fee for it, and what was returned of both. Amounts are cents. */
export type Dispute = Readonly<{
  status: 'open' | 'won' | 'lost';
  /** The bank requests evidence before money moves. */
  isInquiry: boolean;
  disputedCents: number;
  /** Stripe's code, such as `fraudulent`. */
  bankReason: string;
  /** When evidence is due (UTC). Null if the bank needs no evidence, or already has it. */
  dueAt: string | null;
  takenCents: number;
  feeCents: number;
  returnedCents: number;
  returnedFeeCents: number;
}>;
/** Recorded disputes by id. */
export type Disputes = Readonly<Record<string, Dispute>>;
/** A dispute as Stripe reports it. An appeal or another withdrawal reopens a closed dispute. */
export type StripeDispute = Dispute & Readonly<{ disputeId: string; isAppeal: boolean }>;

const disputeEventTypes = [
  'PaymentDisputeOpened',
  'PaymentDisputed',
  'PaymentDisputeClosed',
] as const;
type DisputeEvent = Extract<PaymentEvent, { type: (typeof disputeEventTypes)[number] }>;
type DisputedPayment = Readonly<{ disputes: Disputes }>;

/** The state of a dispute before anything is recorded. */
export const newDispute: Dispute = {
  status: 'open',
  isInquiry: false,
  disputedCents: 0,
  bankReason: '',
  dueAt: null,
  takenCents: 0,
  feeCents: 0,
  returnedCents: 0,
  returnedFeeCents: 0,
};

/**
 * The events that bring the recorded disputes up to date: the money moved by new balance
 * transactions, and the status. A snapshot with less money than recorded is outdated and ignored.
 */
export const disputeEvents = (
  paidBooking: PaidBooking,
  stripeDisputes: readonly StripeDispute[],
  existing: Disputes,
  recordedAt: string,
): DisputeEvent[] =>
  stripeDisputes.flatMap((dispute) => {
    const { disputeId, status, isInquiry, disputedCents, bankReason, dueAt } = dispute;
    const existingDispute = existing[disputeId];
    const disputeBefore = existingDispute ?? newDispute;
    const disputeFields = { ...paidBooking, disputeId };
    const taken = {
      amountCents: dispute.takenCents - disputeBefore.takenCents,
      feeCents: dispute.feeCents - disputeBefore.feeCents,
    };
    const returned = {
      returnedCents: dispute.returnedCents - disputeBefore.returnedCents,
      returnedFeeCents: dispute.returnedFeeCents - disputeBefore.returnedFeeCents,
    };
    const isOlder = [...Object.values(taken), ...Object.values(returned)].some(
      (cents) => cents < 0,
    );
    // An inquiry that ended before it was recorded has moved no money.
    const isEmpty = !existingDispute && status !== 'open' && dispute.takenCents === 0;
    if (isOlder || isEmpty) return [];
    const isTaken = taken.amountCents > 0 || taken.feeCents > 0;
    const isReturned = returned.returnedCents > 0 || returned.returnedFeeCents > 0;
    const events: DisputeEvent[] = [];
    const isOpened =
      !existingDispute ||
      (disputeBefore.status === 'open'
        ? disputeBefore.dueAt !== dueAt || disputeBefore.isInquiry !== isInquiry
        : isTaken || dispute.isAppeal);
    if (status === 'open' && isOpened)
      events.push({
        type: 'PaymentDisputeOpened',
        data: {
          ...disputeFields,
          isInquiry,
          disputedCents,
          bankReason,
          dueAt,
          openedAt: recordedAt,
        },
      });
    if (isTaken)
      events.push({
        type: 'PaymentDisputed',
        data: { ...disputeFields, ...taken, disputedAt: recordedAt },
      });
    if (status !== 'open' && (isTaken || isReturned || disputeBefore.status !== status))
      events.push({
        type: 'PaymentDisputeClosed',
        data: {
          ...disputeFields,
          won: status === 'won',
          ...returned,
          lostCents: dispute.takenCents - dispute.returnedCents,
          closedAt: recordedAt,
        },
      });
    return events;
  });

export const isDisputeEvent = (paymentEvent: PaymentEvent): paymentEvent is DisputeEvent =>
  (disputeEventTypes as readonly string[]).includes(paymentEvent.type);

const evolveDispute = (dispute: Dispute, { type, data }: DisputeEvent): Dispute => {
  switch (type) {
    case 'PaymentDisputeOpened': {
      const { isInquiry, disputedCents, bankReason, dueAt } = data;
      return { ...dispute, status: 'open', isInquiry, disputedCents, bankReason, dueAt };
    }
    case 'PaymentDisputed': {
      const takenCents = dispute.takenCents + data.amountCents;
      return {
        ...dispute,
        status: 'open',
        disputedCents: Math.max(dispute.disputedCents, takenCents - dispute.returnedCents),
        takenCents,
        feeCents: dispute.feeCents + data.feeCents,
      };
    }
    case 'PaymentDisputeClosed':
      return {
        ...dispute,
        status: data.won ? 'won' : 'lost',
        dueAt: null,
        returnedCents: dispute.returnedCents + data.returnedCents,
        returnedFeeCents: dispute.returnedFeeCents + data.returnedFeeCents,
      };
  }
};

export const evolveDisputes = (disputes: Disputes, disputeEvent: DisputeEvent): Disputes => {
  const { disputeId } = disputeEvent.data;
  return {
    ...disputes,
    [disputeId]: evolveDispute(disputes[disputeId] ?? newDispute, disputeEvent),
  };
};

const sumPositive = (amounts: readonly number[]): number =>
  amounts.reduce((subtotal, amount) => subtotal + Math.max(0, amount), 0);

/** Stripe keeps the deadline after the evidence was submitted. */
const needsResponse = (stripeStatus: Stripe.Dispute.Status): boolean =>
  stripeStatus.endsWith('needs_response');

export const toStripeDispute = ({
  id,
  amount,
  reason,
  status: stripeStatus,
  evidence_details: { due_by: dueBy },
  balance_transactions: balanceTransactions,
}: Stripe.Dispute): StripeDispute => {
  const takenCents = sumPositive(balanceTransactions.map(({ amount }) => -amount));
  const returnedCents = sumPositive(balanceTransactions.map(({ amount }) => amount));
  const status = statusOf(stripeStatus, takenCents, returnedCents, balanceTransactions);
  return {
    disputeId: id,
    status,
    isInquiry: stripeStatus.startsWith('warning_'),
    isAppeal: stripeStatus.startsWith('appeal_'),
    disputedCents: amount,
    bankReason: reason,
    dueAt: needsResponse(stripeStatus) && dueBy ? new Date(dueBy * 1_000).toISOString() : null,
    takenCents,
    feeCents: sumPositive(balanceTransactions.map(({ fee }) => fee)),
    returnedCents,
    returnedFeeCents: sumPositive(balanceTransactions.map(({ fee }) => -fee)),
  };
};

const isLastWithdrawal = (balanceTransactions: readonly Stripe.BalanceTransaction[]): boolean => {
  const last = balanceTransactions.toSorted((a, b) => a.created - b.created).at(-1);
  return last !== undefined && last.amount < 0;
};

/**
 * A dispute is won once the money is back after the last withdrawal. If it was prevented or an
 * inquiry ended, no one won, and money that was not returned is lost.
 */
const statusOf = (
  stripeStatus: Stripe.Dispute.Status,
  takenCents: number,
  returnedCents: number,
  balanceTransactions: readonly Stripe.BalanceTransaction[],
): Dispute['status'] => {
  switch (stripeStatus) {
    case 'lost':
      return 'lost';
    case 'won':
      return returnedCents < takenCents && isLastWithdrawal(balanceTransactions) ? 'open' : 'won';
    case 'prevented':
    case 'warning_closed':
      return returnedCents < takenCents ? 'lost' : 'won';
    default:
      return 'open';
  }
};

/** The amount that banks have withdrawn and not returned, in cents. */
export const disputedCents = ({ disputes }: DisputedPayment): number =>
  Object.values(disputes).reduce(
    (subtotal, { takenCents, returnedCents }) => subtotal + takenCents - returnedCents,
    0,
  );

/** The amount that closed disputes did not return, in cents. */
export const lostCents = ({ disputes }: DisputedPayment): number =>
  disputedCents({
    disputes: Object.fromEntries(
      Object.entries(disputes).filter(([, { status }]) => status !== 'open'),
    ),
  });

/** The payment as if banks decided all open disputes for the player. */
export const withLostDisputes = <P extends DisputedPayment>(payment: P): P => ({
  ...payment,
  disputes: Object.fromEntries(
    Object.entries(payment.disputes).map(([disputeId, dispute]) => [
      disputeId,
      dispute.status === 'open' ? { ...dispute, status: 'lost' } : dispute,
    ]),
  ),
});

export const isDisputed = ({ disputes }: DisputedPayment): boolean =>
  Object.values(disputes).some(({ status }) => status === 'open');
