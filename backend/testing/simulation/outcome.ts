import type Stripe from 'stripe';
import { transferGroupOf } from '../../src/money/payments/payment.js';
import { imbalanceOf } from '../../src/money/ledger/accounts.js';
import type { MoneySimulation } from './money-simulation.js';
import { missingNotifications } from './notified.js';

const ALL = { limit: 100 };

/** The money movements at Stripe by the end, in cents. */
export type MovedCents = Readonly<{
  /** The amount that was charged and neither refunded nor withdrawn by a bank. */
  keptCents: number;
  /** The amount that is still authorized. */
  heldCents: number;
  hostCents: number;
}>;

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Everything at Stripe, without looking at the log. */
export type AtStripe = Readonly<{
  intents: readonly Stripe.PaymentIntent[];
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
  transfers: readonly Stripe.Transfer[];
  /** The transactions of the platform, oldest first. */
  transactions: readonly Stripe.BalanceTransaction[];
}>;

const readStripe = async ({ stripeApi }: MoneySimulation): Promise<AtStripe> => {
  const [intents, refunds, disputes, transfers, transactions] = await Promise.all([
    stripeApi.paymentIntents.list(ALL),
    stripeApi.refunds.list(ALL),
    stripeApi.disputes.list(ALL),
    stripeApi.transfers.list(ALL),
    stripeApi.balanceTransactions.list(ALL),
  ]);
  return {
    intents: intents.data,
    refunds: refunds.data,
    disputes: disputes.data,
    transfers: transfers.data,
    transactions: transactions.data.toReversed(),
  };
};

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : reference?.id;

/** What belongs to one booking, except for the transactions. */
const ofBooking = (stripe: AtStripe, bookingId: string): AtStripe => {
  const intents = stripe.intents.filter(({ metadata }) => metadata['bookingId'] === bookingId);
  const ids = intents.map(({ id }) => id);
  const isPaidBy = ({ payment_intent: paidBy }: Pick<Stripe.Refund, 'payment_intent'>) =>
    ids.includes(idOf(paidBy) ?? '');
  return {
    ...stripe,
    intents,
    refunds: stripe.refunds.filter(isPaidBy),
    disputes: stripe.disputes.filter(({ payment_intent }) =>
      isPaidBy({ payment_intent: idOf(payment_intent) ?? null }),
    ),
    transfers: stripe.transfers.filter(
      ({ transfer_group: group }) => group === transferGroupOf(bookingId),
    ),
  };
};

const chargedCents = ({ intents }: AtStripe) =>
  sum(intents.map(({ amount_received }) => amount_received));
const refundedCents = ({ refunds }: AtStripe) =>
  sum(refunds.map(({ amount, status }) => (status === 'succeeded' ? amount : 0)));
/** The amount that banks withdrew and did not return, without fees. */
const withdrawnCents = ({ disputes }: AtStripe) =>
  sum(
    disputes.flatMap(({ balance_transactions }) =>
      balance_transactions.map(({ amount }) => -amount),
    ),
  );

const movedCents = (stripe: AtStripe): MovedCents => ({
  keptCents: chargedCents(stripe) - refundedCents(stripe) - withdrawnCents(stripe),
  heldCents: sum(stripe.intents.map(({ amount_capturable }) => amount_capturable)),
  hostCents: sum(stripe.transfers.map(({ amount, amount_reversed }) => amount - amount_reversed)),
});

/** The agreed result of a booking: the amounts for the player and for the host, in cents. */
type Agreed = Readonly<{
  totalCents: number;
  returnedCents: number;
  /** The part of the refund that is for the cancellation. */
  cancelledCents: number;
  hostCents: number;
  /** The tax on the amount that stays charged, which is the same share as in the price. */
  taxCents: number;
  /** The part of the tax that is left after the host's share. */
  taxBeforeHostCents: number;
}>;

const isByCourtly = ({ metadata }: Stripe.Refund) => Boolean(metadata?.['bookingId']);
const isForOrder = ({ metadata }: Stripe.Refund) => Boolean(metadata?.['orderId']);

const succeededCents = (
  { refunds }: AtStripe,
  isCounted: (refund: Stripe.Refund) => boolean,
): number =>
  sum(
    refunds.map((refund) =>
      refund.status === 'succeeded' && isCounted(refund) ? refund.amount : 0,
    ),
  );

/** Refunds made in Stripe's dashboard and not returned by the bank. */
const dashboardCents = (stripe: AtStripe): number =>
  succeededCents(stripe, (refund) => !isByCourtly(refund));

