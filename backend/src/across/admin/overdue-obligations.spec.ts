import { expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Clock } from '../../platform/kernel/clock.js';
import { readModelsOf } from '../../../testing/stored-documents.js';
import { OverdueObligations } from './overdue-obligations.service.js';

const NOW = Date.parse('2027-06-10T12:00:00.000Z');
const before = (ms: number) => new Date(NOW - ms).toISOString();
const step = (_id: string, lateMs: number, changes: object = {}) => ({
  _id,
  what: 'some step',
  owner: 'courtly',
  hostId: 'hana',
  dueAt: before(lateMs),
  attempts: 0,
  ...changes,
});
const documents = {
  obligations: [
    step('b1', 8 * HOUR_MS),
    step('b2', HOUR_MS),
    step('b3', HOUR_MS - 1),
    step('refused', 9 * HOUR_MS, { attempts: 1 }),
    step('of an admin', 9 * HOUR_MS, { owner: 'admin' }),
  ],
  payouts: [step('b1', 8 * HOUR_MS), step('b4', 7 * HOUR_MS), step('b5', 6 * HOUR_MS - 1)],
  payoutAccounts: [{ _id: 'hana', hostId: 'hana', transfers: 'active', payoutsEnabled: true }],
  memberships: [step('ann', 6 * HOUR_MS), step('bob', 8 * HOUR_MS), step('cy', 5 * HOUR_MS)],
};
const inOrder = [
  'membership bob',
  'payment b1',
  'payout b1',
  'payout b4',
  'membership ann',
  'payment b2',
];

const config = { policy: { hostApproval: { payouts: false } } } as Config;
const overdue = new OverdueObligations(
  readModelsOf(documents),
  { now: () => NOW } as Clock,
  config,
);

it.each([1, 2, 3, 10])('lists all kinds, oldest first, in pages of %i', async (limit) => {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await overdue.page({ limit, ...(cursor && { cursor }) });
    expect(page.total).toBe(cursor ? null : inOrder.length);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items.map(({ kind, document }) => `${kind} ${document._id}`));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(found).toEqual(inOrder);
});
