import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BookingStatus, HostBooking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { StreamCache } from '../../platform/kernel/stream-cache.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { bookingRequest } from '../../../testing/court-day.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { court as courtDecider } from '../courts/court.js';
import type { Booking } from './booking.js';
import { bookings } from './bookings.projection.js';

const COUNT = 600;
const NOW = Date.parse('2027-03-13T18:30:00.000Z');
const statuses: readonly BookingStatus[] = ['pending', 'confirmed', 'cancelled'];
const overStatuses: readonly BookingStatus[] = ['completed', 'confirmed', 'cancelled'];

let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;

const instant = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

/** Starts in `hours` hours. Each hour has two bookings, which differ only by id. */
const aBooking = (id: string, hours: number, status: BookingStatus): StoredDocument<Booking> => ({
  ...bookingRequest({
    bookingId: id,
    courtId: court.id,
    hostId: host.user.id,
    playerId: player.user.id,
  }),
  startTime: instant(hours),
  endTime: instant(hours + 1),
  // The later the hour, the earlier its deadline, so that the two orders differ.
  answerBy: instant(COUNT - hours),
  status,
  approvedAt: status === 'confirmed' || status === 'completed' ? instant(-1_000) : null,
  paymentStatus: 'not_required',
  completedAt: null,
  cancellation: null,
  _id: id,
  position: '0'.repeat(20),
});

const add = (...documents: StoredDocument<Booking>[]) =>
  courtly.app.get(ReadModels).read(bookings, (collection) => collection.insertMany(documents));

type Page = Readonly<{ items: HostBooking[]; next: string | undefined; total: string | undefined }>;

const page = async (address: string, member = host): Promise<Page> => {
  const response = await member.agent.get(address).expect(200);
  return {
    items: response.body as HostBooking[],
    next: nextPageUrl(response),
    total: response.get('X-Total-Count'),
  };
};

const walk = async (
  address: string,
  afterFirst?: () => Promise<unknown>,
  member = host,
): Promise<HostBooking[][]> => {
  const pages: HostBooking[][] = [];
  for (let next: string | undefined = address; next;) {
    const { items, ...pageInfo } = await page(next, member);
    if (pages.push(items) === 1) await afterFirst?.();
    next = pageInfo.next;
  }
  return pages;
};

const ids = (pages: readonly HostBooking[][]) => pages.flat().map(({ id }) => id);
const starts = (pages: readonly HostBooking[][]) => pages.flat().map(({ startTime }) => startTime);
const statusesOf = (pages: readonly HostBooking[][]) =>
  [...new Set(pages.flat().map(({ status }) => status))].sort();

beforeAll(async () => {
  courtly = await startCourtly();
  courtly.config.CLOCK_OFFSET_MS = NOW - Date.now();
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
  await add(
    ...Array.from({ length: COUNT }, (_, index) => {
      const hours = Math.floor(index / 2) - COUNT / 4;
      const id = `booking-${String(index).padStart(3, '0')}`;
      return aBooking(id, hours, (hours < 0 ? overStatuses : statuses)[index % 3]!);
    }),
  );
});

afterAll(() => courtly?.stop());

