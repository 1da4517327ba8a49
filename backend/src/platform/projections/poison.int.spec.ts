import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import esdb from '@eventstore/db-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { courtDayEvents } from '../../booking/bookings/court-day.events.js';
import { addDays } from '../kernel/local-time.js';
import { Health } from '../ops/health.js';
import { metrics } from '../stores/metrics.js';
import { allProjections } from '../../slices.js';
import { bookingApproved } from '../../../testing/court-day.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let observer: Observer;
let client: esdb.EventStoreDBClient;
let host: Member;
let player: Member;
let court: CourtDetail;
let booking: Booking;
let stream: string;
let days = 0;

const DAY = '2027-03-10';
const metadata = {
  version: 1,
  actor: { id: 'courtly', role: 'courtly' },
  at: '2027-03-01T12:00:00.000Z',
  command: 'by hand',
  fingerprint: '',
  $correlationId: 'by hand',
};
const damaged = { type: 'BookingCancelled', data: null };
const approval = () => bookingApproved({ bookingId: booking.id });

/** Appends an event without the application. */
const append = (event: { type: string; data: unknown; metadata?: unknown }) =>
  client.appendToStream(
    stream,
    esdb.jsonEvent({ id: randomUUID(), metadata, ...event } as Parameters<
      typeof esdb.jsonEvent
    >[0]),
  );
/** The read models that handle the damaged event. */
const readModels = allProjections
  .filter(({ handles }) => handles === 'all' || handles.includes(damaged.type))
  .map(({ name }) => name)
  .sort();
const parkedHere = async () =>
  (await observer.parked()).filter((parkedEvent) => parkedEvent.stream === stream);
const isParked = async () =>
  isDeepStrictEqual(
    (await parkedHere()).map(({ projection }) => projection),
    readModels,
  );
/** The displayed status of a booking. Does not wait for read models that have stopped. */
const status = async (id: string) => {
  const response = await player.agent.get(`/api/bookings/${id}`).unset('Courtly-After');
  return (response.body as Partial<Booking>).status;
};
const bookNextDay = async () => {
  const [slot] = await courtly.slots(court.id, addDays(DAY, days++));
  return (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  courtly.config.CLOCK_OFFSET_MS = Date.parse('2027-03-01T12:00:00Z') - Date.now();
  observer = await observe(courtly.config);
  client = esdb.EventStoreDBClient.connectionString(courtly.config.EVENTSTORE_URL);
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
});

beforeEach(async () => {
  const day = addDays(DAY, days);
  booking = await bookNextDay();
  stream = `courtDay-${court.id}_${day}`;
  await eventually('the booking appears', async () => (await status(booking.id)) === 'pending');
});

afterAll(async () => {
  await client?.dispose();
  await observer?.close();
  await courtly?.stop();
});

