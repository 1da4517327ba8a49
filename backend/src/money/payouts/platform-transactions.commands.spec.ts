import { expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { StripeClient } from '../../platform/stores/stripe.js';
import {
  RecordPlatformTransactionsCommand,
  RecordPlatformTransactionsHandler,
} from './platform-transactions.commands.js';

const created = Date.parse('2027-03-10T12:00:00.000Z') / 1_000;
const fee = (id: string, { currency = 'usd', daysBefore = 0 } = {}) => ({
  id,
  net: -250,
  currency,
  created: created - daysBefore * 86_400,
});

const recorder = () => {
  const store = new InMemoryEventStore();
  const { commands, streams } = startProcess(store);
  const fees: object[] = [];
  const read: string[] = [];
  const list = async function* ({ type }: { type: string }) {
    for (const transaction of type === 'stripe_fee' ? fees : []) {
      read.push((transaction as { id: string }).id);
      yield transaction;
    }
  };
  const stripeClient = { required: { balanceTransactions: { list } } } as unknown as StripeClient;
  const handler = new RecordPlatformTransactionsHandler(commands, streams, stripeClient);
  const record = async (night: string) => {
    read.length = 0;
    await handler.execute(
      new RecordPlatformTransactionsCommand({}, systemContext(night, '2027-03-11T12:00:00.000Z')),
    );
    return store.log.map(({ stream }) => stream);
  };
  return { fees, read, record };
};

it('records new transactions, oldest first, and reads back to a recorded one of last week', async () => {
  const { fees, read, record } = recorder();
  fees.push(fee('txn_2', { daysBefore: 8 }), fee('txn_1', { daysBefore: 9 }));
  const recorded = ['platformTransaction-txn_1', 'platformTransaction-txn_2'];
  expect(await record('first night')).toEqual(recorded);
  fees.unshift(fee('txn_3'));
  expect(await record('second night')).toEqual([...recorded, 'platformTransaction-txn_3']);
  expect(read).toEqual(['txn_3', 'txn_2']);
});

it('records a transaction that Stripe lists after newer ones', async () => {
  const { fees, record } = recorder();
  fees.push(fee('txn_2'));
  await record('first night');
  fees.push(fee('txn_1', { daysBefore: 1 }));
  expect(await record('second night')).toEqual([
    'platformTransaction-txn_2',
    'platformTransaction-txn_1',
  ]);
});

it('records only dollars, like the books', async () => {
  const { fees, record } = recorder();
  fees.push(fee('txn_2', { currency: 'eur' }), fee('txn_1'));
  expect(await record('a night')).toEqual(['platformTransaction-txn_1']);
});