/**
 * What the player got back for the cancellation, in refunds or because it was not charged, and in
 * the dashboard.
 */
const givenBackCents = (simulation: MoneySimulation, stripe: AtStripe, totalCents: number) => {
  const { byHandCents, settledChargeCents, settledRefundCents } = simulation;
  const notChargedCents = Math.max(0, totalCents - chargedCents(stripe) - settledChargeCents);
  const ordersLeftCents = byHandCents - settledRefundCents - succeededCents(stripe, isForOrder);
  const refunded = succeededCents(stripe, (refund) => !isForOrder(refund));
  return refunded + Math.max(0, notChargedCents - Math.max(0, ordersLeftCents));
};

/**
 * Dashboard refunds count toward a cancellation that is not refunded yet. Hosts never bear them.
 * `refundProblems` checks that Courtly did not refund too much for the cancellation.
 */
const agreedOf = async (simulation: MoneySimulation, stripe: AtStripe): Promise<Agreed | null> => {
  const booking = await simulation.booking();
  if (!booking) return null;
  const { status, cancellation, totalCents, taxCents, payoutCents } = booking;
  if (status !== 'completed' && status !== 'cancelled')
    throw new Error(`the booking is still ${status}`);
  const { byHandCents, hostByHandCents } = simulation;
  const cancelledCents = cancellation?.refundCents ?? 0;
  const toCancellation = Math.min(
    cancelledCents + dashboardCents(stripe),
    Math.max(cancelledCents, givenBackCents(simulation, stripe, totalCents)),
  );
  const agreedHostCents = cancellation ? cancellation.hostCents : payoutCents;
  const waivedCents = simulation.isWaived ? simulation.settledChargeCents : 0;
  // Courtly bears dashboard refunds, but not their tax. No tax is due on a waived amount.
  const taxedCents = Math.max(0, totalCents - cancelledCents - byHandCents - waivedCents);
  const hostCents = Math.max(0, agreedHostCents - hostByHandCents);
  const dueTaxCents = Math.round((taxedCents * taxCents) / totalCents);
  return {
    totalCents,
    returnedCents: Math.min(totalCents, toCancellation + byHandCents),
    cancelledCents,
    hostCents,
    taxCents: dueTaxCents,
    taxBeforeHostCents: Math.min(dueTaxCents, Math.max(0, taxedCents - hostCents)),
  };
};

/**
 * Courtly's refunds must never exceed the amount that was finally agreed. A refund for the
 * cancellation is only the part that neither the dashboard nor a bank has already returned.
 */
const refundProblems = (
  { refunds, disputes, transactions }: AtStripe,
  { totalCents, returnedCents, cancelledCents }: Agreed,
  collectedCents: number,
): string[] => {
  const unpaidCents = totalCents - collectedCents;
  const refundsById = new Map(refunds.map((refund) => [refund.id, refund]));
  const disputeIds = disputes.map(({ id }) => id);
  let byCourtlyCents = 0;
  let toCancellationCents = 0;
  return transactions.flatMap(({ reporting_category: category, amount, source }) => {
    const isOwnDispute = /^dispute/.test(category) && disputeIds.includes(idOf(source) ?? '');
    if (isOwnDispute) toCancellationCents -= amount;
    const refund = refundsById.get(String(source));
    if (!/^refund/.test(category) || !refund) return [];
    if (!isForOrder(refund)) toCancellationCents -= amount;
    if (!isByCourtly(refund)) return [];
    byCourtlyCents -= amount;
    if (category !== 'refund') return [];
    const excessCents = isForOrder(refund)
      ? byCourtlyCents - (returnedCents - unpaidCents)
      : toCancellationCents - (cancelledCents - unpaidCents);
    return excessCents > 0 ? [`a refund gave back ${excessCents} cents too much`] : [];
  });
};

/** The host's share with the accepted adjustments: between zero and the price. */
const adjusted = ({ adjustments }: MoneySimulation, shareCents: number, totalCents: number) =>
  Math.min(totalCents, Math.max(0, shareCents + sum(adjustments)));

/** A booking with what it moved at Stripe and what was agreed. */
type EndedBooking = Readonly<{ simulation: MoneySimulation; stripe: AtStripe; agreed: Agreed }>;

/**
 * The part of the host's share that a charge funds, in cents. A debt pays the host unless an admin
 * waived it.
 */
