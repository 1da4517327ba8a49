import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { Config } from '../../config.js';
import type { Clock } from '../kernel/clock.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { ZoneDataCheck } from './zone-data-check.service.js';
import { ALL_ZONES, zoneDataInUse } from './zone-data.js';

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(['log', 'warn', 'error', 'fatal']));

const clock = { instant: () => '2027-06-01T07:00:00.000Z' } as Clock;

/**
 * Processes that share a log. `start` returns whether the work of a process starts, and its
 * problem.
 */
const sharedLog = () => {
  const { commands, streams } = startProcess(new InMemoryEventStore(), new InMemoryKeys());
  const checkOf = (
    roles: Config['ROLES'],
    zoneData: string,
    { serves = true, failures = 0 } = {},
  ) => {
    let remaining = failures;
    const load: typeof streams.load = async (...reading) => {
      if (remaining-- > 0) throw new StoreUnavailable('EventStoreDB');
      return streams.load(...reading);
    };
    return new ZoneDataCheck(
      commands,
      { load } as typeof streams,
      clock,
      { httpAdapter: serves ? {} : null } as HttpAdapterHost,
      { ROLES: roles, zoneData } as Config,
    );
  };
  return {
    checkOf,
    start: async (...process: Parameters<typeof checkOf>) => {
      const check = checkOf(...process);
      let isStarted = false;
      check.whenCurrent(() => (isStarted = true));
      const startedEarly = isStarted;
      await check.onApplicationBootstrap();
      await check['check'];
      await check.beforeApplicationShutdown();
      return { startedEarly, isStarted, problem: check.problem };
    },
    inUse: async () => (await streams.load(zoneDataInUse, ALL_ZONES))?.zoneData,
  };
};
const started = { startedEarly: false, isStarted: true, problem: null };

describe('a worker or projector', () => {
  it.each([[['worker']], [['projector']], [['worker', 'projector']]] as [Config['ROLES']][])(
    'does no work if its zone data is older than that of the log (roles: %j)',
    async (roles) => {
      const log = sharedLog();
      await log.start(['api'], '2027b');
      expect(await log.start(roles, '2027a')).toMatchObject({
        isStarted: false,
        problem: expect.stringContaining('has time zone data 2027a'),
      });
    },
  );

  it('starts with newer data, and records nothing', async () => {
    const log = sharedLog();
    await log.start(['api'], '2027a');
    expect(await log.start(['worker'], '2027b')).toEqual(started);
    expect(await log.inUse()).toBe('2027a');
  });

  it('starts with an empty log', async () =>
    expect(await sharedLog().start(['projector'], '2027a')).toEqual(started));

  it('starts once the log is available', async () =>
    expect(await sharedLog().start(['worker'], '2027a', { failures: 2 })).toEqual(started));
});

describe('an API process', () => {
  it('has recorded its zone data when it starts to listen', async () => {
    const log = sharedLog();
    const check = log.checkOf(['api'], '2027a');
    expect(check.problem).toMatch('not been compared');
    await check.onApplicationBootstrap();
    expect([check.problem, await log.inUse()]).toEqual([null, '2027a']);
  });
});

describe("an operator's command", () => {
  it('starts its work immediately, and records nothing', async () => {
    const log = sharedLog();
    const process = await log.start(['api', 'worker'], '2027a', { serves: false });
    expect(process).toEqual({ startedEarly: true, isStarted: true, problem: null });
    expect(await log.inUse()).toBeUndefined();
  });
});
