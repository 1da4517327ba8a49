import type { Intent, Payment } from '../payments/payment.js';
import { disputedCents, refundedCents } from '../payments/payment-sums.js';

const refundedAtStripe = ({ refunds }: Intent): number =>
  refunds.reduce((subtotal, { amountCents, failed }) => subtotal + (failed ? 0 : amountCents), 0);

const disputedAtStripe = ({ disputes }: Intent): number =>
  disputes.reduce(
    (subtotal, { takenCents, returnedCents }) => subtotal + takenCents - returnedCents,
    0,
  );

/** Where the log and Stripe say different things of one payment, a sentence each; amounts are cents. */
export const paymentDifferences = (
  loggedPayment: Payment | null,
  intent: Intent | null,
): string[] => {
  if (!loggedPayment) return ['Stripe has a payment that the log does not know'];
  if (!intent) return [`the log has payment ${loggedPayment.intentId}, and Stripe does not`];
  if (loggedPayment.intentId !== intent.intentId)
    return [`the log has payment ${loggedPayment.intentId}, and Stripe ${intent.intentId}`];
  const [disputedInLog, disputedByStripe] = [
    disputedCents(loggedPayment),
    disputedAtStripe(intent),
  ];
  const [refundedInLog, refundedByStripe] = [
    refundedCents(loggedPayment),
    refundedAtStripe(intent),
  ];
  return [
    ...(loggedPayment.isMismatched
      ? [`Stripe's amount of ${intent.amountCents} is not what the booking costs`]
      : []),
    ...(loggedPayment.status === intent.status
      ? []
      : [`it is ${loggedPayment.status} in the log, and ${intent.status} at Stripe`]),
    ...(refundedInLog === refundedByStripe
      ? []
      : [`${refundedInLog} came back by the log, and ${refundedByStripe} by Stripe`]),
    ...(disputedInLog === disputedByStripe
      ? []
      : [`banks have taken ${disputedInLog} by the log, and ${disputedByStripe} by Stripe`]),
  ];
};
