import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import esdb from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DAY_MS, MINUTE_MS, localDate } from '../src/platform/kernel/local-time.js';
import { type ApiResponse, type Caller, caller, persist } from './caller.js';
import { type Observer, observe } from './observer.js';
import { type Processes, type Service, startProcesses, untilReady } from './processes.js';
import { eventually } from './stores.js';
import { startProxy } from './tcp-proxy.js';

let processes: Processes;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let api: Service;
let worker: Service;
let observer: Observer;
let host: Caller;
let player: Caller;
let court: CourtDetail;
let hours: Slot[];

const SOON_MS = 2_500;
/** Commands retry for five seconds, so that they survive a stall or a leader election. */
const GIVEN_UP_MS = 6_500;
const requestsFor = async ({ start }: Slot) =>
  (await observer.log()).filter(
    (event) =>
      !('unreadable' in event) &&
      event.type === 'BookingRequested' &&
      (event.data as { startTime: string }).startTime === start,
  );
const readBooking = (id: string, by = player) =>
  eventually(`${id} is shown`, async () =>
    (await by.bookings()).some((booking) => booking.id === id),
  );
const unavailable = ({ status, body: requestBody, headers, ms }: ApiResponse) => {
  expect([status, requestBody]).toEqual([
    503,
    expect.objectContaining({ code: 'store_unavailable' }),
  ]);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(ms).toBeLessThan(GIVEN_UP_MS);
};

beforeAll(async () => {
  processes = await startProcesses();
  proxy = await startProxy(processes.events.port);
  const EVENTSTORE_URL = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  [api, worker] = await Promise.all([
    processes.courtly('api', { EVENTSTORE_URL }),
    // This clock is nearly a day ahead, so that the deadlines of new requests are near enough to be
    // queued.
    processes.courtly('projector,worker', { CLOCK_OFFSET_MS: String(DAY_MS - 10 * MINUTE_MS) }),
  ]);
  await untilReady(api);
  observer = await observe(processes.config);
  [host, player] = [caller(api.port), caller(api.port)];
  await Promise.all([host.register('owner'), player.register('player')]);
  court = await host.court();
  hours = await player.hours(court, 100);
  const { body } = await player.book(court, hours.pop()!);
  await readBooking(body.id);
});

afterAll(async () => {
  await proxy?.stop();
  await observer?.close();
  await processes?.stop();
});

describe('Courtly without the event store', () => {
  const readAll = async (by = player, owner = host) => {
    const date = localDate(court.zone, hours[0]!.start);
    for (const path of [
      '/api/courts',
      `/api/courts/${court.id}`,
      `/api/courts/${court.id}/availability/${date}`,
      '/api/bookings',
      '/api/auth/me',
      '/api/waiver/status',
    ])
      expect([path, (await by.call('GET', path)).status]).toEqual([path, 200]);
    for (const path of [
      '/api/owner/courts',
      '/api/owner/bookings',
      `/api/courts/${court.id}/invitations`,
    ])
      expect([path, (await owner.call('GET', path)).status]).toEqual([path, 200]);
  };

  it('refuses writes quickly, serves reads, and recovers when the store is back', async () => {
    await readAll();
    const slot = hours.pop()!;
    await processes.events.end('SIGKILL');
    const idempotencyKey = randomUUID();
    for (let attempt = 0; attempt < 3; attempt++)
      unavailable(await player.book(court, slot, idempotencyKey));
    unavailable(
      await host.call('PUT', `/api/courts/${court.id}/hours`, {
        body: { weeklyHours: court.weeklyHours },
      }),
    );
    await readAll();
    await processes.events.start();
    const { status, body } = await persist(() => player.book(court, slot, idempotencyKey));
    expect(status).toBe(201);
    expect(await requestsFor(slot)).toHaveLength(1);
    await readBooking(body.id);
  });

  it('serves reads in a process that has just started', async () => {
    await processes.events.end('SIGKILL');
    const { port } = await processes.courtly('api', {
      EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    });
    await readAll(caller(port, player.cookie()), caller(port, host.cookie()));
    await processes.events.start();
  });

  it('refuses a write quickly on a hanging connection, and a retry returns the outcome', async () => {
    const slot = hours.pop()!;
    processes.events.freeze();
    const idempotencyKey = randomUUID();
    const responses = await Promise.all([
      player.book(court, slot, idempotencyKey),
      delay(3_000).then(() => null),
    ]);
    unavailable(responses[0]);
    await readAll();
    processes.events.thaw();
    const { status, body } = await persist(() => player.book(court, slot, idempotencyKey));
    expect(status).toBe(201);
    await readBooking(body.id);
    expect(await requestsFor(slot)).toHaveLength(1);
  });
});

describe('a lost response from the event store', () => {
  it('never causes a second booking', async () => {
    for (let round = 0; round < 5; round++) {
      const slot = hours.pop()!;
      const idempotencyKey = randomUUID();
      proxy.loseAnswerTo('BookingRequested');
      const first = await persist(() => player.book(court, slot, idempotencyKey));
      expect(first.status).toBe(201);
      expect(proxy.cuts()).toBe(round + 1);
      expect((await player.book(court, slot, idempotencyKey)).body).toEqual(first.body);
      expect(await requestsFor(slot)).toHaveLength(1);
      await readBooking(first.body.id);
    }
  });

  it('does not refuse a booking without an idempotency key', async () => {
    const slot = hours.pop()!;
    proxy.loseAnswerTo('BookingRequested');
    const { status, body } = await player.book(court, slot);
    expect(status).toBe(201);
    expect(await requestsFor(slot)).toHaveLength(1);
    await readBooking(body.id);
  });
});

