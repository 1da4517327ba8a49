import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startEventStoreDb } from '@courtly/standin-eventstoredb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';
import { commandLine } from '../../../testing/command-line.js';
import { Health } from '../ops/health.js';
import { Checkpoints } from './checkpoints.js';
import { Lags } from './lags.js';

let folder: string;
let server: RunningServer;
let courtly: Courtly;
let observer: Observer;

const log = () => join(folder, 'events.db');
const backup = () => join(folder, 'backup.db');
const lags = () => courtly.app.get(Lags).measureLags();
const health = () => courtly.app.get(Health).checkHealth();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  server = await startEventStoreDb({ file: log(), port: 0 });
  courtly = await startCourtly({ EVENTSTORE_URL: server.url });
  observer = await observe(courtly.config);
});

afterAll(async () => {
  await observer?.close();
  await courtly?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an older copy of the log under a running server', () => {
  it('tears the read models, which are rebuilt from it', async () => {
    const { port } = server;
    await courtly.player();
    await server.stop();
    await copyFile(log(), backup());
    server = await startEventStoreDb({ file: log(), port });
    await eventually('the store is back', async () => (await health()).ready);
    await courtly.player();
    await eventually('the read models contain the newest events', async () =>
      (await lags()).every(({ seconds }) => seconds === 0),
    );
    await server.stop();
    await copyFile(backup(), log());
    server = await startEventStoreDb({ file: log(), port });
    // Readiness is measured once a second, so it may miss a short rebuild.
    await eventually('read models are torn', async () => (await lags()).some(({ torn }) => torn));
    await eventually('the read models are rebuilt', async () => (await health()).ready, 30_000);
    await eventually(
      'no read model lags',
      async () => (await health()).behind.length === 0,
      30_000,
    );
    expect(await observer.differences()).toEqual([]);
  });

  it('appears in the status of its read models until they are rebuilt', async () => {
    const torn = { position: '00000000000000000042', eventId: 'gone', at: '2027-03-01T12:00:00Z' };
    await courtly.app
      .get(Checkpoints)
      .collection.updateOne({ projection: 'bookings' }, { $set: { torn } });
    await eventually('readiness shows the torn read model', async () => {
      const [behind, ...others] = (await health()).behind;
      return behind?.readModel === 'bookings' && behind.torn && others.length === 0;
    });
    const run = commandLine({ ...process.env, ...environment() });
    expect((await run(['projections', 'status'])).printed).toContain(
      'bookings was torn on 2027-03-01T12:00:00Z and is being rebuilt: the log has no event gone at position 42.',
    );
    expect(await run(['projections', 'rebuild', 'bookings'])).toMatchObject({ code: 0 });
    await eventually('no read model is behind', async () => (await health()).behind.length === 0);
  });
});

const environment = () => ({ ...courtly.stores.environment, EVENTSTORE_URL: server.url });
