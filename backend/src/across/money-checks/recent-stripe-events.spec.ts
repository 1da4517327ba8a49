import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import type { Queues } from '../../platform/processes/queues.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import type { StripeClient } from '../../platform/stores/stripe.js';
import { followedStripeEvents } from '../../money/settlement/stripe-event-jobs.js';
import { RecentStripeEvents, missingEvents } from './recent-stripe-events.service.js';

const refundEvent = (id: string, paymentIntent: string) => ({
  id,
  type: 'refund.updated',
  data: { object: { payment_intent: paymentIntent } },
});

it('repeats the newest job of each payment, and reads accounts, bank payouts, and fees', async () => {
  const jobs: string[] = [];
  const accountJobs: object[] = [];
  const platformJobs: string[] = [];
  const queues = {
    addJobs: (_: unknown, added: readonly { id: string }[]) =>
      Promise.resolve(platformJobs.push(...added.map(({ id }) => id))),
    runNow: (_: unknown, added: readonly { id: string }[]) => {
      jobs.push(...added.map(({ id }) => id));
      return Promise.resolve();
    },
    addTogether: (_: unknown, added: readonly { id: string; data: object }[]) => {
      accountJobs.push(...added.map(({ data }) => data));
      return Promise.resolve();
    },
  } as unknown as Queues;
  const readModels = { walk: () => Promise.resolve([{ hostId: 'hana' }]) };
  const stripeEvents = [
    refundEvent('evt_3', 'pi_1'),
    refundEvent('evt_2', 'pi_2'),
    refundEvent('evt_1', 'pi_1'),
  ];
  const listParams: object[] = [];
  const list = (params: object) => (listParams.push(params), stripeEvents);
  const stripeClient = { required: { events: { list } } };
  const recentStripeEvents = new RecentStripeEvents(
    stripeClient as unknown as StripeClient,
    queues,
    readModels as unknown as ReadModels,
    {} as Config,
  );
  await recentStripeEvents.settle(null, '2027-03-14T10:00:00.000Z');
  expect(jobs).toEqual(['settle.evt_3', 'settle.evt_2']);
  expect(accountJobs).toEqual([{ hostId: 'hana', accountId: null }]);
  const night = Date.parse('2027-03-14T10:00:00.000Z');
  expect(platformJobs).toEqual([`platformPayout.${night}`, `platformTransactions.${night}`]);

  await recentStripeEvents.settle('2027-03-03T10:00:00.000Z', '2027-03-14T10:00:00.000Z');
  expect(listParams).toEqual([
    { limit: 100 },
    { created: { gte: Date.parse('2027-03-03T10:00:00.000Z') / 1_000 }, limit: 100 },
  ]);
});

describe('the events that endpoints send', () => {
  const own = followedStripeEvents.filter((type) => type !== 'account.updated');
  const connected = ['account.updated', 'payout.failed', 'payout.paid'];
  const ofConnected = connected.map((type) => `${type} (connected accounts)`);

  it('are complete with one endpoint for each kind of account, in any order', () => {
    expect(missingEvents([own, connected])).toEqual([]);
    expect(missingEvents([connected, own])).toEqual([]);
    expect(missingEvents([['*'], ['*']])).toEqual([]);
  });

  it('lack those of connected accounts if one endpoint lists all events', () => {
    expect(missingEvents([followedStripeEvents])).toEqual(ofConnected);
    expect(missingEvents([['*']])).toEqual(ofConnected);
  });

  it('lack an event that only the endpoint for the other kind of account sends', () => {
    expect(missingEvents([own, ['account.updated']])).toEqual(ofConnected.slice(1));
    expect(missingEvents([own.filter((type) => type !== 'payout.paid'), connected])).toEqual([
      'payout.paid',
    ]);
  });

  it('are all missing without an endpoint', () =>
    expect(missingEvents([])).toEqual([...ofConnected, ...own]));
});
