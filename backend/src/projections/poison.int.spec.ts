import { randomUUID } from 'node:crypto';
import esdb from '@eventstore/db-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { addDays } from '../kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../testing/courtly.js';
import { type Observer, observe } from '../testing/observer.js';
import { eventually } from '../testing/stores.js';

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
const approved = () => ({ bookingId: booking.id, approvedBy: 'host', approvedAt: metadata.at });

/** Appends behind the back of the application. */
const append = (event: { type: string; data: unknown; metadata?: unknown }) =>
  client.appendToStream(
    stream,
    esdb.jsonEvent({ id: randomUUID(), metadata, ...event } as Parameters<typeof esdb.jsonEvent>[0]),
  );
const parkedHere = async () => (await observer.parked()).filter((one) => one.stream === stream);
const status = async (id: string) => ((await player.agent.get(`/api/bookings/${id}`)).body as Partial<Booking>).status;
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
}, 60_000);

beforeEach(async () => {
  const day = addDays(DAY, days);
  booking = await bookNextDay();
  stream = `courtDay-${court.id}_${day}`;
  await eventually('the booking is shown', async () => (await status(booking.id)) === 'pending');
});

afterAll(async () => {
  await client?.dispose();
  await observer?.close();
  await courtly?.stop();
});

describe('an event that cannot be understood', () => {
  it.each<[string, { type: string; data: unknown; metadata?: unknown }, RegExp]>([
    ['of an unknown type', { type: 'BookingVanished', data: {} }, /unknown event type BookingVanished/],
    [
      'of a version from the future',
      { type: 'BookingApproved', data: {}, metadata: { ...metadata, version: 99 } },
      /99/,
    ],
    ['without metadata', { type: 'BookingApproved', data: {}, metadata: undefined }, /not JSON/],
    ['whose data is text', { type: 'BookingApproved', data: 'confirmed' }, /not JSON/],
    ['whose data is null', { type: 'BookingCancelled', data: null }, /not JSON/],
  ])('%s parks its stream, visibly and with the reason; everything else goes on', async (_what, event, reason) => {
    await append(event);
    await eventually('both read models park it', async () => (await parkedHere()).length === 2);
    expect(await parkedHere()).toMatchObject(
      ['bookings', 'courtDays'].map((projection) => ({
        projection,
        stream,
        revision: 1,
        reason: expect.stringMatching(reason),
        retry: false,
      })),
    );
    await append({ type: 'BookingApproved', data: approved() });
    const other = await bookNextDay();
    await eventually('another day is shown', async () => (await status(other.id)) === 'pending');
    expect(await status(booking.id)).toBe('pending');
    expect((await courtly.visitor().get('/api/health/ready')).status).toBe(200);
  });

  it('stays parked when it is tried again without being mended', async () => {
    await append({ type: 'BookingVanished', data: {} });
    await eventually('it is parked', async () => (await parkedHere()).length === 2);
    const parked = observer.readModels().collection('parked');
    await parked.updateMany({ stream }, { $set: { retry: true } });
    await eventually('it was tried', async () => (await parkedHere()).every(({ retry }) => !retry));
    expect(await parkedHere()).toHaveLength(2);
  });

  it('lets its stream be read on once it is gone', async () => {
    await append({ type: 'BookingVanished', data: {} });
    await append({ type: 'BookingApproved', data: approved() });
    await eventually('it is parked', async () => (await parkedHere()).length === 2);
    await client.setStreamMetadata(stream, { truncateBefore: 2 });
    await observer
      .readModels()
      .collection('parked')
      .updateMany({ stream }, { $set: { retry: true } });
    await eventually('nothing is parked', async () => (await parkedHere()).length === 0);
    expect(await status(booking.id)).toBe('confirmed');
    await append({ type: 'BookingCompleted', data: { bookingId: booking.id, completedAt: metadata.at } });
    await eventually('the stream is followed again', async () => (await status(booking.id)) === 'completed');
  });

  it('is as visible after a rebuild as before, and no longer once the rebuild could read it', async () => {
    const rebuilt = async () => {
      const asked = { id: randomUUID(), state: 'asked' as const, events: 0, position: null, startedAt: 0, seconds: 0 };
      const rebuild = { ...asked, hash: null, error: null };
      await observer.checkpoints().updateOne({ _id: 'bookings' }, { $set: { rebuild } });
      await eventually('the rebuild is done', async () => {
        const checkpoint = await observer.checkpoints().findOne({ _id: 'bookings' });
        return checkpoint?.rebuild?.id === asked.id && checkpoint.rebuild.state === 'done';
      });
      return (await parkedHere()).filter(({ projection }) => projection === 'bookings');
    };
    await append({ type: 'BookingVanished', data: {} });
    await eventually('it is parked', async () => (await parkedHere()).length === 2);
    await observer
      .readModels()
      .collection<{ _id: string }>('parked')
      .deleteOne({ _id: `bookings/${stream}` });
    expect(await rebuilt()).toMatchObject([{ revision: 1, reason: 'unknown event type BookingVanished' }]);
    const mended = {
      projection: 'bookings',
      stream: 'courtDay-mended',
      eventId: '',
      revision: 0,
      position: '',
      at: '',
    };
    const left = { _id: 'bookings/courtDay-mended', ...mended, reason: 'not known to an older program', retry: false };
    await observer.readModels().collection<typeof left>('parked').insertOne(left);
    expect(await rebuilt()).toHaveLength(1);
    expect((await observer.parked()).map(({ _id }) => _id)).not.toContain(left._id);
  });
});
