import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Booking,
  CancellationQuote,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  localDate,
} from '../../platform/kernel/local-time.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let host: Member;
let otherHost: Member;
let court: CourtDetail;
let stranger: Member;

const SECOND_MS = 1_000;
const instantBefore = (instant: string, ms: number) =>
  new Date(Date.parse(instant) - ms).toISOString();
const setClock = (instant: string) =>
  void (courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());
const allDay = [{ from: '00:00', to: '24:00' }];
const always = WeeklyHours.parse(Object.fromEntries(weekdays.map((weekday) => [weekday, allDay])));

/** Hours that no other test uses, at least five days ahead. */
const hours: Slot[] = [];
const nextHour = async (): Promise<Slot> => {
  const today = localDate(court.zone, Date.now());
  if (hours.length === 0)
    for (const days of [5, 6, 7])
      hours.push(...(await courtly.slots(court.id, addDays(today, days))));
  return hours.pop()!;
};

const request = async (player: Member, bookedCourt = court): Promise<Booking> => {
  const slot = await nextHour();
  return (await courtly.book(player, bookedCourt.id, slot).expect(201)).body as Booking;
};
const respond = (id: string, status: 'confirmed' | 'cancelled', member = host) =>
  member.agent
    .patch(`/api/bookings/${id}/status`)
    .send(
      status === 'confirmed' ? { status } : { status, reason: 'maintenance', note: 'New lines' },
    );
const cancel = (id: string, member: Member, body: Record<string, unknown> = {}) =>
  member.agent.post(`/api/bookings/${id}/cancel`).send(body);
const quote = async (id: string, member: Member) =>
  (await member.agent.get(`/api/bookings/${id}/cancellation`).expect(200))
    .body as CancellationQuote;
const confirmed = async (player: Member): Promise<Booking> => {
  const { id } = await request(player);
  const { body } = await respond(id, 'confirmed').expect(200);
  await whenShown(id, player, 'confirmed');
  return body as Booking;
};
const show = async (id: string, member: Member) =>
  (await member.agent.get(`/api/bookings/${id}`)).body as HostBooking;
const whenShown = (id: string, member: Member, status: string) =>
  eventually(`booking ${id} is ${status}`, async () => {
    const booking = await show(id, member);
    return booking.status === status && booking;
  });

beforeAll(async () => {
  courtly = await startCourtly();
  [host, otherHost, stranger] = await Promise.all([
    courtly.register('owner'),
    courtly.register('owner'),
    courtly.player(),
  ]);
  court = await courtly.court(host, { address: '8412 E Horseshoe Ln' });
  await host.agent.put(`/api/courts/${court.id}/hours`).send({ weeklyHours: always }).expect(200);
  await courtly.court(otherHost);
});

afterEach(() => setClock(new Date().toISOString()));
afterAll(() => courtly?.stop());

