import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Response, Test } from 'supertest';
import { allProjections } from '../app.projections.js';
import { EventStore } from '../kernel/event-store.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../testing/courtly.js';
import { type Observer, observe } from '../testing/observer.js';
import { eventually } from '../testing/stores.js';
import { collectionHash } from './content-hash.js';
import type { Stored } from './projection.js';

let courtly: Courtly;
let observer: Observer;
let host: Member;
let player: Member;
let court: CourtDetail;
const hours: Slot[] = [];

const names = allProjections.map(({ name }) => name);

const ask = async (): Promise<string> => {
  const id = randomUUID();
  const rebuild = { id, state: 'asked' as const, events: 0, position: null, startedAt: 0, seconds: 0 };
  await observer.checkpoints().updateMany({}, { $set: { rebuild: { ...rebuild, hash: null, error: null } } });
  return id;
};
const done = async (id: string) => {
  const checkpoints = await observer.checkpoints().find({}).toArray();
  return checkpoints.every(({ rebuild }) => rebuild?.id === id && rebuild.state === 'done') && checkpoints;
};
const equalsTheLog = async () => {
  await eventually('the read models equal the log', async () => (await observer.differences()).length === 0).catch(
    () => undefined,
  );
  expect(await observer.differences()).toEqual([]);
};
const hashes = async () =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await collectionHash(observer.readModels().collection<Stored>(name))] as const),
    ),
  );
/** Sends as the website does: while a busy store does not answer in time, again with the same key. */
const persistently = async (request: () => Test, status: number): Promise<Response> => {
  const key = randomUUID();
  for (;;) {
    const answer = await request().set('Idempotency-Key', key);
    if (answer.status === 503) continue;
    expect(answer.status).toBe(status);
    return answer;
  }
};

const listed = async () => ((await player.agent.get('/api/bookings').expect(200)).body as Booking[]).length;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  observer = await observe(courtly.config);
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
  for (let days = 3; days < 20; days++)
    hours.push(...(await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), days))));
  await Promise.all(hours.splice(0, 60).map((slot) => courtly.book(player, court.id, slot).expect(201)));
  await equalsTheLog();
}, 60_000);

afterAll(async () => {
  await observer?.close();
  await courtly?.stop();
});

describe('a rebuild', () => {
  it('comes out as what was there, when nothing was written meanwhile', async () => {
    const before = await hashes();
    const id = await ask();
    const checkpoints = await eventually('every rebuild is done', () => done(id));
    expect(Object.fromEntries(checkpoints.map(({ _id, rebuild }) => [_id, rebuild!.hash]))).toEqual(before);
    expect(await hashes()).toEqual(before);
  });

  it('is never seen: while people book, every reader finds all that there was', async () => {
    let shown = await listed();
    let over = false;
    const seen: number[] = [];
    const reading = (async () => {
      while (!over) {
        const now = await listed();
        seen.push(now);
        expect(now).toBeGreaterThanOrEqual(shown);
        shown = now;
        const courts = await courtly.visitor().get('/api/courts').expect(200);
        expect(courts.body).toHaveLength(1);
      }
    })();
    for (let round = 0; round < 3; round++) {
      const before = seen.length;
      const id = await ask();
      await Promise.all([
        ...hours.splice(0, 20).map((slot) => courtly.book(player, court.id, slot).expect(201)),
        eventually('every rebuild is done', () => done(id)),
        eventually('somebody has looked', () => Promise.resolve(seen.length > before)),
      ]);
    }
    over = true;
    await reading;
    await equalsTheLog();
    expect(await listed()).toBe(120);
  }, 20_000);
});

describe('a rebuild that cannot be done', () => {
  it('is given up after some tries, says why, and can be asked for again', async () => {
    const store = courtly.app.get(EventStore);
    const follow = store.follow.bind(store);
    store.follow = (followed, after, size, signal) => {
      if (after === null) throw new Error('the log cannot be read from its start');
      return follow(followed, after, size, signal);
    };
    const before = await hashes();
    const id = await ask();
    const givenUp = await eventually('every rebuild is given up', async () => {
      const checkpoints = await observer.checkpoints().find({}).toArray();
      return checkpoints.every(({ rebuild }) => rebuild?.id === id && rebuild.state === 'failed') && checkpoints;
    });
    for (const { rebuild } of givenUp) expect(rebuild!.error).toMatch(/cannot be read from its start/);
    expect(await hashes()).toEqual(before);
    store.follow = follow;
    const again = await ask();
    await eventually('every rebuild is done', () => done(again));
    expect(await hashes()).toEqual(before);
  }, 20_000);
});

describe('a read model of an older version', () => {
  it('is shown until the new one is there, which misses nothing that happened meanwhile', async () => {
    for (let round = 0; round < 3; round++) {
      const before = await listed();
      const older = { $set: { version: 0, owner: null, leaseUntil: 0 } };
      await observer.checkpoints().updateMany({}, older);
      const replaced = async () => (await observer.checkpoints().find({ version: 0 }).toArray()).length === 0;
      let over = false;
      const bookAndCancel = async (slot: Slot) => {
        while (!over) {
          const { id } = (await persistently(() => courtly.book(player, court.id, slot), 201)).body as Booking;
          await persistently(() => player.agent.post(`/api/bookings/${id}/cancel`).send({}), 200);
        }
        await persistently(() => courtly.book(player, court.id, slot), 201);
      };
      const people = hours.splice(0, 6).map(bookAndCancel);
      await eventually('every read model is of this version', replaced);
      expect(await listed()).toBeGreaterThanOrEqual(before);
      over = true;
      await Promise.all(people);
      await equalsTheLog();
    }
  }, 90_000);
});

describe('a wiped database of read models', () => {
  it('fills itself again', async () => {
    const before = await hashes();
    const count = await listed();
    await observer.readModels().dropDatabase();
    await eventually('the bookings are back', async () => (await listed()) === count);
    await equalsTheLog();
    expect(await hashes()).toEqual(before);
    const { id } = (await courtly.book(player, court.id, hours.pop()!).expect(201)).body as Booking;
    const shown = async () => (await player.agent.get(`/api/bookings/${id}`)).status === 200;
    await eventually('a new one is shown', shown);
  }, 20_000);
});
