import { US_DOLLARS, formatCents } from '@courtly/contracts/amount';
import type { Dispute } from '../payments/disputes.js';
import { leftOfWrongCharge } from '../payments/wrong-charge.js';
import type { Intent, Payment } from '../payments/payment.js';

type Refund = Readonly<{ amountCents: number; failed: boolean }>;
type DisputeSums = Pick<
  Dispute,
  'status' | 'takenCents' | 'returnedCents' | 'feeCents' | 'returnedFeeCents'
>;

const refundText =
  (currency: string) =>
  ({ amountCents, failed }: Refund) =>
    `${formatCents(amountCents, currency)}${failed ? ', which failed' : ''}`;
const disputeText =
  (currency: string) =>
  ({ takenCents, returnedCents }: DisputeSums) =>
    `${formatCents(takenCents, currency)} withdrawn and ${formatCents(returnedCents, currency)} returned`;

/** Compares objects of one kind by Stripe's id. */
export const differencesById = <T>(
  kind: string,
  logged: Readonly<Record<string, T>>,
  atStripe: Readonly<Record<string, T>>,
  describe: (item: T) => string,
): string[] =>
  [...new Set([...Object.keys(logged), ...Object.keys(atStripe)])].flatMap((id) => {
    const [loggedItem, stripeItem] = [logged[id], atStripe[id]];
    if (!stripeItem)
      return [`the log has ${kind} ${id} of ${describe(loggedItem!)}, but Stripe does not`];
    if (!loggedItem)
      return [`Stripe has ${kind} ${id} of ${describe(stripeItem)}, but the log does not`];
    const [inLog, byStripe] = [describe(loggedItem), describe(stripeItem)];
    return inLog === byStripe
      ? []
      : [`the log has ${kind} ${id} of ${inLog}, but Stripe has ${byStripe}`];
  });

/** The payment with its wrong charge, if it has one, in place of the charge of the price. */
const chargedPayment = (payment: Payment): Payment => {
  const { wrongCharge } = payment;
  return wrongCharge
    ? {
        ...payment,
        status: 'captured',
        chargeId: wrongCharge.chargeId,
        capturedCents: wrongCharge.amountCents,
        feeCents: wrongCharge.feeCents,
        refunds: wrongCharge.refunds,
        disputes: wrongCharge.disputes,
      }
    : payment;
};

const chargeDifferences = (
  payment: Payment,
  { status, capturedCents, feeCents }: Payment,
  intent: Intent,
): (string | false)[] => {
  const stripeFee = intent.charge?.processorFeeCents ?? null;
  const { isMismatched, wrongCharge } = payment;
  const isHeld = wrongCharge
    ? wrongCharge.currency !== US_DOLLARS && leftOfWrongCharge(payment) > 0
    : isMismatched && payment.status !== 'cancelled';
  return [
    isHeld &&
      `Stripe's amount of ${formatCents(intent.amountCents, intent.currency)} differs from the price of the booking`,
    !isMismatched &&
      intent.currency !== US_DOLLARS &&
      `the log has ${US_DOLLARS}, but Stripe has ${intent.currency}`,
    status !== intent.status && `it is ${status} in the log, but ${intent.status} at Stripe`,
    capturedCents !== intent.receivedCents &&
      `the log has a charge of ${formatCents(capturedCents, intent.currency)}, but Stripe has ${formatCents(intent.receivedCents, intent.currency)}`,
    status === 'captured' &&
      stripeFee !== null &&
      feeCents !== stripeFee &&
      `the log has a fee of ${formatCents(feeCents)}, but Stripe has ${formatCents(stripeFee)}`,
  ];
};

const isMovedDifferently = (one: DisputeSums, other: DisputeSums): boolean =>
  one.takenCents !== other.takenCents || one.returnedCents !== other.returnedCents;

/** Differences in the decision and the fee of disputes that moved the same amounts. */
const decisionDifferences = (
  logged: Readonly<Record<string, DisputeSums>>,
  atStripe: Readonly<Record<string, DisputeSums>>,
): string[] =>
  Object.entries(logged).flatMap(([disputeId, inLog]) => {
    const byStripe = atStripe[disputeId];
    if (!byStripe || isMovedDifferently(inLog, byStripe)) return [];
    const [feeInLog, feeAtStripe] = [inLog, byStripe].map(
      ({ feeCents, returnedFeeCents }) => feeCents - returnedFeeCents,
    );
    return [
      inLog.status !== byStripe.status &&
        `dispute ${disputeId} is ${inLog.status} in the log, but ${byStripe.status} at Stripe`,
      feeInLog !== feeAtStripe &&
        `dispute ${disputeId} has a fee of ${formatCents(feeInLog!)} in the log, but ${formatCents(feeAtStripe!)} at Stripe`,
    ].filter((text) => text !== false);
  });

/** Describes each difference between the log and Stripe in one sentence. */
export const paymentDifferences = (
  loggedPayment: Payment | null,
  stripeIntent: Intent | null,
): string[] => {
  if (!loggedPayment) return ['Stripe has a payment that is not in the log'];
  if (!stripeIntent) return [`the log has payment ${loggedPayment.intentId}, but Stripe does not`];
  if (loggedPayment.intentId !== stripeIntent.intentId)
    return [
      `the log has payment ${loggedPayment.intentId}, but Stripe has ${stripeIntent.intentId}`,
    ];
  const charged = chargedPayment(loggedPayment);
  const stripeRefunds = stripeIntent.refunds.map((refund) => [refund.refundId, refund] as const);
  const stripeDisputes = stripeIntent.disputes.map(
    (dispute) => [dispute.disputeId, dispute] as const,
  );
  // Inquiries move no money, and the log contains only those that were open when it recorded them.
  const withMoney = (disputes: readonly (readonly [string, DisputeSums])[]) =>
    Object.fromEntries(disputes.filter(([, { takenCents }]) => takenCents !== 0));
  const loggedDisputes = withMoney(Object.entries(charged.disputes));
  const disputesAtStripe = withMoney(stripeDisputes);
  return [
    ...chargeDifferences(loggedPayment, charged, stripeIntent).filter((text) => text !== false),
    ...differencesById<Refund>(
      'refund',
      charged.refunds,
      Object.fromEntries(stripeRefunds),
      refundText(stripeIntent.currency),
    ),
    ...differencesById<DisputeSums>(
      'dispute',
      loggedDisputes,
      disputesAtStripe,
      disputeText(stripeIntent.currency),
    ),
    ...decisionDifferences(loggedDisputes, disputesAtStripe),
  ];
};
