import { beforeEach, describe, expect, it } from '@jest/globals';
import { Policy } from '@courtly/contracts/policy';
import { readFileSync } from 'node:fs';
import type { Progress } from '../../platform/projections/progress.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { FairUse, bookingLimitsOf } from './fair-use.service.js';

const policy = Policy.parse(JSON.parse(readFileSync('deploy/policies/standard.json', 'utf8')));
const limits = bookingLimitsOf(policy, false);
const asked = (bookingId: string, hour: number) => ({
  bookingId,
  playerId: 'pavel',
  courtId: 'roxbury',
  startTime: `2027-03-13T${hour}:00:00.000Z`,
  endTime: `2027-03-13T${hour + 1}:00:00.000Z`,
});
type Asked = ReturnType<typeof asked>;

/** A read model that shows a change only once its position is awaited. */
let shown: Asked[];
let coming: { position: string; change: () => void }[];
let fairUse: FairUse;
let positions: number;

const written = (change: () => void) => {
  const position = String(++positions).padStart(20, '0');
  coming.push({ position, change });
  return { position };
};
const book = (one: Asked) =>
  fairUse.runInTurn(one.playerId, limits, async () => {
    await fairUse.assertAllowed(one, limits, '2027-03-10T12:00:00.000Z');
    const { position } = written(() => void shown.push(one));
    fairUse.recordChange(one.playerId, position);
    return { position };
  });

beforeEach(() => {
  [shown, coming, positions] = [[], [], 0];
  const documents = { find: () => ({ toArray: async () => [...shown] }) };
  const readModels = {
    read: (_: unknown, query: (from: typeof documents) => unknown) => query(documents),
  };
  const progress = {
    waitFor: async (position: string) => {
      for (const due of coming.filter((one) => one.position <= position)) due.change();
      coming = coming.filter((one) => one.position > position);
      return true;
    },
  };
  fairUse = new FairUse(readModels as unknown as ReadModels, progress as unknown as Progress);
});

describe('the limit of open bookings', () => {
  it('counts bookings that the read model does not show yet', async () => {
    for (const hour of [10, 11, 12]) await book(asked(`at ${hour}`, hour));
    await expect(book(asked('one more', 13))).rejects.toMatchObject({ code: 'fair_use' });
  });

  it('frees a canceled booking immediately, even if the read model lags', async () => {
    for (const hour of [10, 11, 12]) await book(asked(`at ${hour}`, hour));
    const { position } = written(
      () => void (shown = shown.filter(({ bookingId }) => bookingId !== 'at 10')),
    );
    fairUse.recordChange('pavel', position);
    await expect(book(asked('one more', 13))).resolves.toMatchObject({
      position: expect.any(String),
    });
  });

  it('ignores the repeated booking itself', async () => {
    for (const hour of [10, 11, 12]) await book(asked(`at ${hour}`, hour));
    await expect(book(asked('at 12', 12))).resolves.toMatchObject({ position: expect.any(String) });
  });

  it('limits simultaneous requests', async () => {
    const answers = await Promise.allSettled(
      [10, 11, 12, 13].map((hour) => book(asked(`at ${hour}`, hour))),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });
});

it('skips the read model and the queue if the policy sets no limits', async () => {
  const none = bookingLimitsOf({ ...policy, openBookings: null, overlappingBookings: true }, false);
  fairUse.recordChange('pavel', written(() => undefined).position);
  await fairUse.assertAllowed(asked('at 10', 10), none, '2027-03-10T12:00:00.000Z');
  expect(coming).toHaveLength(1);
  const first = fairUse.runInTurn('pavel', none, () => new Promise(() => undefined));
  await expect(
    Promise.race([first, fairUse.runInTurn('pavel', none, async () => 'second')]),
  ).resolves.toBe('second');
});