describe('a host with many bookings', () => {
  it('gets each booking once while others are added before and after the page', async () => {
    const pages = await walk('/api/host/bookings?limit=100', () =>
      add(aBooking('newest', COUNT, 'cancelled'), aBooking('oldest', -COUNT, 'cancelled')),
    );
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100, 100, 1]);
    const listedIds = ids(pages);
    expect(new Set(listedIds).size).toBe(COUNT + 1);
    expect(listedIds).not.toContain('newest');
    expect(listedIds.at(-1)).toBe('oldest');
    expect(starts(pages)).toEqual(starts(pages).sort().reverse());
  });

  it('gets the total number of bookings with the first page', async () => {
    const first = await page('/api/host/bookings?status=completed&limit=20');
    expect([first.items.length, first.total]).toEqual([20, '100']);
    const second = await page(first.next!);
    expect([second.items.length, second.total]).toEqual([20, undefined]);
  });

  it('sees the request with the earliest deadline first', async () => {
    const pages = await walk('/api/host/bookings?status=pending');
    expect(pages[0]).toHaveLength(24);
    expect(pages.flat()).toHaveLength(100);
    expect(statusesOf(pages)).toEqual(['pending']);
    const deadlines = pages.flat().map(({ answerBy }) => answerBy);
    expect(deadlines).toEqual([...deadlines].sort());
    expect(starts(pages)).not.toEqual(starts(pages).sort());
  });

  it('sees upcoming bookings, starting with the current hour', async () => {
    await add(aBooking('playing', -0.5, 'confirmed'));
    const pages = await walk('/api/host/bookings?when=upcoming');
    expect(statusesOf(pages)).toEqual(['confirmed', 'pending']);
    expect(ids(pages)[0]).toBe('playing');
    expect(pages.flat()).toHaveLength(201);
    expect(starts(pages)).toEqual(starts(pages).sort());
    const confirmed = await walk('/api/host/bookings?when=upcoming&status=confirmed');
    expect([statusesOf(confirmed), confirmed.flat().length]).toEqual([['confirmed'], 101]);
  });

  it('sees past bookings, newest first, including confirmed ones that are over', async () => {
    const pages = await walk('/api/host/bookings?when=past&limit=70');
    expect(statusesOf(pages)).toEqual(['completed', 'confirmed']);
    expect(pages.flat()).toHaveLength(200);
    expect(starts(pages)).toEqual(starts(pages).sort().reverse());
    expect(starts(pages)[0]! < instant(-0.9)).toBe(true);
  });

  it('filters by court and by time range', async () => {
    const within = `from=${instant(2)}&until=${instant(4)}`;
    const filteredPages = await walk(`/api/owner/bookings?courtId=${court.id}&${within}`);
    expect(new Set(starts(filteredPages))).toEqual(new Set([instant(2), instant(3)]));
    expect(await walk(`/api/host/bookings?courtId=another&${within}`)).toEqual([[]]);
  });

  it.each([
    'limit=101',
    'limit=0',
    'when=soon',
    'status=paid',
    'from=monday',
    'hostId=somebody',
    'cursor=%25',
  ])('cannot filter by %s', async (query) => {
    const { body } = await host.agent.get(`/api/host/bookings?${query}`).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request' });
  });
});

it("lists only the player's bookings across pages", async () => {
  const pages = await walk('/api/bookings?when=upcoming&limit=100', undefined, player);
  expect(pages.flat().length).toBeGreaterThan(100);
  expect(statusesOf(pages)).toEqual(['confirmed', 'pending']);
  expect(new Set(ids(pages)).size).toBe(pages.flat().length);
  expect(pages.flat().every((booking) => !('user' in booking))).toBe(true);
  expect(await walk('/api/bookings', undefined, host)).toEqual([[]]);
});

it('stops counting at the limit but lists every booking', async () => {
  const regular = await courtly.player();
  const many = Array.from({ length: MOST_COUNTED + 1 }, (_, index) => ({
    ...aBooking(`of-a-regular-${index}`, COUNT + index, 'cancelled'),
    playerId: regular.user.id,
  }));
  await add(...many.slice(0, MOST_COUNTED - 1));
  expect((await page('/api/bookings', regular)).total).toBe(String(MOST_COUNTED - 1));
  await add(...many.slice(MOST_COUNTED - 1));
  expect((await page('/api/bookings', regular)).total).toBe(String(MOST_COUNTED));
  expect((await walk('/api/bookings?limit=100', undefined, regular)).flat()).toHaveLength(
    many.length,
  );
});

it('reads no court or court-day streams to show bookings', async () => {
  const [requestedBooking] = (await page('/api/host/bookings?when=upcoming&status=pending&limit=1'))
    .items;
  courtly.app.get(StreamCache, { strict: false }).forget(courtDecider, `court-${court.id}`);
  const read = jest.spyOn(courtly.app.get(EventStore), 'read');
  await page('/api/bookings?when=upcoming', player);
  await page('/api/host/bookings');
  await player.agent.get(`/api/bookings/${requestedBooking!.id}`).expect(200);
  const { body } = await player.agent
    .get(`/api/bookings/${requestedBooking!.id}/cancellation`)
    .expect(200);
  expect(body).toMatchObject({ rule: 'pending', refundAmount: '330.00' });
  const streams = read.mock.calls.map(([name]) => name);
  read.mockRestore();
  expect(streams.filter((name) => name.startsWith('court'))).toEqual([]);
});