const shareOf = ({ simulation, stripe, agreed }: EndedBooking): number => {
  const { hostCents, taxBeforeHostCents } = agreed;
  const { settledRefundCents, settledChargeCents, byHandCents, hostByHandCents } = simulation;
  if (chargedCents(stripe) === 0)
    return settledChargeCents === 0 || simulation.isWaived ? 0 : hostCents;
  const collected = chargedCents(stripe) + (simulation.isWaived ? 0 : settledChargeCents);
  const refunded = refundedCents(stripe) + (simulation.isWaived ? 0 : settledRefundCents);
  const withdrawn = withdrawnCents(stripe);
  const borneByPlatform = byHandCents - hostByHandCents + dashboardCents(stripe);
  const leftCents =
    collected - (withdrawn > 0 ? refunded + withdrawn : Math.max(0, refunded - borneByPlatform));
  return Math.max(0, Math.min(hostCents, leftCents - taxBeforeHostCents));
};

/**
 * The host has their adjusted shares, and the books show what Courtly bears of them. One payout can
 * repay what the host owes for another booking.
 */
const shareProblems = (stripe: AtStripe, bookings: readonly EndedBooking[]): string[] => {
  const { hostCents } = movedCents(stripe);
  const shareCents = sum(bookings.map(shareOf));
  const dueCents = sum(
    bookings.map((booking) =>
      adjusted(booking.simulation, shareOf(booking), booking.agreed.totalCents),
    ),
  );
  const bookedCents = bookings[0]?.simulation.balances().payoutAdjustments ?? 0;
  const bornCents = dueCents - shareCents;
  return [
    ...(hostCents === dueCents ? [] : [`the host got ${hostCents} of ${dueCents} cents`]),
    ...(bookedCents === bornCents
      ? []
      : [`${bookedCents} of ${bornCents} cents are booked as adjustments`]),
  ];
};

/**
 * A bank's withdrawal counts toward the cancellation, but every manual order is refunded in full,
 * unless nothing of the charge is left.
 */
const orderProblems = (simulation: MoneySimulation, stripe: AtStripe): string[] => {
  const { byHandCents, settledRefundCents, settledChargeCents } = simulation;
  const isSettled = settledRefundCents + settledChargeCents > 0;
  if (isSettled || movedCents(stripe).keptCents === 0) return [];
  const madeCents = sum(
    stripe.refunds.map((refund) =>
      isForOrder(refund) && refund.status === 'succeeded' ? refund.amount : 0,
    ),
  );
  return madeCents === byHandCents
    ? []
    : [`${madeCents} of ${byHandCents} cents of manual orders were refunded`];
};

/**
 * The problems of a booking whose card was charged, perhaps for the rest of an amount that an admin
 * settled. A bank's decision can cost the player's share.
 */
const chargeProblems = ({ simulation, stripe, agreed }: EndedBooking): string[] => {
  const { totalCents, returnedCents } = agreed;
  const { settledRefundCents, settledChargeCents } = simulation;
  const collected = chargedCents(stripe) + (simulation.isWaived ? 0 : settledChargeCents);
  const withdrawn = withdrawnCents(stripe);
  const moved = movedCents(stripe);
  const dueCents = totalCents - returnedCents + settledRefundCents - settledChargeCents;
  const isKeptRight = withdrawn > 0 ? moved.keptCents <= dueCents : moved.keptCents === dueCents;
  return [
    ...(isKeptRight ? [] : [`${moved.keptCents} of ${dueCents} cents were kept`]),
    ...orderProblems(simulation, stripe),
    ...refundProblems(stripe, agreed, collected),
  ];
};

/** A debt requires that a bank declined the charge or that the authorization expired at Stripe. */
const isDebtExplained = ({ courtly }: MoneySimulation, { intents }: AtStripe): boolean =>
  courtly.stripeFaults.wasCaptureDeclined ||
  intents.some(({ cancellation_reason: reason }) => reason === 'expired');

/**
 * The card paid nothing, because an admin settled the whole debt or nothing was ever due. The host
 * is paid for a debt unless it was waived.
 */
const debtProblems = (
  { simulation, stripe, agreed: { totalCents, returnedCents } }: EndedBooking,
  wasPaid: boolean,
): string[] => {
  const { settledChargeCents, settledDebtCents, settledRefundCents, isWaived } = simulation;
  const owedCents = wasPaid ? totalCents - returnedCents : 0;
  const settledCents = settledChargeCents - settledRefundCents;
  // A charge that was waived before the player canceled is larger than the debt.
  const isSettled = isWaived ? settledCents >= owedCents : settledCents === owedCents;
  if (!isSettled) return [`a debt of ${owedCents} cents was settled with ${settledCents}`];
  const isExplained = settledDebtCents === 0 || isDebtExplained(simulation, stripe);
  return isExplained ? [] : ['nothing explains the debt'];
};

