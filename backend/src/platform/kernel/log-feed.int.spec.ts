import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startEventStoreDb } from '@courtly/standin-eventstoredb';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';
import { ProcessPositions } from '../processes/positions.service.js';
import { Lags } from '../projections/lags.js';
import { EventStore } from '../stores/event-store.js';

const ATTEMPTS = 2;

let folder: string;
let server: RunningServer;
let courtly: Courtly;
let observer: Observer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  server = await startEventStoreDb({ file: join(folder, 'events.db'), port: 0 });
  courtly = await startCourtly({ EVENTSTORE_URL: server.url });
  observer = await observe(courtly.config);
});

afterAll(async () => {
  await observer?.close();
  await courtly?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const part = <T>(type: abstract new (...args: never[]) => T): T =>
  courtly.app.get(type as never, { strict: false });

const readersReach = (position: string) =>
  eventually(
    'processes and read models reach the end of the log',
    async () => {
      const processes = await part(ProcessPositions).list();
      const readModels = await part(Lags).measureLags();
      return (
        processes.length > 0 &&
        processes.every((process) => process.position >= position) &&
        readModels.every(({ seconds }) => seconds === 0)
      );
    },
    30_000,
  );

it('lets processes and read models continue after a long outage', async () => {
  const eventStore = part(EventStore);
  await courtly.player();
  await readersReach((await eventStore.readLogEnd())!);
  const follow = jest.spyOn(eventStore, 'follow');
  const { port } = server;
  await server.stop();
  await eventually(
    'several attempts to subscribe have failed',
    async () => follow.mock.calls.filter(([, after]) => after === 'end').length >= ATTEMPTS,
    30_000,
  );
  server = await startEventStoreDb({ file: join(folder, 'events.db'), port });
  await eventually('the store is back', () => eventStore.ping(), 30_000);
  await courtly.player();
  await readersReach((await eventStore.readLogEnd())!);
  expect(await observer.differences()).toEqual([]);
});
