import { expect, it } from '@jest/globals';
import { groupFailures } from './failure-groups.js';
import type { JobFailure } from './queues.js';

const failure = (id: string, retryAt: string | null, changes: Partial<JobFailure> = {}) => ({
  id,
  process: 'noticeMails',
  queue: 'emails' as const,
  attempts: 3,
  reason: 'the mail server rejected the email: ECONNECTION',
  lastTriedAt: '2027-03-10T10:00:00.000Z',
  retryAt,
  data: {},
  ...changes,
});
const at = (minute: number) => new Date(Date.UTC(2027, 2, 10, 12, minute)).toISOString();
async function* pages(...failures: JobFailure[][]) {
  yield* failures;
}

it('groups failed jobs across pages by their failure and by whether they are retried', async () => {
  const groups = await groupFailures(
    pages(
      [failure('1', at(5)), failure('2', at(1)), failure('3', null)],
      [failure('4', at(9)), failure('5', at(2), { process: 'moneyMails' })],
      [failure('6', null, { reason: 'refused' })],
    ),
  );
  expect(
    groups.map(({ process, count, nextFrom, nextUntil, jobs }) => [
      process,
      count,
      nextFrom,
      nextUntil,
      jobs.map(({ id }) => id).join(),
    ]),
  ).toEqual([
    ['noticeMails', 3, at(1), at(9), '1,2,4'],
    ['noticeMails', 1, null, null, '3'],
    ['moneyMails', 1, at(2), at(2), '5'],
    ['noticeMails', 1, null, null, '6'],
  ]);
});

it('counts all jobs of a group and shows the first twenty', async () => {
  const failures = Array.from({ length: 700 }, (_, index) => failure(String(index), null));
  const [group] = await groupFailures(pages(failures.slice(0, 500), failures.slice(500)));
  expect(group).toMatchObject({ count: 700 });
  expect(group!.jobs).toHaveLength(20);
});
