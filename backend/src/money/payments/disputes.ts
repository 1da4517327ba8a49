import type Stripe from 'stripe';
import type { PaymentEvent } from './payment.events.js';
import type { PaidBooking } from './payment.js';

/** What a bank withdrew, Stripe's fee for it, and what was returned of both, in cents. */
export type Dispute = Readonly<{
  status: 'open' | 'won' | 'lost';
  takenCents: number;
  feeCents: number;
  returnedCents: number;
  returnedFeeCents: number;
}>;

/** Recorded disputes by id. */
export type Disputes = Readonly<Record<string, Dispute>>;
/** A dispute as Stripe reports it. */
export type StripeDispute = Dispute & Readonly<{ disputeId: string }>;

type DisputeEvent = Extract<PaymentEvent, { type: 'PaymentDisputed' | 'PaymentDisputeClosed' }>;
type DisputedPayment = Readonly<{ disputes: Disputes }>;

const newDispute: Dispute = {
  status: 'open',
  takenCents: 0,
  feeCents: 0,
  returnedCents: 0,
  returnedFeeCents: 0,
};

/** A bank may open a dispute first and withdraw the money later. */
export const disputeEvents = (
  paidBooking: PaidBooking,
  stripeDisputes: readonly StripeDispute[],
  existing: Disputes,
  recordedAt: string,
): DisputeEvent[] =>
  stripeDisputes.flatMap(
    ({
      disputeId,
      status,
      takenCents,
      feeCents,
      returnedCents,
      returnedFeeCents,
    }): DisputeEvent[] => {
      const existingDispute = existing[disputeId];
      const disputeBefore = existingDispute ?? newDispute;
      const disputeFields = { ...paidBooking, disputeId };
      const newlyTaken = {
        amountCents: takenCents - disputeBefore.takenCents,
        feeCents: feeCents - disputeBefore.feeCents,
      };
      const isNew = !existingDispute || newlyTaken.amountCents > 0;
      const isClosed = status !== 'open' && disputeBefore.status === 'open';
      const closedFields = {
        ...disputeFields,
        won: status === 'won',
        returnedCents,
        returnedFeeCents,
        closedAt: recordedAt,
      };
      return [
        ...(isNew
          ? [
              {
                type: 'PaymentDisputed',
                data: { ...disputeFields, ...newlyTaken, disputedAt: recordedAt },
              } as const,
            ]
          : []),
        ...(isClosed ? [{ type: 'PaymentDisputeClosed', data: closedFields } as const] : []),
      ];
    },
  );

export const isDisputeEvent = (paymentEvent: PaymentEvent): paymentEvent is DisputeEvent =>
  paymentEvent.type === 'PaymentDisputed' || paymentEvent.type === 'PaymentDisputeClosed';

export const evolveDisputes = (disputes: Disputes, { type, data }: DisputeEvent): Disputes => {
  const existingDispute = disputes[data.disputeId] ?? newDispute;
  if (type === 'PaymentDisputed') {
    const takenTotals = {
      takenCents: existingDispute.takenCents + data.amountCents,
      feeCents: existingDispute.feeCents + data.feeCents,
    };
    return { ...disputes, [data.disputeId]: { ...existingDispute, ...takenTotals } };
  }
  const { disputeId, won, returnedCents, returnedFeeCents } = data;
  const closedDispute = { status: won ? 'won' : 'lost', returnedCents, returnedFeeCents } as const;
  return { ...disputes, [disputeId]: { ...existingDispute, ...closedDispute } };
};

const wonStatuses: readonly string[] = ['won', 'warning_closed', 'prevented'];

/** A dispute counts as won once the money is back, which may be after the bank's decision. */
export const toStripeDispute = ({
  id,
  status,
  balance_transactions: balanceTransactions,
}: Stripe.Dispute): StripeDispute => {
  const sumPositive = (amounts: readonly number[]) =>
    amounts.reduce((subtotal, amount) => subtotal + Math.max(0, amount), 0);
  const takenCents = sumPositive(balanceTransactions.map(({ amount }) => -amount));
  const returnedCents = sumPositive(balanceTransactions.map(({ amount }) => amount));
  return {
    disputeId: id,
    status:
      status === 'lost'
        ? 'lost'
        : wonStatuses.includes(status) && returnedCents >= takenCents
          ? 'won'
          : 'open',
    takenCents,
    feeCents: sumPositive(balanceTransactions.map(({ fee }) => fee)),
    returnedCents,
    returnedFeeCents: sumPositive(balanceTransactions.map(({ fee }) => -fee)),
  };
};

/** Withdrawn by banks for open or lost disputes, in cents. */
export const disputedCents = ({ disputes }: DisputedPayment): number =>
  Object.values(disputes).reduce(
    (subtotal, { takenCents, returnedCents }) => subtotal + takenCents - returnedCents,
    0,
  );

/** Lost in disputes, in cents. */
export const lostCents = ({ disputes }: DisputedPayment): number =>
  disputedCents({
    disputes: Object.fromEntries(
      Object.entries(disputes).filter(([, { status }]) => status === 'lost'),
    ),
  });

export const isDisputed = ({ disputes }: DisputedPayment): boolean =>
  Object.values(disputes).some(({ status }) => status === 'open');
