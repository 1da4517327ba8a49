import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Health } from './health.js';
import type { PolicyCheck } from './policy-check.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const healthOf = (
  draining = { isStarted: false },
  erasures: string | null = null,
  redis = { isUp: true },
  policy: PolicyCheck = { problem: null, warning: null },
  secrets: string | null = null,
) => {
  let pings = 0;
  const ping = async () => ++pings > 0;
  const lags = { measureLags: async () => [{ complete: true, stopped: null, unownedSeconds: 0 }] };
  const store = { ping };
  const other = { ping: async () => true };
  const health = new Health(
    ...([
      store,
      other,
      { ping: async () => redis.isUp },
      { isFollowing: true },
      lags,
      draining,
      { problem: null },
      { problem: null },
      { problem: erasures },
      policy,
      { problem: secrets },
    ] as unknown as ConstructorParameters<typeof Health>),
  );
  return { health, pings: () => pings };
};

it('the health check queries the stores once a second, no matter how many requests arrive', async () => {
  const { health, pings } = healthOf();
  const responses = await Promise.all(Array.from({ length: 500 }, () => health.checkHealth()));
  expect(responses.every(({ ready }) => ready)).toBe(true);
  await jest.advanceTimersByTimeAsync(999);
  await health.checkHealth();
  expect(pings()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  await health.checkHealth();
  expect(pings()).toBe(2);
});

it('is ready a tenth of a second after the stores respond for the first time', async () => {
  const redis = { isUp: false };
  const { health, pings } = healthOf(undefined, null, redis);
  expect((await health.checkHealth()).ready).toBe(false);
  redis.isUp = true;
  await jest.advanceTimersByTimeAsync(99);
  expect((await health.checkHealth()).ready).toBe(false);
  expect(pings()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect((await health.checkHealth()).ready).toBe(true);
});

it('checks the stores once a second during an outage, too', async () => {
  const redis = { isUp: true };
  const { health, pings } = healthOf(undefined, null, redis);
  await health.checkHealth();
  redis.isUp = false;
  await jest.advanceTimersByTimeAsync(1_000);
  expect((await health.checkHealth()).ready).toBe(false);
  await jest.advanceTimersByTimeAsync(999);
  await health.checkHealth();
  expect(pings()).toBe(2);
});

it('reports a stopping process as not ready', async () => {
  const draining = { isStarted: false };
  const { health } = healthOf(draining);
  expect((await health.checkHealth()).ready).toBe(true);
  draining.isStarted = true;
  expect((await health.checkHealth()).ready).toBe(false);
});

it('reports a problem with the erasure register, but stays ready', async () => {
  const { health } = healthOf(undefined, 'ERASURES_FOLDER cannot be written');
  expect(await health.checkHealth()).toMatchObject({
    ready: true,
    erasures: 'ERASURES_FOLDER cannot be written',
  });
});

it('is not ready if it cannot use the policy in force, but only reports other problems of policies', async () => {
  const policies = [
    [{ problem: 'No policy.', warning: null }, false, 'No policy.'],
    [{ problem: null, warning: 'No July.' }, true, 'No July.'],
    [{ problem: null, warning: null }, true, null],
  ] as const;
  for (const [policy, ready, reported] of policies) {
    const { health } = healthOf(undefined, undefined, undefined, policy);
    expect(await health.checkHealth()).toMatchObject({ ready, policy: reported });
  }
});

it('is not ready if another process uses a secret that this one does not know', async () => {
  const { health } = healthOf(undefined, null, undefined, undefined, 'KEY_SECRETS lacks a secret');
  expect(await health.checkHealth()).toMatchObject({
    ready: false,
    secrets: 'KEY_SECRETS lacks a secret',
  });
});
