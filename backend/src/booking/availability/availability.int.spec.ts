import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type BookingRules, WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { z } from 'zod';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let phoenix: CourtDetail;
let losAngeles: CourtDetail;

const NOW = '2027-03-01T12:00:00.000Z';
const setClock = (instant: string) =>
  void (courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());
const every = (from: string, to: string) =>
  WeeklyHours.parse(Object.fromEntries(weekdays.map((weekday) => [weekday, [{ from, to }]])));
const open = async (court: CourtDetail, weeklyHours: WeeklyHours, policy?: BookingRules) => {
  const path = `/api/courts/${court.id}`;
  const changeResponse = await host.agent
    .put(`${path}/hours`)
    .send({ weeklyHours, policy })
    .expect(200);
  await host.agent
    .get(path)
    .set('Courtly-After', changeResponse.get('Courtly-Position')!)
    .expect(200);
};
const timesOn = async (court: CourtDetail, date: string) =>
  (await courtly.slots(court.id, date)).map(
    ({ start, time, offset }) => `${start.slice(11, 16)}Z ${time} ${offset}`,
  );

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  phoenix = await courtly.court(host, { location: 'Scottsdale' });
  losAngeles = await courtly.court(host, { location: 'Beverly Hills' });
  for (const court of [phoenix, losAngeles]) await open(court, every('00:00', '24:00'));
});

beforeEach(() => setClock(NOW));
afterAll(() => courtly?.stop());

