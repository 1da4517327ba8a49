import { expect, it, jest } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Lags, ReadModelLag } from '../../platform/projections/lags.js';
import { ALL_PERIODS, accountingPeriods } from './accounting-period.js';
import type { BooksQueries } from './books.queries.js';
import { ClosePeriodCommand, ClosePeriodHandler } from './close-period.commands.js';

const upToDate = {
  readModel: 'journal',
  complete: true,
  seconds: 3_599,
  stopped: null,
  torn: false,
  parkedStreams: 0,
};

const close = async (at: string, ...lags: Partial<ReadModelLag>[]) => {
  const { commands, streams } = startProcess(new InMemoryEventStore());
  const balancesAtEndOf = jest.fn(async () => ({ stripeCash: 32_013, heldPayments: -32_013 }));
  const handler = new ClosePeriodHandler(
    commands,
    { balancesAtEndOf } as unknown as BooksQueries,
    { measureLags: async () => lags } as unknown as Lags,
  );
  await handler.execute(new ClosePeriodCommand({ month: '2027-03' }, systemContext('close', at)));
  return (await streams.load(accountingPeriods, ALL_PERIODS)).lastClosed;
};

it('closes a month an hour after its end, if the journal shows all of it', async () => {
  expect(await close('2027-04-01T01:00:00.000Z', upToDate)).toBe('2027-03');
  await expect(close('2027-04-01T00:59:59.999Z', upToDate)).rejects.toMatchObject({
    code: 'wrong_status',
  });
});

it.each<[string, Partial<ReadModelLag>[]]>([
  ['is being rebuilt', [{ ...upToDate, complete: false }]],
  ['is an hour late', [{ ...upToDate, seconds: 3_600 }]],
  ['has an unknown age', [{ ...upToDate, seconds: null }]],
  ['skips a booking', [{ ...upToDate, parkedStreams: 1 }]],
  ['shows events that the log does not have', [{ ...upToDate, torn: true }]],
  ['is unknown', [{ ...upToDate, readModel: 'ledger' }]],
])('does not close a month while the journal %s', async (_, lags) => {
  await expect(close('2027-05-01T00:00:00.000Z', ...lags)).rejects.toMatchObject({
    code: 'store_unavailable',
  });
});
