import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { followedStripeEvents, stripeEventJobs } from './stripe-event-jobs.js';

const stripeEvent = (type: string, object: object, account?: string): Stripe.Event =>
  ({ id: 'evt_1', type, account, data: { object } }) as unknown as Stripe.Event;
const ofBooking = { metadata: { bookingId: 'booking-1' } };

it.each<[string, Stripe.Event, unknown[]]>([
  [
    'the booking of a payment',
    stripeEvent('payment_intent.succeeded', ofBooking),
    [['settlement', 'settle.evt_1', { bookingId: 'booking-1' }]],
  ],
  [
    'the payout of a transfer',
    stripeEvent('transfer.reversed', ofBooking),
    [['payouts', 'payout.evt_1', { bookingId: 'booking-1' }]],
  ],
  [
    'the account of a host',
    stripeEvent('account.updated', { metadata: { hostId: 'hana' } }, 'acct_1'),
    [['payoutAccounts', 'account.evt_1', { hostId: 'hana', accountId: 'acct_1' }]],
  ],
  [
    'the account of a host whose bank returned a payout',
    stripeEvent('payout.failed', { metadata: {} }, 'acct_1'),
    [['payoutAccounts', 'account.evt_1', { hostId: null, accountId: 'acct_1' }]],
  ],
  [
    'the payout to the bank of the platform',
    stripeEvent('payout.created', { id: 'po_1', metadata: {} }),
    [['platformPayouts', 'platformPayout.evt_1', { payoutId: 'po_1' }]],
  ],
  [
    'only the top-up that the event names',
    stripeEvent('topup.succeeded', { id: 'tu_1', metadata: {} }),
    [['platformPayouts', 'platformPayout.evt_1', { topUpId: 'tu_1' }]],
  ],
  [
    'the payment of a dispute, which may be for a booking or a membership',
    stripeEvent('charge.dispute.created', {
      object: 'dispute',
      metadata: {},
      payment_intent: 'pi_1',
    }),
    [
      ['settlement', 'settle.evt_1', { intentId: 'pi_1' }],
      ['membershipSettlement', 'member.evt_1', { intentId: 'pi_1' }],
    ],
  ],
  [
    'the payment of a refund that was made in the dashboard',
    stripeEvent('refund.created', {
      object: 'refund',
      metadata: {},
      payment_intent: 'pi_1',
    }),
    [
      ['settlement', 'settle.evt_1', { intentId: 'pi_1' }],
      ['membershipSettlement', 'member.evt_1', { intentId: 'pi_1' }],
    ],
  ],
  [
    'an early fraud warning',
    stripeEvent('radar.early_fraud_warning.created', {
      id: 'issfr_1',
      object: 'radar.early_fraud_warning',
      payment_intent: 'pi_1',
    }),
    [['fraudWarnings', 'fraudWarning.evt_1', { warningId: 'issfr_1' }]],
  ],
  [
    'the member of a subscription',
    stripeEvent('customer.subscription.updated', { metadata: { userId: 'ann' } }),
    [['membershipSettlement', 'member.evt_1', { userId: 'ann' }]],
  ],
  ['nothing for an object that is not ours', stripeEvent('charge.refunded', { metadata: {} }), []],
])('reads %s', (_, event, jobs) => {
  expect(followedStripeEvents).toContain(event.type);
  expect(
    stripeEventJobs(event).map(({ process, job }) => [process.name, job.id, job.data]),
  ).toEqual(jobs);
});
