import { afterEach, expect, it } from '@jest/globals';
import { type Config, readConfig } from '../../config.js';
import type { Clock } from '../../platform/kernel/clock.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import { PoliciesInForce } from './policies-in-force.service.js';
import type { EffectivePolicy } from './policy-history.js';
import { policyValuesOf } from './policy-values.js';

const started: PoliciesInForce[] = [];
afterEach(async () => {
  for (const policiesInForce of started.splice(0))
    await policiesInForce.beforeApplicationShutdown();
});

const fileConfig = (): Config =>
  readConfig({
    SECOND_FACTOR: 'required',
    EVENTSTORE_URL: 'esdb://127.0.0.1',
    MONGODB_URI: 'mongodb://127.0.0.1',
    REDIS_URL: 'redis://127.0.0.1',
    SESSION_SECRETS: 's'.repeat(32),
    KEY_SECRETS: 'k'.repeat(32),
    LOOKUP_SECRETS: 'l'.repeat(32),
    POLICY_FILE: 'deploy/policies/open.json',
  });
const { policy: filePolicy } = fileConfig();
const version = (policyId: string, effectiveAt: string, changes = {}): EffectivePolicy => ({
  policyId,
  values: { ...policyValuesOf(filePolicy), ...changes },
  effectiveAt,
  changedBy: null,
  reason: null,
  publishedBy: null,
  confirmedBy: null,
  replaces: null,
  withdrawn: null,
});

/** A process that reads `log`, whose clock shows `now`. */
const process = (log: { versions: EffectivePolicy[] | Error; now: string }) => {
  const config = fileConfig();
  const clock = { instant: () => log.now, now: () => Date.parse(log.now) } as Clock;
  const load = () =>
    log.versions instanceof Error ? Promise.reject(log.versions) : Promise.resolve(log.versions);
  const policiesInForce = new PoliciesInForce({ load } as unknown as Streams, clock, config);
  started.push(policiesInForce);
  return { config, policiesInForce };
};
const inJune = '2027-06-01T00:00:00.000Z';
const inJuly = '2027-07-01T00:00:00.000Z';

it('uses each version from its instant, without reading the log again', async () => {
  const log = {
    versions: [version('spring', inJune), version('summer', inJuly, { feeShare: 900 })],
    now: '2027-06-30T23:59:59.999Z',
  };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  expect([config.policy.id, config.policy.feeShare]).toEqual(['spring', 1_000]);
  log.versions = new StoreUnavailable('EventStoreDB') as never;
  log.now = inJuly;
  expect([config.policy.id, config.policy.feeShare]).toEqual(['summer', 900]);
});

it('uses the version of the log, not the file with which the process started', async () => {
  const versions = [version(filePolicy.id, inJune), version('summer', inJune, { feeShare: 900 })];
  const { config, policiesInForce } = process({ versions, now: inJuly });
  await policiesInForce.onModuleInit();
  expect(config.policy.id).toBe('summer');
});

it('uses the file before the first version, and until the log can be read', async () => {
  const log = { versions: [] as EffectivePolicy[] | Error, now: inJuly };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  expect(config.policy).toEqual(filePolicy);
  log.versions = new StoreUnavailable('EventStoreDB');
  const { config: other, policiesInForce: started } = process(log);
  await started.onModuleInit();
  expect(other.policy).toEqual(filePolicy);
  log.versions = [version('summer', inJune)];
  await started.read();
  expect(other.policy.id).toBe('summer');
});

it('does not start if this release does not allow the policy in force', async () => {
  const versions = [version('old', inJune, { reviewDays: 0 }), version('summer', inJuly)];
  await expect(process({ versions, now: inJune }).policiesInForce.onModuleInit()).rejects.toThrow(
    'does not allow the policy old',
  );
  await process({ versions, now: inJuly }).policiesInForce.onModuleInit();
});

it('ignores a withdrawn version, and follows the roles that need a second factor', async () => {
  const withdrawn = { withdrawnBy: 'bea', reason: 'A mistake.', withdrawnAt: inJune };
  const versions = [
    version('spring', inJune, { 'secondFactor.admin': false, 'secondFactor.host': true }),
    { ...version('summer', inJuly), withdrawn },
  ];
  const { config, policiesInForce } = process({ versions, now: '2027-08-01T00:00:00.000Z' });
  expect(config.secondFactorRoles).toEqual(['admin']);
  await policiesInForce.onModuleInit();
  expect(config.policy.id).toBe('spring');
  expect(config.secondFactorRoles).toEqual(['host']);
});
