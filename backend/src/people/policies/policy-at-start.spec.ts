import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Config } from '../../config.js';
import type { Clock } from '../../platform/kernel/clock.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import type { PoliciesInForce } from './policies-in-force.service.js';
import { PolicyAtStart } from './policy-at-start.service.js';

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(['log', 'warn', 'error', 'fatal']));

/**
 * Starts a process with a policy; `responses` are the log's responses to its attempts. The last one
 * repeats.
 */
const startedWith = (roles: Config['ROLES'], ...responses: (Error | null)[]) => {
  const tries: unknown[] = [];
  const handle = (...[, , { data }]: Parameters<CommandHandling['handle']>) => {
    const response = responses[Math.min(tries.length, responses.length - 1)];
    tries.push(data);
    return response
      ? Promise.reject(response)
      : Promise.resolve({ state: [{ ...data, withdrawn: null }] });
  };
  const policyChange = { changedBy: null, reason: null, replaces: null, isDefault: false };
  const config = { ROLES: roles, policyChange };
  const policiesInForce = {
    filePolicy: { id: 'spring', feeShare: 1_000 },
    read: () => Promise.resolve(),
  };
  const clock = { instant: () => '2027-06-01T07:00:00.000Z' };
  const atStart = new PolicyAtStart(
    { handle } as unknown as CommandHandling,
    clock as Clock,
    policiesInForce as unknown as PoliciesInForce,
    config as unknown as Config,
  );
  return { atStart, tries };
};
const refusal = new DomainError('taken', 'Give it a new id.');

it('does not start with a refused policy', async () => {
  const { atStart } = startedWith(['api'], refusal);
  await expect(atStart.onApplicationBootstrap()).rejects.toBe(refusal);
});

it('starts while the log is unavailable, and records the policy once it is back', async () => {
  const { atStart, tries } = startedWith(['api'], new StoreUnavailable('EventStoreDB'), null);
  await atStart.onApplicationBootstrap();
  await atStart['pendingRecording'];
  expect(tries).toHaveLength(2);
  expect(tries[1]).toMatchObject({ policyId: 'spring', values: { feeShare: 1_000 } });
});

it('exits if the log refuses the policy after startup', async () => {
  const { atStart } = startedWith(['api'], new StoreUnavailable('EventStoreDB'), refusal);
  const processExit = new Promise<void>((end) => (atStart.onRefusal = end));
  await atStart.onApplicationBootstrap();
  await processExit;
});

it('stops retrying when the process ends', async () => {
  const { atStart, tries } = startedWith(['api'], new StoreUnavailable('EventStoreDB'));
  await atStart.onApplicationBootstrap();
  await atStart.beforeApplicationShutdown();
  expect(tries.length).toBeLessThanOrEqual(2);
});

it('runs only in api processes', async () => {
  const { atStart, tries } = startedWith(['worker', 'projector'], refusal);
  await atStart.onApplicationBootstrap();
  expect(tries).toEqual([]);
});