describe('a MongoDB that hangs', () => {
  it('fails reads quickly, then immediately, and recovers', async () => {
    processes.mongo.freeze();
    try {
      unavailable(await player.call('GET', '/api/bookings'));
      await eventually(
        'the API has noticed',
        async () => {
          const response = await player.call('GET', '/api/bookings');
          unavailable(response);
          return response.ms < 1_000;
        },
        30_000,
      );
    } finally {
      processes.mongo.thaw();
    }
    await eventually(
      'reads continue',
      async () => (await player.call('GET', '/api/bookings')).status === 200,
      20_000,
    );
  });
});

describe('Redis', () => {
  const jobs = async () => {
    const connection = new Redis(processes.redis.port, '127.0.0.1', { maxRetriesPerRequest: null });
    const queue = new Queue('deadlines', {
      connection,
      prefix: `{${processes.config.REDIS_PREFIX}:jobs}`,
    });
    const delayed = await queue.getDelayed();
    await queue.close();
    connection.disconnect();
    return delayed.map(({ id }) => id!).sort();
  };

  it('loses its data without losing bookings, and a worker restart restores deadlines', async () => {
    const bookingsBefore = await player.bookings();
    const dueJobIds = bookingsBefore
      .filter(({ status }) => status === 'pending')
      .map(({ id }) => `answer.${id}`);
    expect(dueJobIds.length).toBeGreaterThan(3);
    const redis = new Redis(processes.redis.port, '127.0.0.1');
    await redis.flushall();
    redis.disconnect();
    // A process caches a session for five seconds.
    await eventually(
      'the session is gone',
      async () => (await player.call('GET', '/api/bookings')).status === 401,
    );
    expect((await player.signIn()).status).toBe(200);
    expect(await player.bookings()).toEqual(bookingsBefore);
    await worker.end('SIGTERM');
    await worker.start();
    await eventually('the deadlines are queued', async () => {
      const queued = await jobs();
      return dueJobIds.every((id) => queued.includes(id));
    });
  });

  it('fails without turning members into visitors or closing public pages, and recovers', async () => {
    const date = localDate(court.zone, hours[0]!.start);
    const dueJobIds = (await player.bookings())
      .filter(({ status }) => status === 'pending')
      .map(({ id }) => `answer.${id}`);
    await processes.redis.end('SIGKILL');
    const visitor = caller(api.port);
    for (const path of ['/api/courts', `/api/courts/${court.id}/availability/${date}`])
      for (const by of [visitor, player]) {
        const { status, ms } = await by.call('GET', path);
        expect([path, status]).toEqual([path, 200]);
        expect(ms).toBeLessThan(SOON_MS);
      }
    unavailable(await player.call('GET', '/api/bookings'));
    unavailable(await player.book(court, hours.pop()!));
    unavailable(await player.signIn());
    await processes.redis.start();
    await eventually('people can sign in', async () => (await player.signIn()).status === 200);
    const { status, body } = await player.book(court, hours.pop()!);
    expect(status).toBe(201);
    await readBooking(body.id);
    await eventually('the deadlines are queued', async () => {
      const queued = await jobs();
      return [...dueJobIds, `answer.${body.id}`].every((id) => queued.includes(id));
    });
  });
});

describe('a court-day with events of a newer release', () => {
  it('refuses commands with a message that Courtly is being updated', async () => {
    const slot = (await player.hours(court, 60)).at(-1)!;
    const client = esdb.EventStoreDBClient.connectionString(processes.config.EVENTSTORE_URL);
    const stream = `courtDay-${court.id}_${localDate(court.zone, slot.start)}`;
    await client.appendToStream(
      stream,
      esdb.jsonEvent({ type: 'BookingSwapped', data: {}, metadata: { version: 1 } }),
    );
    await client.dispose();
    const { status, body, headers } = await player.book(court, slot);
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'store_unavailable' })]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('an internal error', () => {
  it('hides its cause from the response and logs it with the request id', async () => {
    const slot = hours.pop()!;
    const client = esdb.EventStoreDBClient.connectionString(processes.config.EVENTSTORE_URL);
    const stream = `courtDay-${court.id}_${localDate(court.zone, slot.start)}`;
    await client.appendToStream(stream, esdb.jsonEvent({ type: 'BookingCancelled', data: {} }));
    await client.dispose();
    const { status, body } = await player.book(court, slot);
    expect([status, body]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
    expect(JSON.stringify(body)).not.toContain('BookingCancelled');
    const { requestId } = (body as unknown as { details: { requestId: string } }).details;
    const lines = () =>
      api
        .output()
        .split('\n')
        .filter((line) => line.includes(requestId))
        .join('\n');
    await eventually('the log contains the error', async () => lines() !== '');
    expect(lines()).toMatch(/not JSON.*stack|stack.*not JSON/);
  });
});
