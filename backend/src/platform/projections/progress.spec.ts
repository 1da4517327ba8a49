import { describe, expect, it, jest } from '@jest/globals';
import type { Config } from '../../config.js';
import type { EventStore } from '../stores/event-store.js';
import type { Mongo } from '../stores/mongo.js';
import type { RedisClient } from '../stores/redis.js';
import type { Checkpoint } from './checkpoint.js';
import type { Checkpoints } from './checkpoints.js';
import { Progress } from './progress.js';
import type { AnyProjection } from './projection.js';
import type { Readers } from './readers.js';

const position = (number: number) => String(number).padStart(20, '0');

/** Read models whose checkpoints alone show position 5, and a log that ends at 9. */
const setUp = () => {
  const connection = { isAway: false };
  const live = { collection: 'bookings@1.1', position: position(5) };
  const loadAll = async () => new Map([['bookings', { live } as Checkpoint]]);
  const announce = jest.fn();
  const progress = new Progress(
    { loadAll } as unknown as Checkpoints,
    {} as RedisClient,
    { readLogEnd: async () => position(9) } as unknown as EventStore,
    { connection } as unknown as Mongo,
    { announce } as unknown as Readers,
    { FRESH_READ_TIMEOUT_MS: 2_000 } as Config,
    [{ name: 'bookings', version: 1 }] as AnyProjection[],
  );
  return {
    announce,
    connection,
    reached: (number: number) => progress.waitFor(position(number), ['bookings']),
  };
};

describe('waiting for a read model to show a position', () => {
  it('succeeds if the read model shows the position', async () => {
    const { reached } = setUp();
    expect(await reached(5)).toBe(true);
  });

  it('announces a reader only if it waits', async () => {
    const { announce, reached } = setUp();
    await reached(5);
    expect(announce).toHaveBeenCalledTimes(1);
    await reached(5);
    expect(announce).toHaveBeenCalledTimes(1);
  });

  it('fails for a position beyond the end of the log', async () => {
    const { reached } = setUp();
    expect(await reached(10)).toBe(false);
  });

  it('is skipped while MongoDB is down, unless the position is known to be shown', async () => {
    const { connection, reached } = setUp();
    connection.isAway = true;
    expect(await reached(5)).toBe(false);
    connection.isAway = false;
    expect(await reached(5)).toBe(true);
    connection.isAway = true;
    expect(await reached(5)).toBe(true);
  });
});