describe('the host of a booking', () => {
  it('sees the email and phone number masked until the request is approved', async () => {
    const player = await courtly.player();
    const { id } = await request(player);
    const { user } = await whenShown(id, host, 'pending');
    expect(user).toMatchObject({ id: player.user.id, firstName: 'Robin', lastName: 'Baseline' });
    expect(user.email).not.toContain(player.email.split('@')[0]);
    expect(user.phone).not.toMatch(/\d/);
    const approved = (await respond(id, 'confirmed').expect(200)).body as HostBooking;
    expect(approved).toMatchObject({
      status: 'confirmed',
      answerBy: null,
      user: { email: player.email },
    });
    expect(approved.user.phone).toBe(player.user.phone);
    const declined = await request(player);
    expect(
      ((await respond(declined.id, 'cancelled').expect(200)).body as HostBooking).user.phone,
    ).not.toMatch(/\d/);
  });

  it('approves once and gets the status on later attempts', async () => {
    const player = await courtly.player();
    const { id } = await request(player);
    await respond(id, 'confirmed').expect(200);
    const repeated = await respond(id, 'confirmed').expect(409);
    expect(repeated.body).toMatchObject({ code: 'wrong_status', details: { status: 'confirmed' } });
    await cancel(id, player).expect(200);
    const lateResponse = await respond(id, 'confirmed').expect(409);
    expect(lateResponse.body).toMatchObject({
      code: 'wrong_status',
      details: { status: 'cancelled' },
    });
  });

  it('approves once when two approvals arrive simultaneously', async () => {
    const { id } = await request(await courtly.player());
    const responses = await Promise.all([respond(id, 'confirmed'), respond(id, 'confirmed')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('declines a request, which frees the hour', async () => {
    const { id, startTime } = await request(await courtly.player());
    const declinedResponse = await respond(id, 'cancelled').expect(200);
    expect(declinedResponse.body).toMatchObject({
      status: 'cancelled',
      cancelReason: 'host_declined',
      declineReason: 'maintenance',
      cancelNote: 'New lines',
      canCancel: false,
    });
    await eventually('the hour is offered again', async () =>
      (await courtly.slots(court.id, localDate(court.zone, startTime))).some(
        ({ start }) => start === startTime,
      ),
    );
  });

  it('declines only with a reason from the list', async () => {
    const { id } = await request(await courtly.player());
    const decline = (requestBody: object) =>
      host.agent.patch(`/api/bookings/${id}/status`).send(requestBody).expect(400);
    const field = { code: 'invalid_request', details: { fields: [{ field: 'reason' }] } };
    expect((await decline({ status: 'cancelled' })).body).toMatchObject(field);
    expect((await decline({ status: 'cancelled', reason: 'no' })).body).toMatchObject(field);
    expect((await cancel(id, host).expect(409)).body).toMatchObject({ code: 'wrong_status' });
  });

  it('cancels a confirmed booking with an excuse and a full refund', async () => {
    const player = await courtly.player();
    const { id } = await confirmed(player);
    expect(await quote(id, host)).toMatchObject({
      rule: 'by_host',
      refundAmount: '330.00',
      hostAmount: '0.00',
    });
    const { body } = await cancel(id, host, { reason: 'Thunder', excuse: 'weather' }).expect(200);
    expect(body).toMatchObject({ status: 'cancelled', cancelReason: 'host_cancelled' });
    const history = (await player.agent.get(`/api/bookings/${id}/history`).expect(200))
      .body as HistoryEntry[];
    expect(history.at(-1)).toMatchObject({
      who: 'host',
      why: 'host_cancelled',
      details: {
        excuse: 'weather',
        note: 'Thunder',
        refundAmount: '330.00',
        platformAmount: '0.00',
      },
    });
  });

  it('cannot respond after the deadline, even before the job has run', async () => {
    const { id, answerBy } = await request(await courtly.player());
    setClock(answerBy!);
    expect((await respond(id, 'confirmed').expect(409)).body).toMatchObject({
      code: 'wrong_status',
    });
  });

  it('does not have to approve an instant booking', async () => {
    const instant = await courtly.court(host);
    const policy = { leadMinutes: null, horizonDays: null, instantBook: true };
    await host.agent
      .put(`/api/courts/${instant.id}/hours`)
      .send({ weeklyHours: always, policy })
      .expect(200);
    const player = await courtly.player();
    const booking = await request(player, instant);
    expect(booking).toMatchObject({ status: 'confirmed', answerBy: null });
    const history = (await player.agent.get(`/api/bookings/${booking.id}/history`).expect(200))
      .body as HistoryEntry[];
    expect(history.map(({ what: entryType, why }) => [entryType, why])).toEqual([
      ['BookingRequested', null],
      ['BookingApproved', 'instant_book'],
    ]);
  });

  it('sees only bookings of their courts, on both routes', async () => {
    const { id } = await request(await courtly.player());
    await whenShown(id, host, 'pending');
    for (const page of ['/api/owner/bookings', '/api/host/bookings']) {
      const mine = (await host.agent.get(page).expect(200)).body as HostBooking[];
      expect(mine.map((booking) => booking.id)).toContain(id);
      expect((await otherHost.agent.get(page).expect(200)).body).toEqual([]);
    }
    const starts = ((await host.agent.get('/api/host/bookings')).body as Booking[]).map(
      ({ startTime }) => startTime,
    );
    expect(starts).toEqual([...starts].sort().reverse());
  });
});

describe('anyone other than the host', () => {
  it('gets not_found for a booking of another player or an unknown id', async () => {
    const player = await courtly.player();
    const { id } = await request(player);
    await whenShown(id, player, 'pending');
    const missing = `${court.id}-20990313-00000000`;
    const calls = (member: Member, bookingId: string) => [
      member.agent.get(`/api/bookings/${bookingId}`),
      member.agent.get(`/api/bookings/${bookingId}/history`),
      member.agent.get(`/api/bookings/${bookingId}/cancellation`),
      respond(bookingId, 'confirmed', member),
      respond(bookingId, 'cancelled', member),
      cancel(bookingId, member),
    ];
    const bodies: unknown[] = [];
    for (const [member, bookingId] of [
      [stranger, id],
      [otherHost, id],
      [stranger, missing],
      [player, missing],
      [host, missing],
      [player, 'no-booking-id'],
      [player, '..%2F..%2Fcourt'],
      [player, `${court.id}-99999999-00000000`],
    ] as const)
      for (const call of calls(member, bookingId)) bodies.push((await call.expect(404)).body);
    for (const requestBody of bodies)
      expect(requestBody).toEqual({ code: 'not_found', message: "This booking doesn't exist." });
    expect(await show(id, player)).toMatchObject({ status: 'pending' });
  });

  it('cannot respond to a request as its player', async () => {
    const player = await courtly.player();
    const { id } = await request(player);
    for (const status of ['confirmed', 'cancelled'] as const)
      expect((await respond(id, status, player).expect(403)).body).toMatchObject({
        code: 'forbidden',
      });
  });

  it('sees only their own bookings', async () => {
    expect((await stranger.agent.get('/api/bookings').expect(200)).body).toEqual([]);
  });
});

describe('the player of a booking', () => {
  it('cancels once and gets the status on a second attempt', async () => {
    const player = await courtly.player();
    const { id } = await request(player);
    const { body } = await cancel(id, player, { reason: ' rain ' }).expect(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      cancelReason: 'player_cancelled',
      canCancel: false,
    });
    const repeated = await cancel(id, player).expect(409);
    expect(repeated.body).toMatchObject({ code: 'wrong_status', details: { status: 'cancelled' } });
    await whenShown(id, player, 'cancelled');
    expect(
      (await player.agent.get(`/api/bookings/${id}/cancellation`).expect(409)).body,
    ).toMatchObject({
      code: 'wrong_status',
    });
  });

  it('cancels only for the refund that was shown', async () => {
    const player = await courtly.player();
    const { id } = await confirmed(player);
    const refusedResponse = await cancel(id, player, { expectedRefund: '165.00' }).expect(409);
    expect(refusedResponse.body).toMatchObject({
      code: 'price_changed',
      details: { quote: await quote(id, player) },
    });
    const { refundAmount } = await quote(id, player);
    await cancel(id, player, { expectedRefund: refundAmount }).expect(200);
  });

  it.each<[unknown, string]>([
    [{ reason: 'r'.repeat(301) }, 'reason'],
    [{ reason: 7 }, 'reason'],
    [{ excuse: 'traffic' }, 'excuse'],
    [{ refundAmount: '330.00' }, 'body'],
    [[], 'body'],
  ])('cannot cancel with the invalid body %j', async (requestBody, field) => {
    const cancelResponse = await stranger.agent
      .post(`/api/bookings/x/cancel`)
      .send(requestBody as object);
    expect(cancelResponse.status).toBe(400);
    expect(cancelResponse.body).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field }] },
    });
  });

  it('sees who did what and why, like the host', async () => {
    const player = await courtly.player();
    const { id } = await confirmed(player);
    await cancel(id, player, { reason: 'A cold' }).expect(200);
    const read = async (member: Member) =>
      (
        (await member.agent.get(`/api/bookings/${id}/history`).expect(200)).body as HistoryEntry[]
      ).map(({ what: entryType, who: entryActor, why }) => [entryType, entryActor, why]);
    expect(await read(player)).toEqual([
      ['BookingRequested', 'you', null],
      ['BookingApproved', 'host', null],
      ['BookingCancelled', 'you', 'player_cancelled'],
    ]);
    expect((await read(host)).map(([, entryActor]) => entryActor)).toEqual([
      'player',
      'you',
      'player',
    ]);
  });
});

