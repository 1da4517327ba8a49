import { imbalanceOf } from '../../src/money/ledger/accounts.js';
import type { MoneySimulation } from './money-simulation.js';

/** What moved at Stripe in the end, in cents. */
export type MovedCents = Readonly<{
  /** Charged and not refunded. */
  keptCents: number;
  /** Still authorized. */
  heldCents: number;
  hostCents: number;
}>;

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Reads what moved from Stripe alone, without the log. */
export const movedCents = async ({ stripeApi }: MoneySimulation): Promise<MovedCents> => {
  const [intents, refunds, transfers] = await Promise.all([
    stripeApi.paymentIntents.list({ limit: 100 }),
    stripeApi.refunds.list({ limit: 100 }),
    stripeApi.transfers.list({ limit: 100 }),
  ]);
  const refundedCents = refunds.data.map(({ amount, status }) =>
    status === 'succeeded' ? amount : 0,
  );
  return {
    keptCents: sum(intents.data.map(({ amount_received }) => amount_received)) - sum(refundedCents),
    heldCents: sum(intents.data.map(({ amount_capturable }) => amount_capturable)),
    hostCents: sum(transfers.data.map(({ amount, amount_reversed }) => amount - amount_reversed)),
  };
};

/** Refunds that were made in Stripe's dashboard, before any cancellation, and not returned. */
const dashboardCents = async ({ stripeApi }: MoneySimulation): Promise<number> => {
  const { data } = await stripeApi.refunds.list({ limit: 100 });
  return sum(
    data.map(({ amount, status, metadata }) =>
      status === 'succeeded' && !metadata?.['bookingId'] ? amount : 0,
    ),
  );
};

/**
 * What must have moved, from the end of the booking, the cancel table's result, refunds in the
 * dashboard, which count toward the cancellation, and the accepted refunds by hand. A host is paid because every history ends with an active account.
 * @throws Error if the booking has not ended
 */
export const expectedCents = async (simulation: MoneySimulation): Promise<MovedCents> => {
  const booking = await simulation.booking();
  const { byHandCents, hostByHandCents, settledRefundCents, settledChargeCents } = simulation;
  if (!booking) return { keptCents: 0, heldCents: 0, hostCents: 0 };
  const { status, cancellation, totalCents, payoutCents } = booking;
  const goodwillCents = await dashboardCents(simulation);
  if (status === 'completed') {
    if (settledChargeCents > 0) return debtOf(totalCents, settledChargeCents);
    return {
      keptCents: Math.max(0, totalCents - byHandCents - goodwillCents) + settledRefundCents,
      heldCents: 0,
      hostCents: payoutCents - hostByHandCents,
    };
  }
  if (status !== 'cancelled') throw new Error(`the booking is still ${status}`);
  const wasCharged = cancellation!.rule !== 'not_paid' && booking.paymentStatus !== 'unpaid';
  if (!wasCharged) return { keptCents: 0, heldCents: 0, hostCents: 0 };
  const { refundCents, hostCents } = cancellation!;
  const returnedCents = Math.max(refundCents, goodwillCents) + byHandCents;
  const keptCents = Math.max(0, totalCents - returnedCents);
  if (settledChargeCents > 0) return debtOf(keptCents, settledChargeCents);
  return {
    keptCents: keptCents + settledRefundCents,
    heldCents: 0,
    hostCents: Math.max(0, hostCents - hostByHandCents),
  };
};

/** Nothing moved at Stripe, because an admin settled the whole debt. */
const debtOf = (owedCents: number, settledCents: number): MovedCents => {
  if (settledCents !== owedCents)
    throw new Error(`a debt of ${owedCents} cents was settled with ${settledCents}`);
  return { keptCents: 0, heldCents: 0, hostCents: 0 };
};

/** The problems of the books in the end: they must equal Stripe, and nothing may be owed anymore. */
export const bookProblems = async (
  simulation: MoneySimulation,
  { keptCents, hostCents }: MovedCents,
): Promise<string[]> => {
  const balances = simulation.balances();
  const { stripeCash = 0, stripeFees = 0, outsideStripe = 0 } = balances;
  const { settledRefundCents, settledChargeCents } = simulation;
  const booking = await simulation.booking();
  const { totalCents = 0, taxCents = 0, cancellation } = booking ?? {};
  // What is not refunded as agreed contains the same share of tax as the price.
  const returnedCents = (cancellation?.refundCents ?? 0) + simulation.byHandCents;
  const dueCents = Math.max(0, totalCents - returnedCents);
  const expectedTax = totalCents === 0 ? 0 : Math.round((dueCents * taxCents) / totalCents);
  const taxPayable = 0 - (balances.taxPayable ?? 0);
  // A host is not paid for a debt that was settled outside Stripe, so their share stays open.
  const isDebt = settledChargeCents > 0;
  const settledAccounts = [
    ...(['heldPayments', 'refundsPayable', 'playersReceivable', 'hostsReceivable'] as const),
    ...(isDebt ? [] : (['hostsPayable'] as const)),
  ];
  return [
    imbalanceOf(balances) !== 0 && 'the books do not balance',
    stripeCash + stripeFees !== keptCents - hostCents && 'cash does not equal what moved at Stripe',
    taxPayable !== expectedTax &&
      `the tax payable is ${taxPayable}, but ${expectedTax} is in what stays charged`,
    outsideStripe !== settledChargeCents - settledRefundCents && 'other settlements are missing',
    ...settledAccounts.map(
      (account) => balances[account] !== undefined && `${account} is ${balances[account]}`,
    ),
  ].filter((problem) => problem !== false);
};
