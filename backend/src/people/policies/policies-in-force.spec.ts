import { afterEach, expect, it } from '@jest/globals';
import { type Config, readConfig } from '../../config.js';
import type { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { asRead } from '../../platform/kernel/read-scope.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { policyUnusable } from '../../platform/stores/metrics.js';
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
const newerEvent = new DomainError('store_unavailable', 'Courtly is being updated right now.');
const unusablePolicies = async () => (await policyUnusable.get()).values[0]?.value;
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

it('uses the version in the log, not the file that the process started with', async () => {
  const versions = [version(filePolicy.id, inJune), version('summer', inJune, { feeShare: 900 })];
  const { config, policiesInForce } = process({ versions, now: inJuly });
  await policiesInForce.onModuleInit();
  expect(config.policy.id).toBe('summer');
});

it('uses the file before the first version, and nothing until the log can be read', async () => {
  const log = { versions: [] as EffectivePolicy[] | Error, now: inJuly };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  expect(config.policy).toEqual(filePolicy);
  log.versions = new StoreUnavailable('EventStoreDB');
  const { config: other, policiesInForce: started } = process(log);
  await started.onModuleInit();
  expect(() => other.policy).toThrow(StoreUnavailable);
  log.versions = [version('summer', inJune)];
  await started.read();
  expect(other.policy.id).toBe('summer');
  log.versions = new StoreUnavailable('EventStoreDB');
  await started.readOrKeep();
  expect(other.policy.id).toBe('summer');
});

it('warns if this release does not allow a scheduled version, and decides nothing once it is in force', async () => {
  const log = {
    versions: [version('spring', inJune), version('summer', inJuly, { reviewDays: 0 })],
    now: inJune,
  };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  const warns = { problem: null, warning: expect.stringContaining('not allow the policy summer') };
  expect(config.policy.id).toBe('spring');
  expect(policiesInForce).toMatchObject(warns);
  expect(await unusablePolicies()).toBe(1);
  log.now = inJuly;
  for (const read of [async () => undefined, () => policiesInForce.read()]) {
    await read();
    expect(() => config.policy).toThrow('Courtly is being updated right now.');
    expect(asRead(() => config.policy.id)).toBe('spring');
    expect(policiesInForce).toMatchObject(warns);
    expect(await unusablePolicies()).toBe(1);
  }
  log.versions = [...log.versions, version('fall', inJuly)];
  await policiesInForce.readOrKeep();
  expect(config.policy.id).toBe('fall');
  expect(policiesInForce).toMatchObject({ problem: null, warning: null });
  expect(await unusablePolicies()).toBe(0);
});

it('shows its version, but decides nothing, once the log has an event of a newer release', async () => {
  const log = { versions: [version('spring', inJune)] as EffectivePolicy[] | Error, now: inJuly };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  log.versions = newerEvent;
  await policiesInForce.readOrKeep();
  expect(policiesInForce).toMatchObject({
    problem: null,
    warning: expect.stringContaining('newer release'),
  });
  expect(() => config.policy).toThrow('Courtly is being updated right now.');
  expect([asRead(() => config.policy.id), await unusablePolicies()]).toEqual(['spring', 1]);
  log.versions = new StoreUnavailable('EventStoreDB');
  await policiesInForce.readOrKeep();
  expect(() => config.policy).toThrow('Courtly is being updated right now.');
  log.versions = [version('summer', inJuly)];
  await policiesInForce.readOrKeep();
  expect(policiesInForce).toMatchObject({ problem: null, warning: null });
  expect([config.policy.id, await unusablePolicies()]).toEqual(['summer', 0]);
});

it('keeps its version in an outage, which is not a problem with the policy', async () => {
  const log = { versions: [version('spring', inJune)] as EffectivePolicy[] | Error, now: inJuly };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  log.versions = new StoreUnavailable('EventStoreDB');
  await policiesInForce.readOrKeep();
  expect([config.policy.id, policiesInForce.problem]).toEqual(['spring', null]);
});

it('does not count a policy as unusable if an outage kept it from being read', async () => {
  policyUnusable.set(0);
  const log = { versions: new StoreUnavailable('EventStoreDB') as never, now: inJuly };
  const { policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  await policiesInForce.readOrKeep();
  expect([policiesInForce.problem, await unusablePolicies()]).toEqual([expect.any(String), 0]);
  log.versions = newerEvent as never;
  await policiesInForce.readOrKeep();
  expect(await unusablePolicies()).toBe(1);
});

it('shows the values of the file if the log was unavailable at startup, but none that a newer release wrote', async () => {
  const log = {
    versions: new StoreUnavailable('EventStoreDB') as EffectivePolicy[] | Error,
    now: inJuly,
  };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  const shown = asRead(() => config.policy);
  expect(shown).toEqual({
    ...policiesInForce.filePolicy,
    secondFactor: { ...policiesInForce.filePolicy.secondFactor, admin: true },
  });
  log.versions = newerEvent;
  await policiesInForce.readOrKeep();
  expect(() => asRead(() => config.policy)).toThrow(StoreUnavailable);
  log.versions = [version('summer', inJune)];
  await policiesInForce.readOrKeep();
  expect(asRead(() => config.policy).id).toBe('summer');
});

it.each([
  ['the log was unavailable', new StoreUnavailable('EventStoreDB'), 'does not respond'],
  ['the log has an event of a newer release', newerEvent, 'newer release'],
])(
  'makes no decisions if %s at startup, until it can use a version',
  async (_case, error, problem) => {
    const log = { versions: error as EffectivePolicy[] | Error, now: inJuly };
    const { config, policiesInForce } = process(log);
    await policiesInForce.onModuleInit();
    expect(policiesInForce.problem).toContain(problem);
    expect(() => config.policy).toThrow(StoreUnavailable);
    log.versions = [version('spring', inJune, { reviewDays: 0 })];
    await policiesInForce.readOrKeep();
    expect(() => config.policy).toThrow(StoreUnavailable);
    expect(policiesInForce.problem).toContain('does not allow the policy spring');
    log.versions = [version('summer', inJune)];
    await policiesInForce.readOrKeep();
    expect([config.policy.id, policiesInForce.problem]).toEqual(['summer', null]);
  },
);

it('drops a version that was withdrawn, even if this release does not allow another', async () => {
  const withdrawn = { withdrawnBy: 'bea', reason: 'A mistake.', withdrawnAt: inJune };
  const [spring, summer] = [version('spring', inJune), version('summer', inJuly)];
  const log = { versions: [spring, summer], now: inJune };
  const { config, policiesInForce } = process(log);
  await policiesInForce.onModuleInit();
  const august = version('autumn', '2027-08-01T00:00:00.000Z', { reviewDays: 0 });
  log.versions = [spring, { ...summer, withdrawn }, august];
  await policiesInForce.readOrKeep();
  log.now = inJuly;
  expect(config.policy.id).toBe('spring');
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
