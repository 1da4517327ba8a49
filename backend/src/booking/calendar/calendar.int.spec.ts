import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CalendarFeed } from '@courtly/contracts/calendar';
import type { CourtDetail } from '@courtly/contracts/courts';
import { bookings } from '../bookings/bookings.projection.js';
import { DAY_MS, HOUR_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { anAdmin } from '../../../testing/admin.js';
import { bookingRequest } from '../../../testing/court-day.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  court = await courtly.court(host);
});
afterAll(() => courtly?.stop());

let days = 2;
const request = async (at = court, member = player) => {
  const [slot] = await courtly.slots(at.id, addDays(localDate(at.zone, Date.now()), ++days));
  const response = await courtly.book(member, at.id, slot!).expect(201);
  return { ...(response.body as Booking), after: response.get('Courtly-Position')! };
};
const approve = async ({ id }: Booking) =>
  (
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200)
  ).get('Courtly-Position')!;
const open = async ({ agent }: Member) =>
  (await agent.post('/api/calendar').expect(201)).body as CalendarFeed;
const pathOf = ({ address }: CalendarFeed) => new URL(address!).pathname;
const read = (path: string, after = '0') => courtly.visitor().get(path).set('Courtly-After', after);
const fileOf = ({ agent }: Member, { id }: Pick<Booking, 'id'>, after = '0') =>
  agent.get(`/api/bookings/${id}/calendar.ics`).set('Courtly-After', after);
/** Unfolds long lines. */
const linesOf = ({ text }: { text: string }) => text.replaceAll('\r\n ', '').split('\r\n');
const uidsIn = (response: { text: string }) =>
  linesOf(response).flatMap((line) => /^UID:(.*)$/.exec(line)?.[1] ?? []);
const entryOf = (response: { text: string }, id: string) => {
  const lines = linesOf(response);
  const at = lines.indexOf(`UID:${id}`);
  return lines.slice(at, lines.indexOf('END:VEVENT', at));
};

describe('the calendar feed of a user', () => {
  it('gets an address only on request, and is readable by anyone with the address', async () => {
    const member = await courtly.player();
    await member.agent.get('/api/calendar').expect(200, { address: null, since: null });
    const feed = await open(member);
    expect(feed.address).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w.-]+\.ics$/);
    await member.agent.get('/api/calendar').expect(200, feed);
    const response = await read(pathOf(feed)).expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(response.text).toMatch(/^BEGIN:VCALENDAR\r\n(.*\r\n)*END:VCALENDAR\r\n$/);
    const log = JSON.stringify(
      await courtly.app.get(EventStore).read(`calendarFeed-${member.user.id}`),
    );
    expect(log).not.toContain(pathOf(feed).split('.')[2]!);
  });

  it('shows pending and confirmed bookings of both sides and no canceled ones', async () => {
    const [pending, confirmed, cancelledBooking] = [
      await request(),
      await request(),
      await request(),
    ];
    const [mine, theirs] = [pathOf(await open(player)), pathOf(await open(host))];
    await approve(confirmed);
    const cancelResponse = await player.agent
      .post(`/api/bookings/${cancelledBooking.id}/cancel`)
      .send({})
      .expect(200);
    const after = cancelResponse.get('Courtly-Position')!;
    for (const path of [mine, theirs]) {
      const response = await read(path, after).expect(200);
      expect(uidsIn(response)).toEqual([pending.id, confirmed.id]);
      expect(entryOf(response, pending.id)).toContain('STATUS:TENTATIVE');
      expect(entryOf(response, confirmed.id)).toContain('STATUS:CONFIRMED');
      expect(response.text).not.toMatch(/Robin|Baseline/);
    }
    const ownFeed = await read(mine, after);
    expect(entryOf(ownFeed, confirmed.id).join()).toContain('LOCATION:8412 E Horseshoe Ln');
    expect(entryOf(ownFeed, pending.id).join()).not.toContain('8412');
    expect(entryOf(await read(theirs, after), pending.id).join()).toContain('8412');
  });

  it('has one address at a time, and none once it is closed', async () => {
    const member = await courtly.player();
    const [first, second] = [pathOf(await open(member)), pathOf(await open(member))];
    expect(second).not.toBe(first);
    const missing = { code: 'not_found', message: "This calendar doesn't exist." };
    await read(first).expect(404, missing);
    await read(second).expect(200);
    await member.agent.delete('/api/calendar').expect(204);
    await member.agent.delete('/api/calendar').expect(204);
    await read(second).expect(404, missing);
    await member.agent.get('/api/calendar').expect(200, { address: null, since: null });
    const third = pathOf(await open(member));
    expect([first, second]).not.toContain(third);
  });

  it('cannot be read while its owner is suspended', async () => {
    const [member, admin] = [await courtly.player(), await anAdmin(courtly)];
    const path = pathOf(await open(member));
    const suspensions = `/api/admin/users/${member.user.id}/suspensions`;
    await admin.agent.post(suspensions).send({ reason: 'Was rude to a host.' }).expect(200);
    await eventually('the calendar is gone', async () => (await read(path)).status === 404);
    await admin.agent
      .post(`/api/admin/users/${member.user.id}/suspension-ends`)
      .send({ reason: 'Said sorry.' })
      .expect(200);
    await eventually('the calendar is back', async () => (await read(path)).status === 200);
  });

  it('stops working when its owner changes the password', async () => {
    const member = await courtly.player();
    const path = pathOf(await open(member));
    await read(path).expect(200);
    const passwords = { currentPassword: member.password, newPassword: 'grass-court-rally' };
    await member.agent.put('/api/auth/me/password').send(passwords).expect(204);
    await read(path).expect(404);
    await member.agent.get('/api/calendar').expect(200, { address: null, since: null });
    const { body } = await member.agent.get('/api/account/export').expect(200);
    expect(body.calendar).toBeNull();
    await read(pathOf(await open(member))).expect(200);
    await read(path).expect(404);
  });

  it('has a higher version after the host renames the court', async () => {
    const renamed = await courtly.court(host, { name: 'Old Name' });
    const booking = await request(renamed);
    const path = pathOf(await open(player));
    expect(entryOf(await read(path, booking.after), booking.id)).toEqual(
      expect.arrayContaining(['SUMMARY:Old Name (requested)', 'SEQUENCE:0']),
    );
    const change = host.agent.put(`/api/courts/${renamed.id}`);
    const fields = {
      name: 'New Name',
      location: renamed.location,
      address: '8412 E Horseshoe Ln',
      surfaceType: 'hard',
      hourlyRate: '300.00',
    };
    for (const [field, value] of Object.entries(fields)) void change.field(field, value);
    const after = (await change.expect(200)).get('Courtly-Position')!;
    expect(entryOf(await read(path, after), booking.id)).toEqual(
      expect.arrayContaining(['SUMMARY:New Name (requested)', 'SEQUENCE:1']),
    );
  });

  it('returns the same address to a retry', async () => {
    const member = await courtly.player();
    const send = () =>
      member.agent.post('/api/calendar').set('Idempotency-Key', 'once').expect(201);
    expect((await send()).body).toEqual((await send()).body);
  });

  it('rejects forged addresses', async () => {
    const good = pathOf(await open(player));
    const bad = [
      good.replace(player.user.id, host.user.id),
      good.replace(/\.\d+\./, '.99.'),
      good.replace(/[0-9a-f](?=\.ics$)/, (digit) => (digit === '0' ? '1' : '0')),
      '/api/calendar/nonsense.ics',
      '/api/calendar/..ics',
    ];
    for (const path of bad) expect([path, (await read(path)).status]).toEqual([path, 404]);
  });

  it('contains at most 500 bookings: upcoming ones, then past ones from the last 90 days', async () => {
    const busy = await courtly.player();
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    const aBooking = (id: string, hours: number) => ({
      ...bookingRequest({
        bookingId: id,
        courtId: court.id,
        hostId: host.user.id,
        playerId: busy.user.id,
      }),
      startTime: at(hours),
      endTime: at(hours + 1),
      status: 'confirmed' as const,
      approvedAt: at(-3_000),
      paymentStatus: 'not_required' as const,
      completedAt: null,
      cancellation: null,
      _id: id,
      position: '0'.repeat(20),
    });
    const add = (...documents: ReturnType<typeof aBooking>[]) =>
      courtly.app.get(ReadModels).read(bookings, (collection) => collection.insertMany(documents));
    const path = pathOf(await open(busy));
    const days = (90 * DAY_MS) / HOUR_MS;
    await add(
      aBooking('next', 1),
      aBooking('last', -1),
      aBooking('early', 2 - days),
      aBooking('older', -days - 2),
    );
    expect(uidsIn(await read(path))).toEqual(['next', 'last', 'early']);
    await add(...Array.from({ length: 498 }, (_, index) => aBooking(`more-${index}`, index + 2)));
    const uids = uidsIn(await read(path));
    expect([uids.length, uids[0], uids.includes('more-497'), uids.at(-1)]).toEqual([
      500,
      'next',
      true,
      'last',
    ]);
  });
});

