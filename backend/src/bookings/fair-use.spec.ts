import { beforeEach, describe, expect, it } from '@jest/globals';
import { Policy } from '@courtly/contracts/policy';
import { readFileSync } from 'node:fs';
import type { Mongo } from '../kernel/mongo.js';
import type { Progress } from '../projections/progress.js';
import { FairUse } from './fair-use.service.js';

const policy = Policy.parse(JSON.parse(readFileSync('deploy/policies/standard.json', 'utf8')));
const wish = (bookingId: string, hour: number) => ({
  bookingId,
  playerId: 'pavel',
  courtId: 'roxbury',
  startTime: `2027-03-13T${hour}:00:00.000Z`,
  endTime: `2027-03-13T${hour + 1}:00:00.000Z`,
  elite: false,
  at: '2027-03-10T12:00:00.000Z',
});
type Wish = ReturnType<typeof wish>;

/** A read model that shows a change only when somebody waits for its position. */
let shown: Wish[];
let coming: { position: string; change: () => void }[];
let fairUse: FairUse;
let positions: number;

const written = (change: () => void) => {
  const position = String(++positions).padStart(20, '0');
  coming.push({ position, change });
  return { position };
};
const book = (one: Wish) => fairUse.within(one, policy, async () => written(() => void shown.push(one)));

beforeEach(() => {
  [shown, coming, positions] = [[], [], 0];
  const mongo = { readModels: { collection: () => ({ find: () => ({ toArray: async () => [...shown] }) }) } };
  const progress = {
    reached: async (position: string) => {
      for (const due of coming.filter((one) => one.position <= position)) due.change();
      coming = coming.filter((one) => one.position > position);
      return true;
    },
  };
  fairUse = new FairUse(mongo as unknown as Mongo, progress as unknown as Progress);
});

describe('the limit on open bookings', () => {
  it('counts bookings that the read model does not show yet', async () => {
    for (const hour of [10, 11, 12]) await book(wish(`at ${hour}`, hour));
    await expect(book(wish('one more', 13))).rejects.toMatchObject({ code: 'fair_use' });
  });

  it('gives back at once what was cancelled, whether the read model shows it yet or not', async () => {
    for (const hour of [10, 11, 12]) await book(wish(`at ${hour}`, hour));
    const { position } = written(() => void (shown = shown.filter(({ bookingId }) => bookingId !== 'at 10')));
    fairUse.changed('pavel', position);
    await expect(book(wish('one more', 13))).resolves.toMatchObject({ position: expect.any(String) });
  });

  it('does not count the booking that is asked for again', async () => {
    for (const hour of [10, 11, 12]) await book(wish(`at ${hour}`, hour));
    await expect(book(wish('at 12', 12))).resolves.toMatchObject({ position: expect.any(String) });
  });
});