describe('an unreadable event', () => {
  it.each<[string, { type: string; data: unknown; metadata?: unknown }]>([
    ['without metadata', { type: 'BookingCancelled', data: {}, metadata: undefined }],
    ['whose data is text', { type: 'BookingCancelled', data: 'confirmed' }],
    ['whose data is null', { type: 'BookingCancelled', data: null }],
  ])(
    '%s parks its stream with a visible reason, and everything else continues',
    async (_what, event) => {
      await append(event);
      await eventually('the read models of the event park the stream', isParked);
      expect(await parkedHere()).toMatchObject(
        readModels.map((projection) => ({
          projection,
          stream,
          revision: 1,
          reason: expect.stringMatching(/not JSON/),
          program: expect.stringMatching(/^[0-9a-f]{16}$/),
        })),
      );
      await append(approval());
      const otherBooking = await bookNextDay();
      await eventually(
        'another day appears',
        async () => (await status(otherBooking.id)) === 'pending',
      );
      expect(await status(booking.id)).toBe('pending');
      await eventually('readiness names the read models that skip the stream', async () => {
        const { ready, behind } = await courtly.app.get(Health, { strict: false }).checkHealth();
        expect(ready).toBe(true);
        const skipping = behind.filter(({ parkedStreams }) => parkedStreams > 0);
        return isDeepStrictEqual(skipping.map(({ readModel }) => readModel).sort(), readModels);
      });
      const text = await metrics.getSingleMetricAsString('courtly_projection_parked_streams');
      expect(text).toMatch(/\{projection="bookings"\} [1-9]/);
    },
  );

  it('skips the rest of its stream', async () => {
    await append(damaged);
    await eventually('the stream is parked', isParked);
    const parkedBefore = await parkedHere();
    await append({ type: 'BookingCompleted', data: null });
    await eventually(
      'read models that skip the first event park the stream',
      async () => (await parkedHere()).length > parkedBefore.length,
    );
    await append({ type: 'BookingSwapped', data: {} });
    const otherBooking = await bookNextDay();
    await eventually(
      'another day appears',
      async () => (await status(otherBooking.id)) === 'pending',
    );
    expect(await observer.checkpoints().countDocuments({ owner: null })).toBe(0);
  });

  it('parks its stream again in a rebuild that another release causes', async () => {
    await append(damaged);
    await eventually('the read models of the event park the stream', isParked);
    await observer.parkedRows().updateMany({ stream }, { $set: { program: 'older release' } });
    await eventually('this release parks the stream again', async () => {
      const programs = (await parkedHere()).map(({ program }) => program);
      return programs.length === readModels.length && !programs.includes('older release');
    });
    expect(await status(booking.id)).toBe('pending');
  });

  it('remains visible after a rebuild, until a rebuild can read it', async () => {
    const rebuilt = async () => {
      const id = randomUUID();
      await observer.askForRebuild(id, 'bookings');
      await eventually('the rebuild is done', async () => {
        const checkpoint = await observer.checkpoints().findOne({ projection: 'bookings' });
        return checkpoint?.rebuild?.id === id && checkpoint.rebuild.state === 'done';
      });
      return (await parkedHere()).filter(({ projection }) => projection === 'bookings');
    };
    await append(damaged);
    await eventually('the stream is parked', isParked);
    await observer.parkedRows().deleteOne({ stream, projection: 'bookings' });
    expect(await rebuilt()).toMatchObject([
      { revision: 1, reason: expect.stringMatching(/not JSON/) },
    ]);
    const [row] = (await parkedHere()).filter(({ projection }) => projection === 'bookings');
    const mended = {
      ...row!,
      _id: `${row!.collection}/courtDay-mended`,
      stream: 'courtDay-mended',
    };
    await observer.parkedRows().insertOne(mended);
    expect(await rebuilt()).toHaveLength(1);
    expect((await observer.parked()).map(({ stream: parkedStream }) => parkedStream)).not.toContain(
      mended.stream,
    );
  });
});

/** The names of the read models that handle at least one of the types. */
const foldedFrom = (types: readonly string[]) =>
  allProjections
    .filter(({ handles }) => handles === 'all' || handles.some((type) => types.includes(type)))
    .map(({ name }) => name)
    .sort()
    .join();

describe('an event of a newer release', () => {
  const ownerless = async () => {
    const freeCheckpoints = await observer
      .checkpoints()
      .find({ owner: null })
      .sort({ _id: 1 })
      .toArray();
    return freeCheckpoints.map(({ projection }) => projection).join();
  };

  it('ends the leases only of the read models that might handle it, and parks nothing', async () => {
    await append({ type: 'BookingApproved', data: {}, metadata: { ...metadata, version: 99 } });
    await eventually(
      'the read models of the type stop',
      async () => (await ownerless()) === foldedFrom(['BookingApproved']),
    );
    await append({ type: 'BookingSwapped', data: {} });
    const courtDayTypes = foldedFrom(Object.keys(courtDayEvents.definitions));
    await eventually(
      'all read models of the category stop',
      async () => (await ownerless()) === courtDayTypes,
    );
    const { id } = await courtly.court(host);
    const isListed = async () =>
      (await courtly.visitor().get(`/api/courts/${id}`).unset('Courtly-After')).status === 200;
    await eventually('a court listed later appears', isListed);
    expect(await status(booking.id)).toBe('pending');
    expect(await parkedHere()).toEqual([]);
  });
});
