import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../app.module.js';
import { createApp } from '../../app.js';
import { commandLine } from '../../../testing/command-line.js';
import { readConfig } from '../../config.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { Streams } from '../kernel/streams.js';
import { Health } from '../ops/health.js';

let courtly: Courtly;
const otherApps = new Set<NestExpressApplication>();

/** Starts a process with this zone data, which it compares with the log before it listens. */
const startAnotherProcess = async (zoneData: string, roles = 'api') => {
  const environment = { ...courtly.stores.environment, ROLES: roles, PORT: '0' };
  const app = await createApp({ ...readConfig(environment), zoneData });
  otherApps.add(app);
  await app.listen(0, '127.0.0.1');
  return app;
};
const healthOf = (app: NestExpressApplication) => app.get(Health).checkHealth();
const problemOf = async (app: NestExpressApplication) => (await healthOf(app)).zoneData;

const recordedVersions = async () =>
  (await courtly.app.get(Streams).events('zoneData-all')).map(
    ({ data }) => (data as { zoneData: string }).zoneData,
  );

beforeAll(async () => {
  courtly = await startCourtly();
});
afterEach(async () => {
  for (const app of otherApps) await app.close();
  otherApps.clear();
});
afterAll(() => courtly?.stop());

it('zone data is recorded once, no matter how many processes start with it', async () => {
  const { zoneData } = courtly.config;
  await Promise.all([startAnotherProcess(zoneData), startAnotherProcess(zoneData)]);
  await expect(recordedVersions()).resolves.toEqual([zoneData]);
});

it('zone data older than that in the log keeps a new API process from becoming ready', async () => {
  const { zoneData } = courtly.config;
  expect(await problemOf(await startAnotherProcess('9999a'))).toBeNull();
  const outdated = await healthOf(await startAnotherProcess('9998a'));
  expect(outdated).toMatchObject({
    ready: false,
    zoneData:
      'This process has time zone data 9998a, but Courtly already uses 9999a. Start it with a newer Node.js, because it would show other hours than the other processes, or run "courtly zone-data use".',
  });
  await expect(recordedVersions()).resolves.toEqual([zoneData, '9999a']);
  expect((await healthOf(courtly.app)).ready).toBe(true);
});

it('older zone data keeps a worker and a projector from starting, and they record none', async () => {
  await startAnotherProcess('9999a');
  const outdated = await startAnotherProcess('9998a', 'worker,projector');
  expect(await healthOf(outdated)).toMatchObject({ ready: false });
  expect(await problemOf(outdated)).toMatch('has time zone data 9998a');
  expect(await problemOf(await startAnotherProcess('9999b', 'worker,projector'))).toBeNull();
  expect(await recordedVersions()).not.toContain('9999b');
});

it('an operator can return to older zone data', async () => {
  const run = commandLine(courtly.stores.environment);
  await startAnotherProcess('9999a');
  expect((await run(['zone-data', 'use', 'newest'])).code).toBe(1);
  expect(await run(['zone-data', 'use', '9998a'])).toMatchObject({
    code: 0,
    printed: expect.stringContaining('9998a'),
  });
  expect(await problemOf(await startAnotherProcess('9998a'))).toBeNull();
  expect((await recordedVersions()).slice(-2)).toEqual(['9999a', '9998a']);
});

it("an operator's command records no zone data, because it does not listen", async () => {
  const config = readConfig({ ...courtly.stores.environment, ROLES: 'api' });
  const context = await NestFactory.createApplicationContext(
    AppModule.forConfig({ ...config, zoneData: '9999z' }),
    { logger: false, abortOnError: false },
  );
  await context.close();
  expect(await recordedVersions()).not.toContain('9999z');
});
