import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../app.js';
import { readConfig } from '../../config.js';
import { DAY_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Queues } from '../../platform/processes/queues.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { RedisClient } from '../../platform/stores/redis.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { courtDayIdOf } from './booking-id.js';
import { bookingDeadlines } from './bookings.process.js';
import { courtDay } from './court-day.js';

let courtly: Courtly;
const running = new Set<NestExpressApplication>();

/**
 * Closes a process only once, because closing its Redis connections again keeps the tests alive for
 * two seconds.
 */
const close = async (app: NestExpressApplication) => {
  if (running.delete(app)) await app.close();
};

afterEach(async () => {
  jest.restoreAllMocks();
  for (const app of [...running].reverse()) await close(app);
  await courtly.stores.stop();
});

const open = async (environment: Record<string, string> = {}) => {
  courtly = await startCourtly(environment);
  running.add(courtly.app);
};

/** Starts another process that uses the same stores. */
const start = async (changes: Record<string, string>) => {
  const config = readConfig({ ...courtly.stores.environment, ...changes, PORT: '0' });
  const app = await createApp(config);
  await app.listen(0, config.HOST);
  running.add(app);
  return app;
};

/** Starts a process whose requests expire immediately. */
const openImpatient = async (environment: Record<string, string> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  const file = join(folder, 'impatient.json');
  const policy = JSON.parse(
    await readFile(new URL('../../../../deploy/policies/unpaid.json', import.meta.url), 'utf8'),
  );
  await writeFile(file, JSON.stringify({ ...policy, id: 'impatient-1', hostAnswerMinutes: 0 }));
  await open({ POLICY_FILE: file, ...environment });
  await rm(folder, { recursive: true });
};

const book = async (days: number, count = 1) => {
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), days));
  const bookings: Booking[] = [];
  for (const slot of slots.slice(0, count))
    bookings.push((await courtly.book(player, court.id, slot).expect(201)).body as Booking);
  return { host, bookings };
};

const eventsOf = async (app: NestExpressApplication, bookingId: string) =>
  (await app.get(Streams).events(`courtDay-${courtDayIdOf(bookingId)}`))
    .filter(({ data }) => (data as { bookingId: string }).bookingId === bookingId)
    .map(({ type }) => type);

const statusIn = async (app: NestExpressApplication, bookingId: string) =>
  (await app.get(Streams).load(courtDay, courtDayIdOf(bookingId))).bookings.get(bookingId)?.status;

describe('booking deadlines', () => {
  it('complete a booking that ended during downtime, even with empty read models', async () => {
    await open();
    const { host, bookings } = await book(2);
    const { id, endTime } = bookings[0]!;
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    await close(courtly.app);
    const later = await start({
      CLOCK_OFFSET_MS: String(4 * DAY_MS),
      MONGODB_DATABASE: `${courtly.config.MONGODB_DATABASE}_later`,
      VAULT_DATABASE: courtly.config.VAULT_DATABASE,
    });
    await eventually(
      'the booking is completed',
      async () => (await statusIn(later, id)) === 'completed',
      30_000,
    );
    const { bookings: after } = await later.get(Streams).load(courtDay, courtDayIdOf(id));
    expect(after.get(id)).toMatchObject({ completedAt: endTime });
  });

  it('expire a request once, at its deadline, even with several workers', async () => {
    await openImpatient();
    await start({ ROLES: 'worker' });
    const { bookings } = await book(2, 2);
    for (const { id } of bookings) {
      await eventually(
        'the request has ended',
        async () => (await statusIn(courtly.app, id)) === 'cancelled',
        30_000,
      );
      expect(await eventsOf(courtly.app, id)).toEqual(['BookingRequested', 'BookingCancelled']);
    }
  });

  it('expire a request once, even if two workers repeatedly get its job', async () => {
    const work = jest.spyOn(Queues.prototype, 'processJobs').mockImplementation(() => undefined);
    await openImpatient({ ROLES: 'api,projector' });
    await Promise.all([start({ ROLES: 'worker' }), start({ ROLES: 'worker' })]);
    const workers = work.mock.calls
      .filter(([queue]) => queue === 'deadlines')
      .map(([, execute]) => execute);
    expect(workers).toHaveLength(2);
    const { id } = (await book(2)).bookings[0]!;
    const queued = async () => (await courtly.app.get(Queues).countJobs()).get('deadlines')!;
    // Other processes also queue jobs here, for example after a start with new zone data.
    const jobIds = async () =>
      (await courtly.app.get(Queues)['queue']('deadlines').getWaiting()).map(
        (job: Readonly<{ id?: string | undefined }>) => job.id,
      );
    await eventually('the job is queued', async () => (await jobIds()).includes(`answer.${id}`));
    const job = [
      bookingDeadlines.name,
      `answer.${id}`,
      { bookingId: id, deadline: 'answer' },
    ] as const;
    await Promise.all(workers.map((execute) => execute(...job)));
    expect(await eventsOf(courtly.app, id)).toEqual(['BookingRequested', 'BookingCancelled']);

    work.mockRestore();
    await start({ ROLES: 'worker' });
    await eventually('the queue has delivered the job too', async () => {
      const { waiting, active } = await queued();
      return waiting === 0 && active === 0;
    });
    expect(await queued()).toMatchObject({ failed: 0, delayed: 0 });
    expect(await eventsOf(courtly.app, id)).toEqual(['BookingRequested', 'BookingCancelled']);
  });

  it('enter the queue shortly before they are due, and again after Redis loses its data', async () => {
    await open();
    const { bookings } = await book(3);
    const counts = async () => (await courtly.app.get(Queues).countJobs()).get('deadlines')!;
    await courtly.app.get(ProcessRunner).sweep();
    expect(await counts()).toMatchObject({ delayed: 0, waiting: 0 });

    await close(courtly.app);
    const near = Date.parse(bookings[0]!.answerBy!) - Date.now() - 10 * 60_000;
    const later = await start({ CLOCK_OFFSET_MS: String(near) });
    const delayed = async () => (await later.get(Queues).countJobs()).get('deadlines')!['delayed'];
    await eventually('the deadline is queued', async () => (await delayed()) === 1, 30_000);
    await close(later);

    // No worker, because it would sweep between the next lines.
    const idle = await start({ CLOCK_OFFSET_MS: String(near), ROLES: 'api' });
    const queued = async () => (await idle.get(Queues).countJobs()).get('deadlines')!['delayed'];
    expect(await queued()).toBe(1);
    // Other test files may be using the same Redis server.
    const { commands, keyPrefix } = idle.get(RedisClient);
    await commands.unlink(await commands.keys(`*${keyPrefix}*`));
    expect(await queued()).toBe(0);
    await idle.get(ProcessRunner).sweep();
    expect(await queued()).toBe(1);
    expect(await eventsOf(idle, bookings[0]!.id)).toEqual(['BookingRequested']);
  });
});