describe('the availability of a court-day', () => {
  it('lists the opening hours in order with local time, zone, and offset', async () => {
    const court = await courtly.court(host);
    const slots = z.array(Slot.strict()).parse(await courtly.slots(court.id, '2027-03-10'));
    expect(slots).toHaveLength(14);
    expect(slots[0]).toEqual({
      start: '2027-03-10T14:00:00.000Z',
      end: '2027-03-10T15:00:00.000Z',
      time: '07:00 AM',
      zone: 'America/Phoenix',
      offset: '-07:00',
      opensForYouAt: null,
    });
    expect(slots.at(-1)!.time).toBe('08:00 PM');
  });

  it('counts the bookable hours of each day, and omits days without any', async () => {
    const court = await courtly.court(host);
    const nine = (await courtly.slots(court.id, '2027-03-10'))[2]!;
    const bookingResponse = await courtly.book(player, court.id, nine).expect(201);
    const { body: freeDays } = await courtly
      .visitor()
      .get(`/api/courts/${court.id}/free-days?from=2027-02-27&to=2027-03-16`)
      .set('Courtly-After', bookingResponse.get('Courtly-Position')!)
      .expect(200);
    expect(freeDays).toEqual(
      Array.from({ length: 16 }, (_, index) => {
        const date = `2027-03-${String(index + 1).padStart(2, '0')}`;
        return { date, hours: date === '2027-03-10' ? 13 : 14 };
      }),
    );
    await courtly
      .visitor()
      .get(`/api/courts/${court.id}/free-days?from=2027-03-01&to=2027-04-12`)
      .expect(400);
    await courtly
      .visitor()
      .get('/api/courts/nowhere/free-days?from=2027-03-01&to=2027-03-02')
      .expect(404);
  });

  it('omits a booked summer hour after midnight, which is in the previous court-day', async () => {
    const start = '2027-07-10T07:00:00.000Z';
    const midnight = '07:00Z 12:00 AM -07:00';
    expect(await timesOn(losAngeles, '2027-07-10')).toContain(midnight);
    const slot = { start, end: '2027-07-10T08:00:00.000Z' };
    const { body } = await courtly.book(player, losAngeles.id, slot).expect(201);
    expect((body as Booking).id).toContain('-20270709-');
    await eventually(
      'the hour is taken',
      async () => !(await timesOn(losAngeles, '2027-07-10')).includes(midnight),
    );
  });

  it('omits the hours of live bookings and includes the hour of a canceled one', async () => {
    const date = '2027-03-11';
    const [firstSlot, secondSlot] = await courtly.slots(phoenix.id, date);
    const starts = async () => (await courtly.slots(phoenix.id, date)).map(({ start }) => start);
    const pending = (await courtly.book(player, phoenix.id, firstSlot!).expect(201))
      .body as Booking;
    const { id } = (await courtly.book(player, phoenix.id, secondSlot!).expect(201))
      .body as Booking;
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    await eventually('both hours are gone', async () => (await starts()).length === 22);
    expect(await starts()).not.toContain(firstSlot!.start);
    await player.agent.post(`/api/bookings/${pending.id}/cancel`).send({}).expect(200);
    await eventually('the canceled hour is back', async () =>
      (await starts()).includes(firstSlot!.start),
    );
    expect(await starts()).not.toContain(secondSlot!.start);
  });

  it('shows a booking immediately to a reader who sends its position', async () => {
    const date = '2027-03-12';
    for (const slot of (await courtly.slots(phoenix.id, date)).slice(0, 8)) {
      const position = (await courtly.book(player, phoenix.id, slot).expect(201)).get(
        'Courtly-Position',
      );
      const url = `/api/courts/${phoenix.id}/availability/${date}`;
      const { body, headers } = await courtly.visitor().get(url).set('Courtly-After', position!);
      expect((body as Slot[]).map(({ start }) => start)).not.toContain(slot.start);
      expect(headers).not.toHaveProperty('courtly-stale');
    }
  });

  it('starts with the next hour on the current day', async () => {
    setClock('2027-03-09T20:30:00.000Z');
    expect((await timesOn(phoenix, '2027-03-09'))[0]).toBe('21:00Z 02:00 PM -07:00');
    expect(await timesOn(phoenix, '2027-03-08')).toEqual([]);
  });

  it('lists no hours for a day on which the court is closed', async () => {
    const court = await courtly.court(host);
    await open(court, {
      ...every('08:00', '12:00'),
      sunday: [],
      monday: [{ from: '23:00', to: '24:00' }],
    });
    expect(await timesOn(court, '2027-03-21')).toEqual([]);
    expect(await timesOn(court, '2027-03-22')).toEqual(['06:00Z 11:00 PM -07:00']);
  });

  it.each(['0000-01-01', '0001-01-01', '9999-12-31'])('lists no hours for %s', async (date) => {
    expect(await courtly.slots(phoenix.id, date)).toEqual([]);
  });

  it.each(['2027-02-30', '2027-3-1', 'tomorrow', '2027-03-01T00:00:00Z', '%00', '20270301'])(
    'rejects %s, which is not a date',
    async (date) => {
      const response = await courtly
        .visitor()
        .get(`/api/courts/${phoenix.id}/availability/${date}`);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        code: 'invalid_request',
        details: { fields: [{ field: 'date' }] },
      });
    },
  );

  it('hides the hours of a hidden court from everyone except its host', async () => {
    const hiddenCourt = await courtly.court(host, { surfaceType: 'other' });
    const availabilityOf = (id: string, agent = courtly.visitor()) =>
      agent.get(`/api/courts/${id}/availability/2027-03-10`);
    const missing = await availabilityOf('0000000000').expect(404);
    expect(missing.body).toMatchObject({ code: 'not_found' });
    expect((await availabilityOf(hiddenCourt.id).expect(404)).body).toEqual(missing.body);
    expect((await availabilityOf(hiddenCourt.id, player.agent).expect(404)).body).toEqual(
      missing.body,
    );
    expect((await availabilityOf(hiddenCourt.id, host.agent).expect(200)).body).toHaveLength(14);
  });
});

describe('an hour that starts too soon for the host to respond', () => {
  const soon = { leadMinutes: 0, horizonDays: null, instantBook: false };

  it('cannot be requested if the host has to approve it', async () => {
    const court = await courtly.court(host);
    await open(court, every('00:00', '24:00'), soon);
    courtly.config.policy.hostAnswerBeforeStartMinutes = 60;
    setClock('2027-03-20T16:30:00.000Z');
    const [firstSlot] = await courtly.slots(court.id, '2027-03-20');
    const start = '2027-03-20T17:00:00.000Z';
    const { body } = await courtly.book(player, court.id, {
      start,
      end: '2027-03-20T18:00:00.000Z',
    });
    expect(body).toMatchObject({ code: 'slot_unavailable' });
    expect(firstSlot!.start).toBe('2027-03-20T18:00:00.000Z');
    const booking = (await courtly.book(player, court.id, firstSlot!).expect(201)).body as Booking;
    expect(Date.parse(booking.answerBy!)).toBeGreaterThan(Date.parse(booking.createdAt));
    courtly.config.policy.hostAnswerBeforeStartMinutes = 0;
  });

  it('can be booked if the court allows instant booking', async () => {
    const court = await courtly.court(host);
    await open(court, every('00:00', '24:00'), { ...soon, instantBook: true });
    courtly.config.policy.hostAnswerBeforeStartMinutes = 60;
    setClock('2027-03-20T16:59:00.000Z');
    const [firstSlot] = await courtly.slots(court.id, '2027-03-20');
    expect(firstSlot!.start).toBe('2027-03-20T17:00:00.000Z');
    await courtly.book(player, court.id, firstSlot!).expect(201);
    courtly.config.policy.hostAnswerBeforeStartMinutes = 0;
  });
});

