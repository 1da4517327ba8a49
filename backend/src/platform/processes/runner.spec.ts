import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beingUpdated } from '../kernel/domain-error.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { releaseName } from '../ops/build.js';
import { ProcessTurns } from './process-turns.service.js';
import type { JobFailure } from './queues.js';
import { ProcessRunner, pauseAfter } from './runner.js';

type IsRetried = (failure: JobFailure) => boolean;

/** A worker whose attempts to take a lease fail with an error. */
const workerFailingWith = (
  error: Error,
  retryAll: (isRetried: IsRetried) => Promise<number> = async () => 0,
) => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const attempts = new EventEmitter();
  const fail = async () => {
    attempts.emit('failed');
    throw error;
  };
  const commands = Object.assign(new EventEmitter(), { eval: fail });
  const turns = Reflect.construct(ProcessTurns, [{}, {}, {}, {}, []]) as ProcessTurns;
  const runner = Reflect.construct(ProcessRunner, [
    turns,
    {},
    {},
    {
      processJobs: () => undefined,
      onReconnect: () => undefined,
      moveMisplaced: async () => 0,
      retryAll,
    },
    { commands, keyPrefix: 'test' },
    { whenCurrent: (start: () => void) => start() },
    [{ name: 'settlement', queue: 'money', handles: [] }],
    { ROLES: ['worker'] },
  ]) as ProcessRunner;
  runner.onApplicationBootstrap();
  return { attempts, commands, stop: () => runner.beforeApplicationShutdown() };
};

it('a process tries again as soon as the connection of its lease is ready', async () => {
  const { attempts, commands, stop } = workerFailingWith(new StoreUnavailable('Redis'));
  // The attempt to release the lease fails, too.
  await once(attempts, 'failed');
  await delay(50);
  const nextAttempt = once(attempts, 'failed');
  commands.emit('ready');
  const outcome = await Promise.race([
    nextAttempt.then(() => 'tried'),
    delay(1_000, 'waits', { ref: false }),
  ]);
  expect(outcome).toBe('tried');
  await stop();
});

it('a process waits at most five seconds during an outage, and otherwise up to a minute', () => {
  const pausesAfter = (failure: Error) =>
    [1, 2, 3, 6, 20].map((failures) => pauseAfter(failures, failure));
  expect(pausesAfter(new StoreUnavailable('MongoDB'))).toEqual([2_000, 4_000, 5_000, 5_000, 5_000]);
  expect(pausesAfter(new TypeError('x is undefined'))).toEqual([
    2_000, 4_000, 8_000, 60_000, 60_000,
  ]);
});

it('a worker retries what another release refused or could not read, even if that one still runs', async () => {
  jest.useFakeTimers();
  const refusedBy = (release: string, retryAt: string | null = null) =>
    ({ process: 'settlement', reason: `refused by release ${release}: no`, retryAt }) as JobFailure;
  const failures = [
    refusedBy('0.0.1'),
    refusedBy(releaseName),
    refusedBy(`${releaseName}-1`),
    refusedBy('0.0.1', '2027-03-12T18:30:00.000Z'),
    { ...refusedBy('0.0.1'), process: 'unknown' },
    { ...refusedBy('0.0.1'), reason: 'the mail server rejected the email: EMESSAGE 554' },
    { ...refusedBy('0.0.1'), reason: beingUpdated().message },
    { ...refusedBy('0.0.1', '2027-03-12T18:30:00.000Z'), reason: beingUpdated().message },
  ];
  const retried: JobFailure[][] = [];
  const { stop } = workerFailingWith(new StoreUnavailable('Redis'), async (isRetried) =>
    retried.push(failures.filter(isRetried)),
  );
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(retried).toEqual([
    [failures[0], failures[2], failures[6]],
    [failures[0], failures[2], failures[6]],
  ]);
  const stopped = stop();
  await jest.advanceTimersByTimeAsync(60_000);
  await stopped;
  jest.useRealTimers();
});

it('a worker stops even if Redis never responds to its recovery of jobs', async () => {
  const neverEnds = () => new Promise<number>(() => undefined);
  const { stop } = workerFailingWith(new StoreUnavailable('Redis'), neverEnds);
  await expect(stop()).resolves.toBeUndefined();
});
