import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { StripeClient } from '../../platform/stores/stripe.js';
import {
  RecordPlatformPayoutsCommand,
  RecordPlatformPayoutsHandler,
} from './platform-payouts.commands.js';

const created = Date.parse('2027-03-10T12:00:00.000Z') / 1_000;
const payout = { id: 'po_1', amount: 10_000, status: 'paid', failure_code: null, created };
const topUp = { id: 'tu_1', amount: 5_000, status: 'succeeded', created };

const eventsAfter = async (currency: string, input: RecordPlatformPayoutsCommand['input']) => {
  const store = new InMemoryEventStore();
  const { commands } = startProcess(store);
  const retrieved = <T>(object: object) => ({
    retrieve: async () => ({ ...object, currency }) as T,
  });
  const stripe = {
    payouts: retrieved<Stripe.Payout>(payout),
    topups: retrieved<Stripe.Topup>(topUp),
  } as unknown as Stripe;
  const handler = new RecordPlatformPayoutsHandler(commands, { required: stripe } as StripeClient);
  const context = systemContext('payout', '2027-03-11T12:00:00.000Z');
  await handler.execute(new RecordPlatformPayoutsCommand(input, context));
  return store.log.map(({ type }) => type);
};

it.each([
  [{ payoutId: 'po_1' }, 'PlatformPayoutSent'],
  [{ topUpId: 'tu_1' }, 'PlatformToppedUp'],
] as const)('records %j only in dollars, like the books', async (input, eventType) => {
  expect(await eventsAfter('usd', input)).toEqual([eventType]);
  expect(await eventsAfter('eur', input)).toEqual([]);
});