describe('canceling a booking of $330 as its player', () => {
  it.each<[string, number, [CancellationQuote['rule'], string, string, string]]>([
    ['three days before', 3 * DAY_MS, ['free', '330.00', '0.00', '0.00']],
    ['a second more than 24 hours before', DAY_MS + SECOND_MS, ['free', '330.00', '0.00', '0.00']],
    [
      'a second less than 24 hours before',
      DAY_MS - SECOND_MS,
      ['late', '165.00', '148.50', '16.50'],
    ],
    ['a minute before', MINUTE_MS, ['late', '165.00', '148.50', '16.50']],
    ['in the hour itself', -MINUTE_MS, ['started', '0.00', '297.00', '33.00']],
  ])(
    'settles the booking as quoted %s',
    async (_when, ms, [rule, refundAmount, hostAmount, platformAmount]) => {
      const player = await courtly.player();
      const { id, startTime } = await confirmed(player);
      setClock(instantBefore(startTime, ms));
      const settlement = { rule, refundAmount, hostAmount, platformAmount };
      expect(await quote(id, player)).toEqual({
        ...settlement,
        taxAmount: '0.00',
        totalAmount: '330.00',
        freeCancelUntil: instantBefore(startTime, DAY_MS),
      });
      await cancel(id, player).expect(200);
      const history = (await player.agent.get(`/api/bookings/${id}/history`))
        .body as HistoryEntry[];
      expect(history.at(-1)!.details).toEqual(settlement);
    },
  );

  it('refunds everything while the request is pending, however late', async () => {
    const player = await courtly.player();
    const { id, answerBy } = await request(player);
    setClock(instantBefore(answerBy!, SECOND_MS));
    await whenShown(id, player, 'pending');
    expect(await quote(id, player)).toMatchObject({
      rule: 'pending',
      refundAmount: '330.00',
      hostAmount: '0.00',
    });
  });

  it('refunds everything within an hour of an early confirmation', async () => {
    const player = await courtly.player();
    const { startTime, ...slot } = await nextHour().then(({ start, end }) => ({
      startTime: start,
      start,
      end,
    }));
    setClock(instantBefore(startTime, DAY_MS + 20 * MINUTE_MS));
    const { id } = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
    setClock(instantBefore(startTime, DAY_MS + 10 * MINUTE_MS));
    await respond(id, 'confirmed').expect(200);
    await whenShown(id, player, 'confirmed');
    setClock(instantBefore(startTime, DAY_MS - 49 * MINUTE_MS));
    expect(await quote(id, player)).toMatchObject({ rule: 'grace', refundAmount: '330.00' });
    setClock(instantBefore(startTime, DAY_MS - 51 * MINUTE_MS));
    expect(await quote(id, player)).toMatchObject({ rule: 'late', refundAmount: '165.00' });
  });

  it('fails once the hour is over', async () => {
    const player = await courtly.player();
    const { id, startTime } = await confirmed(player);
    setClock(instantBefore(startTime, -HOUR_MS));
    expect((await cancel(id, player).expect(409)).body).toMatchObject({ code: 'wrong_status' });
    expect(await show(id, player)).toMatchObject({ canCancel: false });
  });
});

