import type { Intent, Payment } from '../payments/payment.js';
import { disputedCents } from '../payments/disputes.js';
import { refundedCents } from '../payments/payment-sums.js';

const refundedAtStripe = ({ refunds }: Intent): number =>
  refunds.reduce((subtotal, { amountCents, failed }) => subtotal + (failed ? 0 : amountCents), 0);

const disputedAtStripe = ({ disputes }: Intent): number =>
  disputes.reduce(
    (subtotal, { takenCents, returnedCents }) => subtotal + takenCents - returnedCents,
    0,
  );

/** Describes each difference between the log and Stripe in one sentence. Amounts are cents. */
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
  const [disputedInLog, disputedByStripe] = [
    disputedCents(loggedPayment),
    disputedAtStripe(stripeIntent),
  ];
  const [refundedInLog, refundedByStripe] = [
    refundedCents(loggedPayment),
    refundedAtStripe(stripeIntent),
  ];
  return [
    ...(loggedPayment.isMismatched
      ? [
          `Stripe's amount of ${stripeIntent.amountCents} ${stripeIntent.currency} differs from the price of the booking`,
        ]
      : []),
    ...(loggedPayment.status === stripeIntent.status
      ? []
      : [`it is ${loggedPayment.status} in the log, but ${stripeIntent.status} at Stripe`]),
    ...(loggedPayment.capturedCents === stripeIntent.receivedCents
      ? []
      : [
          `the log has a charge of ${loggedPayment.capturedCents}, but Stripe has ${stripeIntent.receivedCents}`,
        ]),
    ...(refundedInLog === refundedByStripe
      ? []
      : [`the log has refunds of ${refundedInLog}, but Stripe has ${refundedByStripe}`]),
    ...(disputedInLog === disputedByStripe
      ? []
      : [`the log has disputes of ${disputedInLog}, but Stripe has ${disputedByStripe}`]),
  ];
};
