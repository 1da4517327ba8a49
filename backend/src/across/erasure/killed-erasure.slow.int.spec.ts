import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { courts } from '../../booking/courts/courts.projection.js';
import { type Caller, caller } from '../../../testing/caller.js';
import { type Observer, observe } from '../../../testing/observer.js';
import {
  type Processes,
  type Service,
  startProcesses,
  untilReady,
} from '../../../testing/processes.js';
import { sample, seed } from '../../../testing/seed.js';
import { eventually } from '../../../testing/stores.js';

let processes: Processes;
let api: Service;
let worker: Service;
let observer: Observer;

beforeAll(async () => {
  processes = await startProcesses();
  api = await processes.courtly('api');
  worker = await processes.courtly('projector,worker');
  await untilReady(api);
  observer = await observe(processes.config);
});

afterAll(async () => {
  await observer?.close();
  await processes?.stop();
});

const leaves = async (person: Caller): Promise<void> => {
  const body = { currentPassword: 'clay-court-rally', confirmation: 'DELETE' };
  await person.must(202, 'POST', '/api/account/erase', { body });
};
const typesOf = async (userId: string) =>
  (await observer.log()).flatMap((event) =>
    event.stream === `user-${userId}` && !('unreadable' in event) ? [event.type] : [],
  );

it(`a restarted worker finishes an erasure after a SIGKILL (SEED=${seed})`, async () => {
  const erased: string[] = [];
  for (const pause of sample(3, fc.nat(120))) {
    const person = caller(api.port);
    const { id } = await person.register('owner');
    await person.court();
    await leaves(person);
    await delay(pause);
    await worker.end('SIGKILL');
    await worker.start();
    const isErased = async () => (await typesOf(id)).includes('AccountErased');
    await eventually('the account is erased', isErased, 60_000);
    const follow = async () => (await observer.differences()).length === 0;
    await eventually('the read models equal the log', follow, 30_000).catch(() => undefined);
    expect(await observer.differences()).toEqual([]);
    erased.push(id);
  }
  for (const id of erased)
    expect((await typesOf(id)).filter((type) => type === 'AccountErased')).toHaveLength(1);
  const documents = await (await observer.collection(courts)).find({}).toArray();
  expect(documents).toHaveLength(erased.length);
  for (const document of documents)
    expect(document).toMatchObject({ name: 'A court of a former member', isActive: false });
});
