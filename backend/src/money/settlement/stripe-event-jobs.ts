import type Stripe from 'stripe';
import { memberReferenceOf, membershipSettlement } from '../../people/membership/member-of.js';
import type { AnyProcess, Job } from '../../platform/processes/process.js';
import { fraudWarningJob, fraudWarningsProcess } from '../cases/fraud-warning-job.js';
import { accountJob, accountsProcess } from '../payouts/account-job.js';
import {
  type PlatformPayoutJobData,
  platformPayoutJob,
  platformPayoutsProcess,
} from '../payouts/platform-payout-job.js';
import { payoutJob, payoutSettlement } from '../payouts/payout-job.js';
import { settlement } from './settlement.process.js';

export type StripeEventJob = Readonly<{ process: Pick<AnyProcess, 'name' | 'queue'>; job: Job }>;

/**
 * The events that Courtly follows and that endpoints at Stripe must send: `account.updated` of
 * connected accounts, payout events of those and of the platform, and all others of the platform.
 */
export const followedStripeEvents: readonly string[] = [
  'account.updated',
  'charge.captured',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.expired',
  'charge.refunded',
  'charge.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payout.canceled',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'topup.reversed',
  'topup.succeeded',
  'transfer.created',
  'transfer.reversed',
];

/** Dashboard refunds and disputes name only their intent. */
const namesOnlyIntent = (type: string): boolean =>
  type.startsWith('charge.dispute.') || type.startsWith('refund.');

/** Our objects at Stripe carry the id of the booking or host. */
const subjectOf = ({ type, data: { object } }: Stripe.Event) => {
  const { bookingId, hostId } = ('metadata' in object && object.metadata) || {};
  const paymentIntent =
    namesOnlyIntent(type) && 'payment_intent' in object ? object.payment_intent : null;
  return { bookingId, hostId, intentId: typeof paymentIntent === 'string' ? paymentIntent : null };
};

/** The payout to Courtly's bank, or the top-up, that an event names. */
const platformObjectOf = ({
  type,
  account,
  data: { object },
}: Stripe.Event): PlatformPayoutJobData | null => {
  if (account || !('id' in object)) return null;
  if (type.startsWith('payout.')) return { payoutId: object.id };
  return type.startsWith('topup.') ? { topUpId: object.id } : null;
};

/**
 * The jobs that read the objects named in a Stripe event. They read the current state, so the order
 * and repetition of events don't matter.
 */
export const stripeEventJobs = (stripeEvent: Stripe.Event): StripeEventJob[] => {
  const { id, type, account, data } = stripeEvent;
  if (type === 'radar.early_fraud_warning.created')
    return [
      { process: fraudWarningsProcess, job: fraudWarningJob(id, { warningId: data.object.id }) },
    ];
  const { bookingId, hostId, intentId } = subjectOf(stripeEvent);
  const platformObject = platformObjectOf(stripeEvent);
  const jobs: StripeEventJob[] = [];
  const settle = (reference: Readonly<{ bookingId: string } | { intentId: string }>) =>
    jobs.push({ process: settlement, job: { id: `settle.${id}`, due: null, data: reference } });
  if (bookingId && type.startsWith('transfer.'))
    jobs.push({ process: payoutSettlement, job: payoutJob(id, bookingId) });
  else if (bookingId) settle({ bookingId });
  else if (platformObject)
    jobs.push({ process: platformPayoutsProcess, job: platformPayoutJob(id, platformObject) });
  else if (hostId || account)
    jobs.push({
      process: accountsProcess,
      job: accountJob(id, { hostId: hostId ?? null, accountId: account ?? null }),
    });
  else if (intentId) settle({ intentId });
  const memberReference = bookingId ? null : memberReferenceOf(data.object);
  if (memberReference)
    jobs.push({
      process: membershipSettlement,
      job: { id: `member.${id}`, due: null, data: memberReference },
    });
  return jobs;
};