describe('a day with a clock change', () => {
  it('lists 23 hours in spring, without the skipped one', async () => {
    const times = await timesOn(losAngeles, '2027-03-14');
    expect(times).toHaveLength(23);
    expect(times.slice(0, 3)).toEqual([
      '08:00Z 12:00 AM -08:00',
      '09:00Z 01:00 AM -08:00',
      '10:00Z 03:00 AM -07:00',
    ]);
  });

  it('lists the repeated hour twice in fall, and both can be booked', async () => {
    const times = await timesOn(losAngeles, '2027-11-07');
    expect(times).toHaveLength(25);
    expect(times.slice(1, 4)).toEqual([
      '08:00Z 01:00 AM -07:00',
      '09:00Z 01:00 AM -08:00',
      '10:00Z 02:00 AM -08:00',
    ]);
    const [, firstSlot, secondSlot] = await courtly.slots(losAngeles.id, '2027-11-07');
    await courtly.book(player, losAngeles.id, firstSlot!).expect(201);
    await courtly.book(player, losAngeles.id, secondSlot!).expect(201);
    expect((await courtly.book(player, losAngeles.id, firstSlot!).expect(409)).body).toMatchObject({
      code: 'slot_taken',
    });
  });

  it('shifts 10 AM by an hour in UTC for Beverly Hills, but not for Scottsdale', async () => {
    const ten = async (court: CourtDetail, date: string) =>
      (await courtly.slots(court.id, date)).find(({ time }) => time === '10:00 AM')!.start;
    expect(await ten(losAngeles, '2027-03-13')).toBe('2027-03-13T18:00:00.000Z');
    expect(await ten(losAngeles, '2027-03-14')).toBe('2027-03-14T17:00:00.000Z');
    expect(await ten(phoenix, '2027-03-13')).toBe('2027-03-13T17:00:00.000Z');
    expect(await ten(phoenix, '2027-03-14')).toBe('2027-03-14T17:00:00.000Z');
    expect(await timesOn(phoenix, '2027-03-14')).toHaveLength(24);
    expect(await timesOn(phoenix, '2027-11-07')).toHaveLength(24);
  });

  it('counts elapsed hours until free cancellation ends', async () => {
    const slot = (await courtly.slots(losAngeles.id, '2027-03-14')).find(
      ({ time }) => time === '10:00 AM',
    )!;
    const { id, freeCancelUntil } = (await courtly.book(player, losAngeles.id, slot).expect(201))
      .body as Booking;
    expect(freeCancelUntil).toBe('2027-03-13T17:00:00.000Z');
    const approvalResponse = await host.agent
      .patch(`/api/bookings/${id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    const rule = async () => {
      const quote = player.agent.get(`/api/bookings/${id}/cancellation`);
      return (await quote.set('Courtly-After', approvalResponse.get('Courtly-Position')!)).body as {
        rule: string;
      };
    };
    setClock(new Date(Date.parse(freeCancelUntil) - MINUTE_MS).toISOString());
    expect(await rule()).toMatchObject({ rule: 'free' });
    setClock(new Date(Date.parse(freeCancelUntil) + MINUTE_MS).toISOString());
    expect(await rule()).toMatchObject({ rule: 'late' });
  });
});

it('books two hours for exactly two of forty simultaneous requests', async () => {
  const [firstSlot, secondSlot] = await courtly.slots(phoenix.id, '2027-04-01');
  const members = await Promise.all(Array.from({ length: 5 }, () => courtly.player()));
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      courtly.book(members[n % 5]!, phoenix.id, n % 2 ? firstSlot! : secondSlot!),
    ),
  );
  const won = responses
    .filter(({ status }) => status === 201)
    .map(({ body }) => (body as Booking).startTime);
  expect(won.sort()).toEqual([firstSlot!.start, secondSlot!.start]);
  for (const { status, body } of responses)
    if (status !== 201)
      expect([status, (body as { code: string }).code]).toEqual([409, 'slot_taken']);
});
