import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import fc from 'fast-check';
import { type Caller, caller, persist } from './caller.js';
import { type Observer, observe } from './observer.js';
import { loadAdjusted } from './patience.js';
import { type Processes, type Service, startProcesses, untilReady } from './processes.js';
import { sample, seed } from './seed.js';
import { eventually } from './stores.js';

let processes: Processes;
let api: Service;
let projector: Service;
let observer: Observer;
let host: Caller;
let player: Caller;
let court: CourtDetail;
let hours: Slot[];

/** All booking requests in the log. */
const requests = async () =>
  (await observer.log()).flatMap((event) =>
    'unreadable' in event || event.type !== 'BookingRequested'
      ? []
      : [event.data as { startTime: string; bookingId: string }],
  );
const equalsTheLog = async () => {
  const same = async () => (await observer.differences()).length === 0;
  await eventually('the read models equal the log', same, 20_000).catch(() => undefined);
  expect(await observer.differences()).toEqual([]);
};

/** Processes the items with a limited concurrency. */
const inLanes = async <T>(lanes: number, items: readonly T[], work: (item: T) => Promise<void>) => {
  const remainingItems = [...items];
  const lane = async () => {
    for (let item = remainingItems.shift(); item; item = remainingItems.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

beforeAll(async () => {
  processes = await startProcesses();
  [api, projector] = await Promise.all([
    processes.courtly('api'),
    processes.courtly('projector,worker'),
  ]);
  await untilReady(api);
  observer = await observe(processes.config);
  [host, player] = [caller(api.port), caller(api.port)];
  await Promise.all([host.register('owner'), player.register('player')]);
  court = await host.court();
  hours = await player.hours(court, 300);
});

afterAll(async () => {
  await observer?.close();
  await processes?.stop();
});

describe(`killing the API at any moment (SEED=${seed})`, () => {
  it('leaves one booking per request, and repeats the response to a retry', async () => {
    let over = false;
    const killing = (async () => {
      for (const pause of sample(4, fc.nat(250))) {
        if (over) return;
        await delay(pause);
        await api.end('SIGKILL');
        await api.start();
      }
    })();
    const wishes = sample(36, fc.nat(150)).map((pause) => ({ pause, slot: hours.shift()! }));
    const responses = new Map<string, unknown>();
    const asking = inLanes(4, wishes, async ({ slot, pause }) => {
      const idempotencyKey = randomUUID();
      const response = await persist(() => player.book(court, slot, idempotencyKey));
      expect(response.status).toBe(201);
      const again = await persist(() => player.book(court, slot, idempotencyKey));
      expect(again).toMatchObject({ status: 201, body: response.body });
      responses.set(slot.start, response.body.id);
      await delay(pause);
    });
    // If a restart fails, the test must fail immediately instead of timing out.
    await Promise.all([killing, asking.finally(() => (over = true))]);
    const logged = (await requests()).map(({ startTime, bookingId }) => [startTime, bookingId]);
    expect(logged.sort()).toEqual([...responses].sort());
    await equalsTheLog();
    expect(await player.bookings()).toHaveLength(36);
  });
});

describe(`killing the projector at any moment (SEED=${seed})`, () => {
  it('leaves read models that match the log, even after resuming a rebuild', async () => {
    const previousCount = (await requests()).length;
    let over = false;
    const killing = (async () => {
      const pauses = sample(3, fc.tuple(fc.integer({ min: 100, max: 400 }), fc.nat(700)));
      for (const [kills, [untilAsked, untilKilled]] of pauses.entries()) {
        if (over) return;
        await delay(untilAsked);
        await observer.askForRebuild(`asked before kill ${kills}`);
        await delay(untilKilled);
        await projector.end('SIGKILL');
        await projector.start();
      }
    })();
    const choices = sample(80, fc.record({ pause: fc.nat(200), cancel: fc.boolean() }));
    const wishes = choices.map((choice) => ({ ...choice, slot: hours.shift()! }));
    const asking = inLanes(8, wishes, async ({ slot, pause, cancel }) => {
      const { status, body } = await player.book(court, slot);
      expect(status).toBe(201);
      if (cancel) await player.must(200, 'POST', `/api/bookings/${body.id}/cancel`, { body: {} });
      await delay(pause);
    });
    // If a restart fails, the test must fail immediately instead of timing out.
    await Promise.all([killing, asking.finally(() => (over = true))]);
    await eventually('every rebuild is done', async () => {
      const checkpoints = await observer.checkpoints().find({}).toArray();
      return checkpoints.every(({ rebuild }) => rebuild?.state === 'done');
    });
    await equalsTheLog();
    expect(await requests()).toHaveLength(previousCount + 80);
    await eventually(
      'replaced and interrupted collections are dropped',
      async () => {
        const names = (await observer.readModels().collections()).map(
          (collection) => collection.collectionName,
        );
        return names.filter((name) => name.startsWith('bookings@')).length === 1;
      },
      30_000,
    );
  });
});

describe('two processes of the API', () => {
  it("sell every slot once, and return the other's result for the same key", async () => {
    const second = await processes.courtly('api');
    const other = caller(second.port);
    await other.register('player');
    const previousCount = (await requests()).length;
    const contested = hours.splice(0, 40);
    const outcomes = await Promise.all(
      contested.map((slot) => Promise.all([player.book(court, slot), other.book(court, slot)])),
    );
    for (const pair of outcomes) {
      expect(pair.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = pair.find(({ status }) => status === 409)!.body as unknown as {
        code: string;
      };
      expect(refused.code).toBe('slot_taken');
    }
    expect(await requests()).toHaveLength(previousCount + contested.length);

    const sameSession = caller(second.port, player.cookie());
    const keyed = hours.splice(0, 20);
    const tries = await Promise.all(
      keyed.map((slot) =>
        Promise.all([
          player.book(court, slot, slot.start),
          sameSession.book(court, slot, slot.start),
        ]),
      ),
    );
    for (const [firstTry, two] of tries) {
      expect([firstTry.status, two.status]).toEqual([201, 201]);
      expect(firstTry.body.id).toBe(two.body.id);
    }
    expect(await requests()).toHaveLength(previousCount + contested.length + keyed.length);
    await second.end('SIGTERM');
  });
});

describe('stopping the API while it is busy', () => {
  it('exits within ten seconds without losing a started request or acknowledged booking', async () => {
    const busy = await processes.courtly('api');
    const first = caller(busy.port);
    await first.register('player');
    const stream = await fetch(`http://127.0.0.1:${busy.port}/api/stream`, {
      headers: { Cookie: first.cookie() },
    });
    expect(stream.status).toBe(200);
    const listening = stream.text().catch(() => '');
    const acknowledged: string[] = [];
    const statuses: number[] = [];
    /** Books and cancels a slot repeatedly, until the API stops responding. */
    const goOn = async (slot: Slot) => {
      for (;;) {
        const booked = await first.book(court, slot).catch(() => null);
        if (!booked) return;
        statuses.push(booked.status);
        if (booked.status !== 201) return;
        acknowledged.push(booked.body.id);
        const cancelled = await first
          .call('POST', `/api/bookings/${booked.body.id}/cancel`, { body: {} })
          .catch(() => null);
        if (!cancelled) return;
        statuses.push(cancelled.status);
      }
    };
    const load = Promise.all(hours.splice(0, 12).map(goOn));
    await eventually('the process is busy', async () => acknowledged.length > 10);
    const took = await busy.end('SIGTERM');
    await load;
    await listening;
    expect(took).toBeLessThan(loadAdjusted(10_000));
    expect([...new Set(statuses)].sort()).toEqual([200, 201]);
    const logged = new Set((await requests()).map(({ bookingId }) => bookingId));
    expect(acknowledged.filter((id) => !logged.has(id))).toEqual([]);
    await equalsTheLog();
  });
});
