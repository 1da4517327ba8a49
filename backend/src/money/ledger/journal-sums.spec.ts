import { expect, it } from '@jest/globals';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { JournalSums } from './journal-sums.js';

type Sum = Readonly<{ months: object; until: string }>;

/** A journal whose sums show the months and the instant that were requested. */
const aJournal = () => {
  const summed: object[] = [];
  const state = { collectionName: 'journal-1', now: '2027-03-10T12:00:00.000Z', summed };
  const collection = () => ({
    collectionName: state.collectionName,
    aggregate: ([sum]: [Sum]) => {
      summed.push(sum.months);
      return { toArray: () => Promise.resolve([sum]) };
    },
  });
  const walk = (_: unknown, work: (collection: object) => Promise<unknown>) => work(collection());
  const sums = new JournalSums<Sum>(
    { walk } as unknown as Pick<ReadModels, 'walk'>,
    { instant: () => state.now },
    (until, months) => [{ until, months }],
  );
  return { state, sums };
};
const PAST = { $lt: '2027-02' };
const RECENT = { $gte: '2027-02' };

it('sums past months once a day, but the current and previous month every time', async () => {
  const { state, sums } = aJournal();
  const noon = { until: state.now, months: PAST };
  expect(await sums.read()).toEqual([noon, { until: state.now, months: RECENT }]);
  state.now = '2027-03-10T13:00:00.000Z';
  expect(await sums.read()).toEqual([noon, { until: state.now, months: RECENT }]);
  expect(state.summed).toEqual([PAST, RECENT, RECENT]);
});

it.each([
  ['on the next day', { now: '2027-03-11T00:00:00.000Z' }],
  ['after the journal was rebuilt', { collectionName: 'journal-2' }],
])('sums past months again %s', async (_, change) => {
  const { state, sums } = aJournal();
  await sums.read();
  Object.assign(state, change);
  await sums.read();
  expect(state.summed).toEqual([PAST, RECENT, PAST, RECENT]);
});
