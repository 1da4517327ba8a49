import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking, HistoryEntry } from '@courtly/contracts/bookings';
import { Closures, type CourtHour } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let host: Member;
let otherHost: Member;
let player: Member;
let court: CourtDetail;

/** Phoenix is UTC-7 all year. The court is open from 14:00Z to 04:00Z on the next day. */
const DAY = '2027-03-10';
const at = (hour: number, day = DAY) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000).toISOString();
const hour = (from: number, day = DAY) => ({ start: at(from, day), end: at(from + 1, day) });
const from = (start: number, end: number, day = DAY) => ({
  startTime: at(start, day),
  endTime: at(end, day),
});
const setClock = (instant: string) =>
  void (courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());

const close = (requestBody: object, member = host, courtId = court.id) =>
  member.agent.post(`/api/courts/${courtId}/closures`).send(requestBody);
const reopen = (requestBody: object, member = host, courtId = court.id) =>
  member.agent.post(`/api/courts/${courtId}/closures/reopen`).send(requestBody);
const list = (member = host, courtId = court.id, day = DAY) =>
  member.agent.get(`/api/courts/${courtId}/closures/${day}`);
const free = async (day = DAY) => (await courtly.slots(court.id, day)).map(({ start }) => start);

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [host, otherHost, player] = await Promise.all([
    courtly.register('owner'),
    courtly.register('owner'),
    courtly.player(),
  ]);
});

beforeEach(async () => {
  setClock('2027-03-01T12:00:00.000Z');
  court = await courtly.court(host);
});
afterAll(() => courtly?.stop());

describe('GET /api/courts/:courtId/hours/:date', () => {
  it('returns all hours of the day with their offset, booked or not', async () => {
    const { body } = await host.agent.get(`/api/courts/${court.id}/hours/${DAY}`).expect(200);
    const hours = body as CourtHour[];
    expect(hours).toHaveLength(24);
    expect(hours[7]).toEqual({
      ...hour(14),
      time: '07:00 AM',
      zone: 'America/Phoenix',
      offset: '-07:00',
      isOffered: true,
    });
    expect(hours.filter(({ isOffered }) => isOffered)).toHaveLength(14);
    await otherHost.agent.get(`/api/courts/${court.id}/hours/${DAY}`).expect(404);
  });
});

