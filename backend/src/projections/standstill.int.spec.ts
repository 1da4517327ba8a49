import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RedisLease } from '../processes/redis-lease.js';
import { Watchdog } from '../stores/watchdog.js';
import { type Courtly, startCourtly } from '../testing/courtly.js';
import { eventually } from '../testing/stores.js';
import { Projectors } from './projectors.js';

/** The looks of a minute, one right after the other. */
const LOOKS = 12;
let courtly: Courtly;
let watchdog: Watchdog;
const ends = jest.fn();

beforeEach(async () => {
  courtly = await startCourtly();
  watchdog = courtly.app.get(Watchdog, { strict: false });
  ends.mockClear();
  watchdog.onStandstill = ends;
}, 60_000);

afterEach(async () => {
  jest.restoreAllMocks();
  await courtly?.stop();
});

const lookFor = (looks: number) => {
  for (let look = 0; look < looks; look++) watchdog['look']();
};
const partsHeardOf = () => [...watchdog['looks']].flatMap(([part, looks]) => (looks === 0 ? [part] : [])).sort();

describe('a process that follows the log', () => {
  it('is heard of again and again, whichever part it is', async () => {
    for (let times = 0; times < 2; times++) {
      await eventually('both parts are heard of', async () => partsHeardOf().length === 2);
      // The watchdog may look itself in between.
      lookFor(LOOKS - 2);
    }
    expect(ends).not.toHaveBeenCalled();
  });

  it.each([
    ['projections', () => jest.spyOn(courtly.app.get(Projectors, { strict: false }), 'heartbeat')],
    ['processes', () => jest.spyOn(RedisLease.prototype, 'hold')],
  ] as const)('is ended when its %s wait for what never comes', async (part, spyOn) => {
    let go: () => void = () => undefined;
    const hangs = new Promise<never>((_, reject) => (go = () => reject(new Error('given up'))));
    const spy = (spyOn() as jest.SpiedFunction<() => Promise<unknown>>).mockReturnValue(hangs);
    await eventually('it hangs', async () => spy.mock.calls.length > 0);
    lookFor(LOOKS);
    expect(ends).toHaveBeenCalled();
    expect(watchdog['looks'].has(part)).toBe(false);
    spy.mockRestore();
    go();
  });
});
