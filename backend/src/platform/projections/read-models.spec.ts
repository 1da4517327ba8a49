import { describe, expect, it } from '@jest/globals';
import type { Mongo } from '../stores/mongo.js';
import type { Checkpoints } from './checkpoints.js';
import type { ReadModel } from './projection.js';
import { ReadModels } from './read-models.js';

const bookings = { name: 'bookings' } as ReadModel;
const live = { collection: 'bookings@1.1', position: '1' };

const readModels = (isAway: boolean) => {
  const mongo = { connection: { isAway }, readModels: { collection: (name: string) => name } };
  const checkpoints = {
    livePointer: (name: string) => Promise.resolve(name === bookings.name ? live : null),
  };
  return new ReadModels(mongo as unknown as Mongo, checkpoints as unknown as Checkpoints);
};

describe('a read model', () => {
  it('reads its live collection', async () =>
    expect(
      await readModels(false).read(bookings, (collection) => Promise.resolve(collection)),
    ).toBe('bookings@1.1'));

  it('fails immediately while MongoDB is down', async () => {
    const readCalls: unknown[] = [];
    const reading = readModels(true).read(bookings, (collection) =>
      Promise.resolve(readCalls.push(collection)),
    );
    await expect(reading).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(readCalls).toEqual([]);
  });

  it('can be iterated without a time limit, while queries time out', async () => {
    const models = readModels(false);
    let finish: (walkResult: string) => void = () => undefined;
    const walking = models.walk(
      bookings,
      () => new Promise<string>((resolve) => (finish = resolve)),
    );
    const reading = models.read(bookings, () => new Promise<string>(() => undefined));
    await expect(reading).rejects.toMatchObject({ code: 'store_unavailable' });
    finish('all of it');
    await expect(walking).resolves.toBe('all of it');
  });
});