describe('POST /api/courts/:courtId/closures', () => {
  it('returns the closures of the day and makes the hours unavailable', async () => {
    const response = await close({ ...from(15, 17), reason: ' Resurfacing ' }).expect(201);
    const closures = [{ ...from(15, 17), reason: 'Resurfacing' }];
    expect(Closures.parse(response.body)).toEqual(closures);
    const position = response.get('Courtly-Position')!;
    expect((await list().set('Courtly-After', position).expect(200)).body).toEqual(closures);
    expect(await free()).toHaveLength(12);
    expect(await free()).not.toContain(at(15));
    expect((await courtly.book(player, court.id, hour(16)).expect(409)).body).toMatchObject({
      code: 'slot_taken',
    });
    await courtly.book(player, court.id, hour(17)).expect(201);
  });

  it('closes every hour that the closure overlaps', async () => {
    const position = (await close(from(15.5, 16.25)).expect(201)).get('Courtly-Position')!;
    await list().set('Courtly-After', position);
    expect(await free()).toHaveLength(12);
  });

  it('closes the same hours only once', async () => {
    await close(from(15, 18)).expect(201);
    const repeated = await close(from(16, 17)).expect(201);
    expect(repeated.body).toHaveLength(1);
    expect(repeated.headers).not.toHaveProperty('courtly-position');
  });

  it('fails without closing anything if a live booking conflicts', async () => {
    const { id } = (await courtly.book(player, court.id, hour(16)).expect(201)).body as Booking;
    const { body } = await close(from(15, 18)).expect(409);
    expect(body).toMatchObject({ code: 'hours_booked', details: { bookings: [id] } });
    expect((await list().expect(200)).body).toEqual([]);
  });

  it('cancels bookings with a full refund on request', async () => {
    const { id } = (await courtly.book(player, court.id, hour(16)).expect(201)).body as Booking;
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    const response = await close({
      ...from(15, 18),
      reason: 'A storm',
      cancelBookings: true,
    }).expect(201);
    const read = player.agent
      .get(`/api/bookings/${id}`)
      .set('Courtly-After', response.get('Courtly-Position')!);
    expect((await read).body).toMatchObject({ status: 'cancelled', cancelReason: 'hours_closed' });
    const history = (await player.agent.get(`/api/bookings/${id}/history`)).body as HistoryEntry[];
    expect(history.at(-1)).toMatchObject({
      who: 'host',
      why: 'hours_closed',
      details: {
        note: 'A storm',
        rule: 'by_host',
        refundAmount: '330.00',
        hostAmount: '0.00',
        platformAmount: '0.00',
      },
    });
  });

  it('leaves a past booking alone', async () => {
    const { id } = (await courtly.book(player, court.id, hour(16)).expect(201)).body as Booking;
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    setClock(at(17.5));
    await close({ ...from(15, 20), cancelBookings: true }).expect(201);
    const history = (await player.agent.get(`/api/bookings/${id}/history`)).body as HistoryEntry[];
    expect(history.map(({ what: entryType }) => entryType)).not.toContain('BookingCancelled');
  });

  it('never closes and books the same hour', async () => {
    for (let round = 0; round < 5; round++) {
      const day = `2027-04-0${round + 1}`;
      const [closureResponse, bookingResponse] = await Promise.all([
        close(from(15, 16, day)),
        courtly.book(player, court.id, hour(15, day)),
      ]);
      expect([
        [201, 409],
        [409, 201],
      ]).toContainEqual([closureResponse.status, bookingResponse.status]);
    }
  });

  it.each<[string, object, string]>([
    ['an end before the start', from(17, 15), 'endTime'],
    ['an empty time span', from(15, 15), 'endTime'],
    ['hours on two days', from(15, 15 + 24), 'endTime'],
    [
      'the year 9999',
      { startTime: '9999-01-01T15:00:00Z', endTime: '9999-01-01T16:00:00Z' },
      'startTime',
    ],
    ['no start', { endTime: at(15) }, 'startTime'],
    ['a reason that is too long', { ...from(15, 16), reason: 'r'.repeat(121) }, 'reason'],
    ['yes instead of a boolean', { ...from(15, 16), cancelBookings: 'yes' }, 'cancelBookings'],
    ['an unknown field', { ...from(15, 16), refund: false }, 'body'],
    ['a list', [], 'body'],
  ])('rejects %s as a closure', async (_what, requestBody, field) => {
    const response = await close(requestBody);
    expect(response.status).toBe(400);
    expect(
      (response.body as { details: { fields: { field: string }[] } }).details.fields.map(
        (fieldError) => fieldError.field,
      ),
    ).toContain(field);
  });

  it('assigns a closure that ends at local midnight to the day before', async () => {
    const { body } = await close(from(7, 31)).expect(201);
    expect(body).toEqual([{ ...from(7, 31), reason: '' }]);
    await eventually('no hour is offered', async () => (await free()).length === 0);
    expect(await free('2027-03-11')).toHaveLength(14);
    expect(await free('2027-03-09')).toHaveLength(14);
  });
});

describe('reopening hours', () => {
  it('reopens part of a closure and keeps the rest closed', async () => {
    await close({ ...from(15, 20), reason: 'Nets' }).expect(201);
    const { body } = await reopen(from(16, 17)).expect(200);
    const reason = 'Nets';
    expect(body).toEqual([
      { ...from(15, 16), reason },
      { ...from(17, 20), reason },
    ]);
    await courtly.book(player, court.id, hour(16)).expect(201);
    expect((await courtly.book(player, court.id, hour(17)).expect(409)).body).toMatchObject({
      code: 'slot_taken',
    });
  });

  it('changes nothing if no hours were closed', async () => {
    const response = await reopen(from(15, 16)).expect(200);
    expect(response.body).toEqual([]);
    expect(response.headers).not.toHaveProperty('courtly-position');
  });

  it('does not restore a canceled booking', async () => {
    const { id } = (await courtly.book(player, court.id, hour(15)).expect(201)).body as Booking;
    await close({ ...from(15, 16), cancelBookings: true }).expect(201);
    const response = await reopen(from(15, 16)).expect(200);
    const read = player.agent
      .get(`/api/bookings/${id}`)
      .set('Courtly-After', response.get('Courtly-Position')!);
    expect((await read).body).toMatchObject({ status: 'cancelled' });
    expect(await free()).toContain(at(15));
  });
});

describe('access to closures', () => {
  const calls = (member: Member, courtId: string) => [
    list(member, courtId),
    close(from(15, 16), member, courtId),
    reopen(from(15, 16), member, courtId),
  ];

  it('is denied to another host with the same 404 as for an unknown court', async () => {
    const bodies: unknown[] = [];
    for (const [member, courtId] of [
      [otherHost, court.id],
      [otherHost, '0000000000'],
      [host, '0000000000'],
    ] as const)
      for (const call of calls(member, courtId)) bodies.push((await call.expect(404)).body);
    for (const requestBody of bodies)
      expect(requestBody).toEqual({ code: 'not_found', message: "This court doesn't exist." });
  });

  it('is denied to players and visitors', async () => {
    for (const call of calls(player, court.id))
      expect((await call.expect(403)).body).toMatchObject({ code: 'forbidden' });
    const visitor = { ...player, agent: courtly.visitor() };
    for (const call of calls(visitor, court.id))
      expect((await call.expect(401)).body).toMatchObject({ code: 'not_signed_in' });
  });
});

