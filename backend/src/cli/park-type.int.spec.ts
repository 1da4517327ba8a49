import { randomUUID } from 'node:crypto';
import esdb from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { bookingEvents } from '../booking/bookings/booking.events.js';
import { addDays } from '../platform/kernel/local-time.js';
import { Health } from '../platform/ops/health.js';
import { LEASE_MS } from '../platform/projections/heartbeats.js';
import { allProjections } from '../slices.js';
import { metrics } from '../platform/stores/metrics.js';
import { type Courtly, type Member, startCourtly } from '../../testing/courtly.js';
import { type Observer, observe } from '../../testing/observer.js';
import { eventually } from '../../testing/stores.js';
import type { Cli } from './cli.js';
import { runCommand } from './program.js';

let courtly: Courtly;
let observer: Observer;
let client: esdb.EventStoreDBClient;
let player: Member;
let court: CourtDetail;
let days = 0;

const DAY = '2027-03-10';

const run = async (...args: string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const cli: Cli = {
    environment: courtly.stores.environment,
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    step: (_, work) => work(() => undefined),
    interrupted: AbortSignal.timeout(60_000),
  };
  return {
    code: await runCommand(['projections', ...args], cli),
    printed: printed.join('\n'),
    noted: noted.join('\n'),
  };
};

/** The read models of what happens to bookings. */
const readers = allProjections
  .filter(
    ({ handles }) => handles === 'all' || handles.some((type) => type in bookingEvents.definitions),
  )
  .map(({ name }) => name);

/** Books on a day of its own, and appends behind the back of the application what no program knows. */
const bookThenAppend = async (type: string) => {
  const day = addDays(DAY, days++);
  const [slot] = await courtly.slots(court.id, day);
  const booking = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  const stream = `courtDay-${court.id}_${day}`;
  await client.appendToStream(
    stream,
    esdb.jsonEvent({ id: randomUUID(), type, data: {}, metadata: { version: 1 } }),
  );
  return { booking, stream };
};
const isShown = async ({ id }: Booking) =>
  (await player.agent.get(`/api/bookings/${id}`)).status === 200;
const stopped = async () =>
  (await courtly.app.get(Health).check()).behind.filter((lag) => lag.stopped);
const stoppedNames = async () => (await stopped()).map(({ readModel }) => readModel).join();
const parkedStreams = async () =>
  (await observer.parked()).map(({ projection, stream }) => `${projection} ${stream}`);

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  courtly.config.CLOCK_OFFSET_MS = Date.parse('2027-03-01T12:00:00Z') - Date.now();
  observer = await observe(courtly.config);
  client = esdb.EventStoreDBClient.connectionString(courtly.config.EVENTSTORE_URL);
  player = await courtly.player();
  court = await courtly.court(await courtly.register('owner'));
}, 60_000);

afterAll(async () => {
  await client?.dispose();
  await observer?.close();
  await courtly?.stop();
});

describe('an event of a type that no program knows', () => {
  let first: Awaited<ReturnType<typeof bookThenAppend>>;

  it('stops what might handle it, and says so in health, metrics and status', async () => {
    first = await bookThenAppend('BookingMoved');
    await eventually('they stop', async () => (await stoppedNames()) === readers.join());
    expect((await stopped())[0]).toMatchObject({ stopped: 'unknown event type BookingMoved' });
    expect(await metrics.metrics()).toMatch(
      /courtly_projection_stopped\{projection="bookings"\} 1\n/,
    );
    expect(await metrics.metrics()).toMatch(
      /courtly_projection_stopped\{projection="courts"\} 0\n/,
    );
    const { printed } = await run('status');
    expect(printed).toMatch(
      new RegExp(
        `bookings is stopped at ${first.stream} #1, event .*: unknown event type BookingMoved`,
      ),
    );
    expect(await parkedStreams()).toEqual([]);
  });

  it('is not parked by mistake: a type at which nothing is stopped is refused', async () => {
    expect(await run('park-type', 'BookingMvoed')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('No read model is stopped at an event of type BookingMvoed'),
    });
    expect(await stoppedNames()).toBe(readers.join());
  });

  it("is parked with its streams by an operator's word, and all else goes on", async () => {
    const { code, printed } = await run('park-type', 'BookingMoved');
    expect(printed).toContain(`bookings leaves out ${first.stream} from #1`);
    expect(code).toBe(0);
    expect(await parkedStreams()).toEqual(readers.map((name) => `${name} ${first.stream}`).sort());
    const second = await bookThenAppend('BookingMoved');
    const third = await bookThenAppend('BookingMoved');
    await eventually('what comes later is shown', () => isShown(third.booking));
    expect(await isShown(second.booking)).toBe(true);
    await eventually('nothing is stopped', async () => (await stoppedNames()) === '');
    expect(await metrics.metrics()).toMatch(
      /courtly_projection_stopped\{projection="bookings"\} 0\n/,
    );
    await eventually(
      'all three streams are parked',
      async () => (await parkedStreams()).length === 3 * readers.length,
    );
    const { printed: status } = await run('status');
    expect(status).toContain(`bookings leaves out ${third.stream} from #1`);
    expect(status).toContain('unknown event type BookingMoved');
    expect(status).toMatch(/events of type BookingMoved are parked since/);
  });

  it('stands in no way of a rebuild, which parks the same', async () => {
    const parked = await parkedStreams();
    expect(await run('rebuild', 'bookings')).toMatchObject({ code: 0 });
    expect(await parkedStreams()).toEqual(parked);
  });

  it('is parked by that program alone: another one stops there again', async () => {
    await observer.parkedTypes().updateMany({}, { $set: { program: 'another one' } });
    const parked = await parkedStreams();
    const { booking, stream } = await bookThenAppend('BookingMoved');
    await eventually('they stop again', async () => (await stoppedNames()) === readers.join());
    expect(await parkedStreams()).toEqual(parked);
    expect((await run('park-type', 'BookingMoved')).code).toBe(0);
    await eventually('it is shown', () => isShown(booking));
    expect(await parkedStreams()).toContain(`bookings ${stream}`);
  });

  it('stops read models again once the word is taken back, and what is parked stays so', async () => {
    expect(await run('park-type', 'BookingMoved', '--undo')).toMatchObject({ code: 0 });
    const parked = await parkedStreams();
    await eventually(
      'it is taken back',
      async () => (await observer.parkedTypes().countDocuments()) === 0,
    );
    await bookThenAppend('BookingMoved');
    await eventually(
      'they stop again',
      async () => (await stoppedNames()) === readers.join(),
      LEASE_MS + 5_000,
    );
    expect(await parkedStreams()).toEqual(parked);
    expect(await run('park-type', 'BookingMoved', '--undo')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('Events of type BookingMoved are not parked'),
    });
  });
});
