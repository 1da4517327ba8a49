import { beforeEach, describe, expect, it } from '@jest/globals';
import { Policy } from '@courtly/contracts/policy';
import { readFileSync } from 'node:fs';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Progress } from '../../platform/projections/progress.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { fairUseUncheckedCount } from '../../platform/stores/metrics.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import { FairUse, bookingLimitsOf } from './fair-use.service.js';

const policy = Policy.parse(JSON.parse(readFileSync('deploy/policies/standard.json', 'utf8')));
const limits = bookingLimitsOf(policy, false);
const requestAt = (bookingId: string, hour: number) => ({
  bookingId,
  playerId: 'pavel',
  courtId: 'roxbury',
  startTime: `2027-03-13T${hour}:00:00.000Z`,
  endTime: `2027-03-13T${hour + 1}:00:00.000Z`,
});
type RequestedHour = ReturnType<typeof requestAt>;

/** A read model that shows a change only once its position is awaited. */
let visibleBookings: RequestedHour[];
let coming: { position: string; change: () => void }[];
let fairUse: FairUse;
let positions: number;
let queryError: Error | null;
let isBehind: boolean;

const written = (change: () => void) => {
  const position = String(++positions).padStart(20, '0');
  coming.push({ position, change });
  return { position };
};
const book = (requestedHour: RequestedHour) =>
  fairUse.runInTurn(requestedHour.playerId, limits, async () => {
    await fairUse.assertAllowed(requestedHour, limits, '2027-03-10T12:00:00.000Z');
    const { position } = written(() => void visibleBookings.push(requestedHour));
    fairUse.recordChange(requestedHour.playerId, position);
    return { position };
  });

beforeEach(() => {
  [visibleBookings, coming, positions] = [[], [], 0];
  [queryError, isBehind] = [null, false];
  const toArray = async () => {
    if (queryError) throw queryError;
    return [...visibleBookings];
  };
  const documents = { find: () => ({ toArray }) };
  const readModels = {
    read: (_: unknown, query: (from: typeof documents) => unknown) => query(documents),
  };
  const progress = {
    waitFor: async (position: string) => {
      if (isBehind) return false;
      for (const dueChange of coming.filter((pendingChange) => pendingChange.position <= position))
        dueChange.change();
      coming = coming.filter((pendingChange) => pendingChange.position > position);
      return true;
    },
  };
  fairUse = new FairUse(readModels as unknown as ReadModels, progress as unknown as Progress);
});

describe('the limit on open bookings', () => {
  it('counts bookings that the read model does not show yet', async () => {
    for (const hour of [10, 11, 12]) await book(requestAt(`at ${hour}`, hour));
    await expect(book(requestAt('one more', 13))).rejects.toMatchObject({ code: 'fair_use' });
  });

  it('stops counting a canceled booking immediately, even if the read model lags', async () => {
    for (const hour of [10, 11, 12]) await book(requestAt(`at ${hour}`, hour));
    const { position } = written(
      () =>
        void (visibleBookings = visibleBookings.filter(({ bookingId }) => bookingId !== 'at 10')),
    );
    fairUse.recordChange('pavel', position);
    await expect(book(requestAt('one more', 13))).resolves.toMatchObject({
      position: expect.any(String),
    });
  });

  it('does not count the booking that a retry repeats', async () => {
    for (const hour of [10, 11, 12]) await book(requestAt(`at ${hour}`, hour));
    await expect(book(requestAt('at 12', 12))).resolves.toMatchObject({
      position: expect.any(String),
    });
  });

  it('limits simultaneous requests', async () => {
    const responses = await Promise.allSettled(
      [10, 11, 12, 13].map((hour) => book(requestAt(`at ${hour}`, hour))),
    );
    expect(responses.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });
});

describe('a check that the read model cannot answer', () => {
  const check = () =>
    fairUse.assertAllowed(requestAt('at 10', 10), limits, '2027-03-10T12:00:00.000Z');
  const unchecked = async (reason: string) =>
    (await fairUseUncheckedCount.get()).values.find(({ labels }) => labels.reason === reason)
      ?.value ?? 0;
  const failWith = (error: Error) => (queryError = error);

  it.each([
    new DomainError('store_unavailable', 'Try again in a moment.'),
    new StoreUnavailable('MongoDB'),
  ])('is skipped and counted after %p', async (error) => {
    const before = await unchecked('unavailable');
    failWith(error);
    await check();
    expect(await unchecked('unavailable')).toBe(before + 1);
  });

  it('refuses the request after any other error', async () => {
    failWith(new TypeError('endTime is undefined'));
    await expect(check()).rejects.toThrow('endTime is undefined');
  });

  it('uses a read model that is behind, and counts the check', async () => {
    const before = await unchecked('behind');
    for (const hour of [10, 11, 12]) visibleBookings.push(requestAt(`at ${hour}`, hour));
    isBehind = true;
    fairUse.recordChange('pavel', written(() => undefined).position);
    await expect(
      fairUse.assertAllowed(requestAt('one more', 13), limits, '2027-03-10T12:00:00.000Z'),
    ).rejects.toMatchObject({ code: 'fair_use' });
    expect(await unchecked('behind')).toBe(before + 1);
  });
});

it('skips the read model and the queue if the policy sets no limits', async () => {
  const none = bookingLimitsOf({ ...policy, openBookings: null, overlappingBookings: true }, false);
  fairUse.recordChange('pavel', written(() => undefined).position);
  await fairUse.assertAllowed(requestAt('at 10', 10), none, '2027-03-10T12:00:00.000Z');
  expect(coming).toHaveLength(1);
  const first = fairUse.runInTurn('pavel', none, () => new Promise(() => undefined));
  await expect(
    Promise.race([first, fairUse.runInTurn('pavel', none, async () => 'second')]),
  ).resolves.toBe('second');
});
