import type Stripe from 'stripe';
import {
  type MembershipPayment,
  isReversed,
} from '../../src/people/membership/membership-payments.js';
import { tierAt } from '../../src/people/membership/membership-tier.js';
import { nextStep } from '../../src/people/membership/next-step.js';
import { founderChecker } from '../../src/verify/founder-checker.js';
import { openSpill } from '../../src/platform/stores/spilled-map.js';
import type { MembershipSimulation } from './membership-simulation.js';

const ALL = { limit: 100 };
const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** The payments that count, their cents without what was taken back, and their fees. */
export type PaidMembership = Readonly<{
  paidBy: readonly string[];
  keptCents: number;
  feeCents: number;
}>;

/** Reads what was paid from Stripe alone, without the log. */
export const paidAtStripe = async ({
  stripeApi,
}: MembershipSimulation): Promise<PaidMembership> => {
  const [intents, invoicePayments, refunds, disputes] = await Promise.all([
    stripeApi.paymentIntents.list({ ...ALL, expand: ['data.latest_charge.balance_transaction'] }),
    stripeApi.invoicePayments.list(ALL),
    stripeApi.refunds.list(ALL),
    stripeApi.disputes.list(ALL),
  ]);
  const keptOf = ({ id, amount_received: receivedCents }: Stripe.PaymentIntent) => {
    const refundedCents = refunds.data
      .filter(({ payment_intent, status }) => payment_intent === id && status === 'succeeded')
      .map(({ amount }) => amount);
    const disputedCents = disputes.data
      .filter(({ payment_intent }) => payment_intent === id)
      .flatMap(({ balance_transactions }) => balance_transactions.map(({ amount }) => -amount));
    return receivedCents - sum(refundedCents) - sum(disputedCents);
  };
  const hasWonDispute = ({ id }: Stripe.PaymentIntent) =>
    disputes.data.some(({ payment_intent, status }) => payment_intent === id && status === 'won');
  const feeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) => {
    const balance = charge && typeof charge !== 'string' ? charge.balance_transaction : null;
    return balance && typeof balance !== 'string' ? balance.fee : 0;
  };
  const paidIntents = intents.data.filter(
    ({ status, metadata, amount }) =>
      // A payment with the wrong amount starts nothing.
      status === 'succeeded' && (!metadata['purpose'] || amount === 19_900),
  );
  return {
    paidBy: paidIntents
      .map(({ id }) => {
        const paidInvoice = invoicePayments.data.find(
          ({ payment }) => payment.payment_intent === id,
        );
        return (paidInvoice?.invoice as string | undefined) ?? id;
      })
      .sort(),
    // Of payments with a wrong amount, only a dispute that is won later may leave something.
    keptCents: sum(
      intents.data
        .filter((intent) => paidIntents.includes(intent) || !hasWonDispute(intent))
        .map(keptOf),
    ),
    feeCents: sum(paidIntents.map(feeOf)),
  };
};

/** What the log says was paid. */
export const paidInLog = async (simulation: MembershipSimulation): Promise<PaidMembership> => {
  const payments = (await simulation.state())?.payments ?? [];
  return {
    paidBy: payments.map(({ paidBy }) => paidBy).sort(),
    keptCents: sum(
      payments.map(
        ({ amountCents, reversals }) =>
          amountCents - sum(reversals.map((reversal) => reversal.amountCents)),
      ),
    ),
    feeCents: sum(payments.map(({ processorFeeCents }) => processorFeeCents ?? 0)),
  };
};

const covers = (payment: MembershipPayment, instant: string) =>
  payment.from <= instant && instant < payment.until && !payment.isEnded && !isReversed(payment);

/** What is wrong in the end, one sentence each. Nothing may be left to do. */
export const problemsOf = async (simulation: MembershipSimulation): Promise<string[]> => {
  const instant = simulation.instant();
  const [state, seat] = [await simulation.state(), await simulation.seat()];
  const { stripeApi } = simulation;
  const [subscriptions, openInvoices] = await Promise.all([
    stripeApi.subscriptions.list({ ...ALL, status: 'all' }),
    stripeApi.invoices.list({ ...ALL, status: 'open' }),
  ]);
  const liveIds = subscriptions.data
    .filter(({ ended_at: endedAt, status }) => endedAt === null && status !== 'incomplete')
    .map(({ id }) => id);
  const isMember = tierAt(state, instant) === 'elite';
  const hasPaid = state?.payments.some((payment) => covers(payment, instant)) ?? false;
  const isInGrace = state?.term?.failed != null || (state?.term?.until ?? '') <= instant;
  const openOfEnded = openInvoices.data.filter(
    ({ parent }) => !liveIds.includes(parent?.subscription_details?.subscription as string),
  );
  const check = founderChecker(openSpill());
  const step = nextStep(state, seat, instant, null);
  return [
    step && `the step ${step.type} is left`,
    hasPaid && !isMember && 'a person who has paid is no member',
    isMember && !hasPaid && !isInGrace && 'a person who has not paid is a member',
    !isMember && liveIds.length > 0 && 'a person who is no member will be charged again',
    liveIds.some((id) => id !== state?.subscription?.subscriptionId) &&
      'a subscription is charged that the log does not know',
    openOfEnded.length > 0 && 'an invoice of an ended subscription can be paid',
    seat && seat.until !== null && 'a seat is reserved without a payment',
    seat && seat.until === null && state?.founderNumber !== seat.number && 'a seat is lost',
    state?.purchase && 'a payment is open',
    state && state.refundOrders.length > 0 && 'a refund is missing',
    ...simulation.events.flatMap((event) => check(event)),
    ...simulation.courtly.bugs.map((bug) => (bug as Error).stack ?? ''),
  ].filter((problem) => typeof problem === 'string');
};