/** The books must balance and equal Stripe's balance, and nothing may still be owed. */
const bookProblems = (
  simulations: readonly MoneySimulation[],
  stripe: AtStripe,
  expectedTax: number,
): string[] => {
  const balances = simulations[0]!.balances();
  const { stripeCash = 0, bank = 0 } = balances;
  const settledCents = sum(
    simulations.map(({ settledChargeCents, settledRefundCents, isWaived }) =>
      isWaived ? 0 : settledChargeCents - settledRefundCents,
    ),
  );
  const balanceCents = sum(stripe.transactions.map(({ net }) => net));
  const taxPayable = 0 - (balances.taxPayable ?? 0);
  const payoutCents = sum(
    stripe.transactions.map(({ type, net }) => (/^(payout|topup)/.test(type) ? -net : 0)),
  );
  const bankCents = payoutCents + settledCents;
  const settledAccounts = [
    ...(['heldPayments', 'refundsPayable', 'playersReceivable', 'hostsReceivable'] as const),
    ...(['hostsPayable', 'disputedFunds'] as const),
  ];
  return [
    imbalanceOf(balances) !== 0 && 'the books do not balance',
    stripeCash !== balanceCents &&
      `the books have ${stripeCash} of ${balanceCents} cents at Stripe`,
    taxPayable !== expectedTax &&
      `the tax payable is ${taxPayable}, but ${expectedTax} is in what stays charged`,
    bank !== bankCents && `the bank has ${bank} of ${bankCents} cents`,
    ...settledAccounts.map(
      (account) => balances[account] !== undefined && `${account} is ${balances[account]}`,
    ),
  ].filter((problem) => problem !== false);
};

/** The problems of one booking, except for those of the host's share and the books. */
const bookingProblems = async (
  simulation: MoneySimulation,
  stripe: AtStripe,
  agreed: Agreed | null,
): Promise<string[]> => {
  const booking = await simulation.booking();
  const reason = booking?.cancellation?.reason;
  const wasPaid = booking?.cancellation?.rule !== 'not_paid' && booking?.paymentStatus !== 'unpaid';
  const ended = agreed && { simulation, stripe, agreed };
  const moneyProblems = !ended
    ? []
    : chargedCents(stripe) > 0
      ? chargeProblems(ended)
      : debtProblems(ended, wasPaid);
  return [
    ...moneyProblems,
    ...(simulation.isPaidInTime && reason === 'not_paid' ? ['it was paid in time'] : []),
    ...(simulation.obligation()?.what ? [`${simulation.obligation()!.what} is left`] : []),
    ...simulation.unalerted.map((what) => `no admin was alerted of ${what}`),
  ];
};

/**
 * The final movements and problems, computed from Stripe, the end of the bookings, the cancel
 * table, and accepted refunds. The host is paid: every history ends with an active account.
 */
export const outcomeOf = async (
  ...simulations: readonly MoneySimulation[]
): Promise<Readonly<{ moved: MovedCents; problems: string[] }>> => {
  const [first] = simulations;
  const { courtly } = first!;
  const stripe = await readStripe(first!);
  const moved = movedCents(stripe);
  const problems: string[] = [];
  const ended: EndedBooking[] = [];
  for (const simulation of simulations) {
    const own = ofBooking(stripe, simulation.bookingId);
    const agreed = await agreedOf(simulation, own);
    problems.push(...(await bookingProblems(simulation, own, agreed)));
    if (agreed) ended.push({ simulation, stripe: own, agreed });
  }
  const taxCents = sum(ended.map(({ agreed }) => agreed.taxCents));
  const own = simulations.map((simulation) => ({
    simulation,
    stripe: ofBooking(stripe, simulation.bookingId),
  }));
  return {
    moved,
    problems: [
      ...problems,
      ...shareProblems(stripe, ended),
      ...(moved.heldCents > 0 ? [`${moved.heldCents} cents are still held`] : []),
      ...bookProblems(simulations, stripe, taxCents),
      ...courtly.stripeFaults.repeatedKeys.map((key) => `a refusal of ${key} is ignored`),
      ...courtly.bugs.map(String),
      ...(await missingNotifications(own)),
    ],
  };
};
