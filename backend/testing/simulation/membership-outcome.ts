import type Stripe from 'stripe';
import { MAX_REFUSALS } from '../../src/platform/processes/refusals.js';
import { type JournalDocument, journal } from '../../src/money/ledger/journal.projection.js';
import { memberEventTypes } from '../../src/money/ledger/membership-books.js';
import {
  type MembershipPayment,
  chargesOf,
  isReversed,
  reversedCents,
} from '../../src/people/membership/membership-payments.js';
import type { MembershipEvent } from '../../src/people/membership/membership.events.js';
import { tierAt } from '../../src/people/membership/membership-tier.js';
import { nextStep } from '../../src/people/membership/next-step.js';
import { openRefusal } from '../../src/people/membership/refused-steps.js';
import { founderChecker } from '../../src/verify/founder-checker.js';
import { openSpill } from '../../src/platform/stores/spilled-map.js';
import { missingMemberNotifications } from './membership-notified.js';
import { MEMBER, type MembershipSimulation } from './membership-simulation.js';
import { PLATFORM_FUNDS_CENTS } from './simulated-courtly.js';

const ALL = { limit: 100 };
const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** The payments that count, their amounts minus reversals, and their fees. */
export type PaidMembership = Readonly<{
  paidBy: readonly string[];
  keptCents: number;
  feeCents: number;
}>;

/** Reads the payments only from Stripe, not from the log. */
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
  const feeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) => {
    const balance = charge && typeof charge !== 'string' ? charge.balance_transaction : null;
    return balance && typeof balance !== 'string' ? balance.fee : 0;
  };
  const paidIntents = intents.data.filter(({ status }) => status === 'succeeded');
  return {
    paidBy: paidIntents
      .map(({ id }) => {
        const paidInvoice = invoicePayments.data.find(
          ({ payment }) => payment.payment_intent === id,
        );
        return (paidInvoice?.invoice as string | undefined) ?? id;
      })
      .sort(),
    keptCents: sum(intents.data.map(keptOf)),
    feeCents: sum(paidIntents.map(feeOf)),
  };
};

/** The payments according to the log. */
export const paidInLog = async (simulation: MembershipSimulation): Promise<PaidMembership> => {
  const payments = chargesOf(await simulation.state());
  return {
    paidBy: payments.map(({ paidBy }) => paidBy).sort(),
    keptCents: sum(
      payments.map(
        ({ amountCents, reversals }) =>
          amountCents -
          sum(
            reversals
              .filter(({ kind }) => kind !== 'outside')
              .map((reversal) => reversal.amountCents),
          ),
      ),
    ),
    feeCents: sum(payments.map(({ processorFeeCents }) => processorFeeCents ?? 0)),
  };
};

/**
 * The cash at Stripe according to the books. In this simulation, only membership events move it.
 */
const cashInBooks = ({ events }: MembershipSimulation): number => {
  const handled: readonly string[] = memberEventTypes;
  const memberBooks = events
    .filter(({ type }) => handled.includes(type))
    .reduce<JournalDocument | null>(
      (document, event) => journal.evolve(document, event as never, `membership-${MEMBER}`),
      null,
    );
  const lines = (memberBooks?.entries ?? []).flatMap((entry) => entry.lines);
  return sum(
    lines.filter(({ account }) => account === 'stripeCash').map((line) => line.amountCents),
  );
};

/**
 * Includes charges that Stripe adds to the balance later, because the books contain them
 * immediately.
 */
const cashAtStripe = async ({ stripeApi }: MembershipSimulation): Promise<number> => {
  const [{ available, pending }, charges] = await Promise.all([
    stripeApi.balance.retrieve(),
    stripeApi.charges.list(ALL),
  ]);
  const unbooked = charges.data.filter(
    ({ status, balance_transaction: booked }) => status === 'succeeded' && !booked,
  );
  return (
    sum([...available, ...pending, ...unbooked].map(({ amount }) => amount)) - PLATFORM_FUNDS_CENTS
  );
};

const covers = (payment: MembershipPayment, instant: string) =>
  payment.from <= instant && instant < payment.until && !payment.isEnded && !isReversed(payment);

/** The problems at the end, one sentence for each. Nothing may be left to do. */
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
  const [bookedCents, cashCents] = [cashInBooks(simulation), await cashAtStripe(simulation)];
  const unreturned = (state?.wrongPayments ?? []).filter(
    (payment) => reversedCents(payment) < payment.amountCents,
  );
  return [
    ...Object.keys(state?.refusals ?? {}).map((id) =>
      openRefusal(state!, id) ? `${id} has not ended` : null,
    ),
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
    unreturned.length > 0 && 'a payment with a wrong amount is not returned',
    bookedCents !== cashCents && `the books have ${bookedCents} cents at Stripe, not ${cashCents}`,
    state && state.refundOrders.length > 0 && 'a refund is missing',
    ...simulation.courtly.stripeFaults.repeatedKeys.map((key) => `a refusal of ${key} is ignored`),
    ...missingMemberNotifications(simulation),
    ...(simulation.events as unknown as readonly MembershipEvent[]).map(
      ({ type, data }) =>
        type === 'EliteStepRefused' &&
        data.attempts > MAX_REFUSALS &&
        'a refused step was repeated without an admin',
    ),
    ...simulation.events.flatMap((event) => check(event)),
    ...simulation.courtly.bugs.map((bug) => (bug as Error).stack ?? ''),
  ].filter((problem) => typeof problem === 'string');
};