describe('closing several days', () => {
  const closeDays = (requestBody: object, member = host, courtId = court.id) =>
    member.agent.post(`/api/courts/${courtId}/closures/days`).send(requestBody);
  const closuresOf = async (query: string, member = host) =>
    (await member.agent.get(`/api/owner/closures?${query}`).set('Courtly-After', last).expect(200))
      .body as object[];
  let last = '';

  it('closes each day from its first to its last hour, and lists closures of all courts', async () => {
    const otherCourt = await courtly.court(host, { name: 'Another court' });
    const [three, singleDay] = [
      await closeDays({ from: '2027-03-12', to: '2027-03-14', reason: 'Away' }).expect(201),
      await closeDays({ from: '2027-03-13', to: '2027-03-13' }, host, otherCourt.id).expect(201),
    ];
    last = singleDay.get('Courtly-Position')!;
    const whole = (day: string, reason: string) => ({ ...from(7, 31, day), reason });
    expect(three.body).toEqual([12, 13, 14].map((day) => whole(`2027-03-${day}`, 'Away')));
    expect(await free('2027-03-13')).toEqual([]);
    const listedClosures = await closuresOf('from=2027-03-13&to=2027-03-31');
    expect(listedClosures).toHaveLength(3);
    expect(listedClosures).toEqual(
      expect.arrayContaining([
        { courtId: court.id, ...whole('2027-03-13', 'Away') },
        { courtId: otherCourt.id, ...whole('2027-03-13', '') },
        { courtId: court.id, ...whole('2027-03-14', 'Away') },
      ]),
    );
    expect(await closuresOf('from=2027-03-01&to=2027-03-31', otherHost)).toEqual([]);
  });

  it('shows a summer day as one closure, even though standard time divides it', async () => {
    const day = '2027-07-10';
    const summerCourt = await courtly.court(host, { location: 'Beverly Hills, CA' });
    const closeDay = await closeDays({ from: day, to: day }, host, summerCourt.id).expect(201);
    last = closeDay.get('Courtly-Position')!;
    const whole = { ...from(7, 31, day), reason: '' };
    expect(closeDay.body).toEqual([whole]);
    expect(await closuresOf(`from=${day}&to=${day}`)).toEqual([
      { courtId: summerCourt.id, ...whole },
    ]);
    const reopened = await reopen(from(7, 9, day), host, summerCourt.id).expect(200);
    expect(reopened.body).toEqual([{ ...from(9, 31, day), reason: '' }]);
  });

  it('keeps all days open and lists the conflicting bookings', async () => {
    const booked = [
      await courtly.book(player, court.id, hour(16, '2027-03-11')).expect(201),
      await courtly.book(player, court.id, hour(17, '2027-03-12')).expect(201),
    ].map(({ body }) => (body as Booking).id);
    const days = { from: '2027-03-10', to: '2027-03-12' };
    const { body } = await closeDays(days).expect(409);
    expect(body).toMatchObject({ code: 'hours_booked', details: { bookings: booked } });
    expect(await free()).toHaveLength(14);
    const closureResponse = await closeDays({ ...days, cancelBookings: true }).expect(201);
    last = closureResponse.get('Courtly-Position')!;
    expect(closureResponse.body).toHaveLength(3);
    const lists = await player.agent
      .get('/api/bookings?status=cancelled')
      .set('Courtly-After', last)
      .expect(200);
    expect((lists.body as Booking[]).map(({ id }) => id)).toEqual(expect.arrayContaining(booked));
  });

  it('has the same result when repeated', async () => {
    const send = () =>
      closeDays({ from: '2027-03-12', to: '2027-03-13' })
        .set('Idempotency-Key', 'twice')
        .expect(201);
    expect((await send()).body).toEqual((await send()).body);
  });

  it.each([
    ['days that have passed', { from: '2027-02-27', to: '2027-02-28' }],
    ['an end before the beginning', { from: '2027-03-12', to: '2027-03-11' }],
    ['more than six weeks', { from: '2027-03-12', to: '2027-04-23' }],
  ])('fails for %s', async (_what, body) => {
    await closeDays(body).expect(400);
  });

  it('fails for a court of another host', () =>
    closeDays({ from: DAY, to: DAY }, otherHost).expect(404));
});
