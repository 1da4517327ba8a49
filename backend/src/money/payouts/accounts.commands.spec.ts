import { expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { AccountCalls } from './account-calls.service.js';
import { ReadAccountCommand, ReadAccountHandler } from './accounts.commands.js';
import { type StripeAccount, canBePaid, payoutAccount } from './payout-account.js';

const AT = '2027-03-10T12:00:00.000Z';
const ready: StripeAccount = {
  accountId: 'acct_1',
  transfers: 'active',
  payoutsEnabled: true,
  isSubmitted: true,
  currentlyDue: [],
  pastDue: [],
  disabledReason: null,
  deadline: null,
};
const stopped: StripeAccount = { ...ready, payoutsEnabled: false };

it.each([
  ['the host', { hostId: 'hana', accountId: null }],
  ['the account', { hostId: null, accountId: 'acct_1' }],
] as const)(
  'reads the account again if another worker records it in between, given %s',
  async (_, input) => {
    const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
    const [worker, otherWorker] = [startProcess(store, keys), startProcess(store, keys)];
    const record = (account: StripeAccount, cause: string) =>
      otherWorker.commands.handle(
        payoutAccount,
        'hana',
        { type: 'RecordAccount', data: { hostId: 'hana', account, bankPayouts: [], at: AT } },
        systemContext(cause, AT),
      );
    await record(stopped, 'opened');
    let isRepaired = false;
    const calls = {
      async readAccount() {
        const account = isRepaired ? ready : stopped;
        const isOldReading = !isRepaired && (input.hostId !== null || wasRead);
        wasRead = true;
        if (isOldReading) {
          // The host repairs the account right after this read, and the other worker records it
          // first.
          isRepaired = true;
          await record(ready, 'repaired');
        }
        return { hostId: 'hana', account, bankPayouts: [] };
      },
    };
    let wasRead = false;
    const handler = new ReadAccountHandler(
      worker.commands,
      worker.streams,
      calls as unknown as AccountCalls,
    );
    await handler.execute(new ReadAccountCommand(input, systemContext('read', AT)));
    expect(canBePaid(await worker.streams.load(payoutAccount, 'hana'))).toBe(true);
    expect(store.log.map(({ type }) => type)).toEqual([
      'PayoutAccountOpened',
      'PayoutAccountChanged',
      'PayoutAccountChanged',
    ]);
  },
);
