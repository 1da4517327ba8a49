import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { EventStore } from '../stores/event-store.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let observer: Observer;
let host: Member;
let player: Member;
let court: CourtDetail;
const hours: Slot[] = [];

const ask = async (): Promise<string> => {
  const id = randomUUID();
  await observer.askForRebuild(id);
  return id;
};
const completedCheckpoints = async (id: string) => {
  const checkpoints = await observer.checkpoints().find({}).toArray();
  return (
    checkpoints.every(({ rebuild }) => rebuild?.id === id && rebuild.state === 'done') &&
    checkpoints
  );
};
const equalsTheLog = async () => {
  await eventually(
    'the read models equal the log',
    async () => (await observer.differences()).length === 0,
  ).catch(() => undefined);
  expect(await observer.differences()).toEqual([]);
};
const hashes = () => observer.hashes();
const listed = async () =>
  Number((await player.agent.get('/api/bookings').expect(200)).get('X-Total-Count'));

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  observer = await observe(courtly.config);
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
  for (let days = 3; days < 20; days++)
    hours.push(
      ...(await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), days))),
    );
  await Promise.all(
    hours.splice(0, 60).map((slot) => courtly.book(player, court.id, slot).expect(201)),
  );
  await equalsTheLog();
});

afterAll(async () => {
  await observer?.close();
  await courtly?.stop();
});

describe('a rebuild', () => {
  it('produces the same content if nothing was written', async () => {
    const previousHashes = await hashes();
    const id = await ask();
    const checkpoints = await eventually('every rebuild is done', () => completedCheckpoints(id));
    expect(
      Object.fromEntries(checkpoints.map(({ projection, rebuild }) => [projection, rebuild!.hash])),
    ).toEqual(previousHashes);
    expect(await hashes()).toEqual(previousHashes);
  });

  it('reads the history in pages and subscribes only after it', async () => {
    const follow = jest.spyOn(courtly.app.get(EventStore), 'follow');
    const id = await ask();
    await eventually('every rebuild is done', () => completedCheckpoints(id));
    const starts = follow.mock.calls.map(([, after]) => after);
    follow.mockRestore();
    expect(starts.length).toBeGreaterThan(0);
    expect(starts).not.toContain(null);
  });

  it('shows complete data to every reader while players book', async () => {
    let listedCount = await listed();
    let over = false;
    const listedCounts: number[] = [];
    const reading = (async () => {
      while (!over) {
        const now = await listed();
        listedCounts.push(now);
        expect(now).toBeGreaterThanOrEqual(listedCount);
        listedCount = now;
        const courts = await courtly.visitor().get('/api/courts').expect(200);
        expect(courts.body).toHaveLength(1);
      }
    })();
    for (let round = 0; round < 3; round++) {
      const previousCount = listedCounts.length;
      const id = await ask();
      await Promise.all([
        ...hours.splice(0, 20).map((slot) => courtly.book(player, court.id, slot).expect(201)),
        eventually('every rebuild is done', () => completedCheckpoints(id)),
        eventually('a reader has read the data', () =>
          Promise.resolve(listedCounts.length > previousCount),
        ),
      ]);
    }
    over = true;
    await reading;
    await equalsTheLog();
    expect(await listed()).toBe(120);
  });
});

describe('a rebuild that fails', () => {
  it('ends after several attempts with a reason, and can be requested again', async () => {
    const eventStore = courtly.app.get(EventStore);
    const readAndFollow = jest.spyOn(eventStore, 'readAndFollow').mockImplementation(() => {
      throw new Error('the log cannot be read from its start');
    });
    const previousHashes = await hashes();
    const id = await ask();
    const failedRebuilds = await eventually('every rebuild has failed', async () => {
      const checkpoints = await observer.checkpoints().find({}).toArray();
      return (
        checkpoints.every(({ rebuild }) => rebuild?.id === id && rebuild.state === 'failed') &&
        checkpoints
      );
    });
    for (const { rebuild } of failedRebuilds)
      expect(rebuild!.error).toMatch(/cannot be read from its start/);
    expect(await hashes()).toEqual(previousHashes);
    readAndFollow.mockRestore();
    const again = await ask();
    await eventually('every rebuild is done', () => completedCheckpoints(again));
    expect(await hashes()).toEqual(previousHashes);
  });
});

describe('a dropped read-model database', () => {
  it('rejects reads until it is rebuilt, and never shows partial data', async () => {
    const previousHashes = await hashes();
    const count = await listed();
    await observer.readModels().dropDatabase();
    await eventually('the bookings are back', async () => {
      const response = await player.agent.get('/api/bookings');
      if (response.status === 503) return false;
      expect([response.status, Number(response.get('X-Total-Count'))]).toEqual([200, count]);
      return true;
    });
    await equalsTheLog();
    expect(await hashes()).toEqual(previousHashes);
    const { id } = (await courtly.book(player, court.id, hours.pop()!).expect(201)).body as Booking;
    const isListed = async () => (await player.agent.get(`/api/bookings/${id}`)).status === 200;
    await eventually('a new booking appears', isListed);
  });
});
