import type { Intent, Payment } from '../payments/payment.js';
import { disputedCents, refundedCents } from '../payments/payment-sums.js';

const backFrom = ({ refunds }: Intent): number =>
  refunds.reduce((sum, { amountCents, failed }) => sum + (failed ? 0 : amountCents), 0);

const takenFrom = ({ disputes }: Intent): number =>
  disputes.reduce((sum, { takenCents, returnedCents }) => sum + takenCents - returnedCents, 0);

/** Where the log and Stripe say different things of one payment, a sentence each; amounts are cents. */
export const differencesOf = (noted: Payment | null, intent: Intent | null): string[] => {
  if (!noted) return ['Stripe has a payment that the log does not know'];
  if (!intent) return [`the log has payment ${noted.intentId}, and Stripe does not`];
  if (noted.intentId !== intent.intentId)
    return [`the log has payment ${noted.intentId}, and Stripe ${intent.intentId}`];
  const [taken, takenAtStripe] = [disputedCents(noted), takenFrom(intent)];
  const [back, backAtStripe] = [refundedCents(noted), backFrom(intent)];
  return [
    ...(noted.isMismatched
      ? [`Stripe's amount of ${intent.amountCents} is not what the booking costs`]
      : []),
    ...(noted.status === intent.status
      ? []
      : [`it is ${noted.status} in the log, and ${intent.status} at Stripe`]),
    ...(back === backAtStripe
      ? []
      : [`${back} came back by the log, and ${backAtStripe} by Stripe`]),
    ...(taken === takenAtStripe
      ? []
      : [`banks have taken ${taken} by the log, and ${takenAtStripe} by Stripe`]),
  ];
};