describe('the calendar file of a booking', () => {
  it('can be downloaded only by its player and host', async () => {
    const booking = await request();
    for (const side of [player, host]) {
      const response = await fileOf(side, booking, booking.after).expect(200);
      expect(uidsIn(response)).toEqual([booking.id]);
      expect(response.headers['content-disposition']).toBe('attachment; filename="courtly.ics"');
    }
    await fileOf(await courtly.player(), booking).expect(404);
    await courtly.visitor().get(`/api/bookings/${booking.id}/calendar.ics`).expect(401);
    await fileOf(player, { id: 'nonsense' }).expect(404);
  });

  it('includes the address only while the booking is confirmed', async () => {
    const booking = await request();
    expect((await fileOf(player, booking, booking.after).expect(200)).text).not.toContain('8412');
    const confirmed = await approve(booking);
    expect((await fileOf(player, booking, confirmed).expect(200)).text).toContain(
      '8412 E Horseshoe Ln',
    );
    const cancelResponse = await host.agent
      .post(`/api/bookings/${booking.id}/cancel`)
      .send({ excuse: 'safety' })
      .expect(200);
    const response = await fileOf(player, booking, cancelResponse.get('Courtly-Position')!).expect(
      200,
    );
    expect(entryOf(response, booking.id)).toEqual(
      expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:2']),
    );
    expect(response.text).not.toContain('8412');
  });

  it('contains exactly one event, regardless of the name of the court', async () => {
    const name = 'Court, one; two\r\nEND:VEVENT\nBEGIN:VEVENT\rATTENDEE:mailto:eve@example.test';
    const hostile = await courtly.court(host, { name });
    const booking = await request(hostile);
    const response = await fileOf(player, booking, booking.after).expect(200);
    const lines = linesOf(response);
    expect(lines.filter((line) => /^(BEGIN|END|ATTENDEE)/.test(line))).toEqual([
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'],
    ]);
    expect(lines.find((line) => line.startsWith('SUMMARY'))).toMatch(
      /^SUMMARY:Court\\, one\\; two END:VEVENT BEGIN/,
    );
  });
});
