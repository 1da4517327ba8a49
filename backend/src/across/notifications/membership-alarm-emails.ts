import { formatAmount, toAmount } from '@courtly/contracts/amount';
import type { MembershipNotificationType } from '@courtly/contracts/notifications';
import type { z } from 'zod';
import type { Email } from '../../platform/mail/email-body.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import { type EmailReader, memberEmail } from './notification-emails.js';

export type MembershipAlarmType = z.infer<typeof MembershipNotificationType>;

/** What admins must know about a membership's payment. Instants are UTC. */
export type MembershipAlarmDetails = Readonly<{
  amountCents: number;
  currency: string;
  stripeId: string;
  /** Stripe's code and the next attempt. */
  refusal: Readonly<{ code: string; tryAgainAt: string }> | null;
  /** The deadline of an open dispute. */
  respondBy: string | null;
  /** Whether the dispute ended before the email was written. */
  isDisputeOver: boolean;
}>;

type EmailTexts = readonly [subject: string, ...sentences: string[]];

/** Memberships have no city, so times are in UTC. */
const ZONE = 'UTC';

const amountOf = ({ amountCents, currency }: MembershipAlarmDetails): string =>
  formatAmount(toAmount(amountCents, currency));

const respondText = ({ stripeId, respondBy, isDisputeOver }: MembershipAlarmDetails): string => {
  if (isDisputeOver) return `${stripeId} is already closed in Stripe, so it needs no response.`;
  const deadline = respondBy ? `by ${formatInstant(ZONE, respondBy)}` : 'before its deadline';
  return `Respond to ${stripeId} in Stripe ${deadline}, with the evidence from the Money page.`;
};

const texts: Record<MembershipAlarmType, (details: MembershipAlarmDetails) => EmailTexts> = {
  membership_mismatched: (details) => [
    "A payment doesn't match the membership price",
    `Stripe shows a membership payment of ${amountOf(details)} (${details.stripeId}), which doesn't match the price. It doesn't grant a membership.`,
    'Return the payment to the member.',
  ],
  membership_inquiry: (details) => [
    'A bank inquired about a membership payment',
    `The member's bank inquired about the payment of ${amountOf(details)}. It hasn't taken any money.`,
    respondText(details),
  ],
  membership_fraud_warned: (details) => [
    'A membership payment may be fraudulent',
    `The cardholder's bank reported the membership payment of ${amountOf(details)} as fraud (${details.stripeId} in Stripe). A dispute often follows.`,
    'A full refund prevents the dispute and its fee. If you trust the payment, mark the case as done.',
  ],
  membership_reversed: (details) => [
    'A membership payment was taken back',
    `${amountOf(details)} of a membership was refunded in Stripe's dashboard or taken back by the member's bank (${details.stripeId} in Stripe).`,
    ...(details.respondBy ? [respondText(details)] : []),
  ],
  membership_dispute_lost: (details) => [
    'A dispute about a membership was lost',
    `The bank decided the dispute about ${amountOf(details)} in favor of the member (${details.stripeId} in Stripe).`,
  ],
  membership_refund_refused: (details) => [
    'A membership refund failed',
    `A membership refund of ${amountOf(details)} didn't go through (${details.stripeId} in Stripe).`,
    'Retry the refund or settle it another way.',
  ],
  membership_cancellation_refused: (details) => [
    "A membership payment couldn't be canceled",
    `Stripe refused to cancel a membership payment of ${amountOf(details)} (${details.stripeId} in Stripe): ${details.refusal?.code}. Until it is canceled, the member could still be charged.`,
    ...(details.refusal
      ? [`Courtly will try again on ${formatInstant(ZONE, details.refusal.tryAgainAt)}.`]
      : []),
  ],
  membership_retries_ended: (details) => [
    'A cancellation needs your action',
    `Stripe refused to cancel a membership payment of ${amountOf(details)} several times: ${details.refusal?.code}. Courtly has stopped trying.`,
    `Cancel ${details.stripeId} in Stripe, or retry the step. Until it is canceled, the member could still be charged.`,
  ],
};

/** An email for an admin about a membership's payment. Names the Stripe object, not the member. */
export const membershipAlarmEmail = (
  emailReader: EmailReader,
  type: MembershipAlarmType,
  details: MembershipAlarmDetails,
): Email => {
  const [subject, ...sentences] = texts[type](details);
  return memberEmail(emailReader, subject, sentences);
};