describe('booking deadlines', () => {
  const sweep = () => courtly.app.get(ProcessRunner).sweep();

  it('expire a request without a response and free the hour', async () => {
    const player = await courtly.player();
    const { id, answerBy, startTime } = await request(player);
    await whenShown(id, player, 'pending');
    setClock(answerBy!);
    await sweep();
    expect(await whenShown(id, player, 'cancelled')).toMatchObject({
      cancelReason: 'host_did_not_answer',
    });
    const history = (await player.agent.get(`/api/bookings/${id}/history`)).body as HistoryEntry[];
    expect(history.at(-1)).toMatchObject({
      who: 'courtly',
      why: 'host_did_not_answer',
      details: { rule: 'by_host' },
    });
    setClock(new Date().toISOString());
    await eventually('the hour is offered again', async () =>
      (await courtly.slots(court.id, localDate(court.zone, startTime))).some(
        ({ start }) => start === startTime,
      ),
    );
  });

  it('complete a confirmed booking when its hour is over, not earlier', async () => {
    const player = await courtly.player();
    const { id, startTime, endTime } = await confirmed(player);
    await whenShown(id, player, 'confirmed');
    setClock(startTime);
    await sweep();
    setClock(endTime);
    await sweep();
    expect(await whenShown(id, player, 'completed')).toMatchObject({
      cancelReason: null,
      canCancel: false,
    });
    await sweep();
    const history = (await player.agent.get(`/api/bookings/${id}/history`)).body as HistoryEntry[];
    expect(history.map(({ what: entryType, who: entryActor }) => [entryType, entryActor])).toEqual([
      ['BookingRequested', 'you'],
      ['BookingApproved', 'host'],
      ['BookingCompleted', 'courtly'],
    ]);
    expect((await cancel(id, player).expect(409)).body).toMatchObject({
      details: { status: 'completed' },
    });
    expect((await respond(id, 'cancelled').expect(409)).body).toMatchObject({
      details: { status: 'completed' },
    });
  });
});
