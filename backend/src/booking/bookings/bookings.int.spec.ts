import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Booking, type HostBooking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  localDate,
} from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { courtFields, guestInfo } from '../../../testing/court.js';
import { eventually } from '../../../testing/stores.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { court as courtDecider } from '../courts/court.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;

const ZONE = 'America/Phoenix';
const ADDRESS = '8412 E Horseshoe Ln, Unit 3, Paradise Valley, AZ';
const dayIn = (days: number) => addDays(localDate(ZONE, Date.now()), days);
const slotsIn = (days: number, listedCourt = court) => courtly.slots(listedCourt.id, dayIn(days));
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const setClock = (instant: string) =>
  void (courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());

/** Requests an hour with additional fields. */
const ask = (
  player: Member,
  slot: Pick<Slot, 'start' | 'end'>,
  otherFields: Record<string, unknown> = {},
) =>
  player.agent
    .post('/api/bookings')
    .send({ courtId: court.id, startTime: slot.start, endTime: slot.end, ...otherFields });

const fields = (requestBody: unknown) =>
  (requestBody as { details: { fields: { field: string }[] } }).details.fields;

beforeAll(async () => {
  courtly = await startCourtly();
  host = await courtly.register('owner');
  court = await courtly.court(host, { address: ADDRESS });
});

afterEach(() => setClock(new Date().toISOString()));
afterAll(() => courtly?.stop());

describe('POST /api/bookings', () => {
  it('returns the pending booking with its price and log position', async () => {
    const [slot] = await slotsIn(3);
    const player = await courtly.player();
    const response = await ask(player, slot!, { notes: 'Two of us' }).expect(201);
    expect(response.get('Courtly-Position')).toMatch(/^\d{20}$/);
    expect(response.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    const booking = Booking.strict().parse(response.body);
    expect(booking).toMatchObject({
      id: expect.stringMatching(
        new RegExp(`^${court.id}-${dayIn(3).replaceAll('-', '')}-[0-9a-z]{8}$`),
      ),
      userId: player.user.id,
      courtId: court.id,
      startTime: slot!.start,
      endTime: slot!.end,
      zone: ZONE,
      totalAmount: '330.00',
      serviceFee: '30.00',
      payoutAmount: '297.00',
      status: 'pending',
      paymentStatus: 'not_required',
      cancelReason: null,
      notes: 'Two of us',
      answerBy: later(booking.createdAt, DAY_MS),
      freeCancelUntil: later(slot!.start, -DAY_MS),
      canCancel: true,
    });
  });

  it('returns not_found for a draft court that has a surface but no rate', async () => {
    const draftCourt = courtFields({
      courtId: 'draft',
      hostId: host.user.id,
      zone: ZONE,
      rateCents: 0,
    });
    await courtly.app
      .get(CommandHandling)
      .handle(
        courtDecider,
        draftCourt.courtId,
        { type: 'ListCourt', data: { ...draftCourt, guestInfo, photos: [] } },
        systemContext('list a draft', draftCourt.listedAt),
      );
    const [slot] = await slotsIn(3);
    const response = await ask(await courtly.player(), slot!, { courtId: draftCourt.courtId });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'not_found' });
  });

  it('asks for the sport only if the court offers several', async () => {
    const [slot, laterSlot] = await slotsIn(3);
    const player = await courtly.player();
    const decided = (await ask(player, slot!).expect(201)).body as Booking;
    expect(decided.sport).toBe('tennis');
    const both = await courtly.court(host, { sports: '["tennis","pickleball"]' });
    const askThere = (body: object) => ask(player, laterSlot!, { courtId: both.id, ...body });
    const refused = await askThere({}).expect(400);
    expect(fields(refused.body)).toMatchObject([{ field: 'sport' }]);
    const { body } = await askThere({ sport: 'pickleball' }).expect(201);
    expect(body).toMatchObject({ sport: 'pickleball' });
  });

  it('shows only the street until the host approves', async () => {
    const [slot] = await slotsIn(4);
    const player = await courtly.player();
    const pending = (await ask(player, slot!).expect(201)).body as Booking;
    expect(pending.court.address).toContain('Horseshoe Ln');
    expect(pending.court.address).not.toMatch(/8412|Unit/);
    const status = `/api/bookings/${pending.id}/status`;
    const approved = (await host.agent.patch(status).send({ status: 'confirmed' }).expect(200))
      .body as HostBooking;
    expect(approved.court.address).toBe(ADDRESS);
    await eventually('the player sees the house number', async () => {
      const { body } = await player.agent.get(`/api/bookings/${pending.id}`);
      return (body as Partial<Booking>).court?.address === ADDRESS;
    });
  });

  it('accepts prices as text or numbers, and notes of 500 characters', async () => {
    const [firstSlot, secondSlot] = await slotsIn(5);
    const player = await courtly.player();
    await ask(player, firstSlot!, {
      totalAmount: '330.00',
      serviceFee: 30,
      notes: 'n'.repeat(500),
    }).expect(201);
    await ask(player, secondSlot!, { totalAmount: 330, serviceFee: '30' }).expect(201);
  });

  const hour = { startTime: '2099-03-13T18:00:00Z', endTime: '2099-03-13T19:00:00Z' };
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a past hour',
      { startTime: '2021-03-13T18:00:00Z', endTime: '2021-03-13T19:00:00Z' },
      'startTime',
    ],
    [
      'a start between hours',
      { startTime: '2099-03-13T18:30:00Z', endTime: '2099-03-13T19:30:00Z' },
      'startTime',
    ],
    [
      'a start between seconds',
      { startTime: '2099-03-13T18:00:00.001Z', endTime: hour.endTime },
      'startTime',
    ],
    ['59 minutes', { ...hour, endTime: '2099-03-13T18:59:00Z' }, 'endTime'],
    ['two hours', { ...hour, endTime: '2099-03-13T20:00:00Z' }, 'endTime'],
    ['an end before the start', { ...hour, endTime: '2099-03-13T17:00:00Z' }, 'endTime'],
    [
      'the year 9999',
      { startTime: '9999-01-01T00:00:00Z', endTime: '9999-01-01T01:00:00Z' },
      'startTime',
    ],
    ['a day that does not exist', { ...hour, startTime: '2099-02-30T18:00:00Z' }, 'startTime'],
    ['a time without a zone', { ...hour, startTime: '2099-03-13T18:00:00' }, 'startTime'],
    ['a number instead of a time', { ...hour, startTime: 4_076_157_600_000 }, 'startTime'],
    ['no start', { startTime: undefined, endTime: hour.endTime }, 'startTime'],
    ['a negative total', { ...hour, totalAmount: -330 }, 'totalAmount'],
    ['a negative fee as text', { ...hour, serviceFee: '-30.00' }, 'serviceFee'],
    ['1e308', { ...hour, totalAmount: 1e308 }, 'totalAmount'],
    ['a third decimal', { ...hour, totalAmount: '330.001' }, 'totalAmount'],
    ['not a number', { ...hour, totalAmount: 'NaN' }, 'totalAmount'],
    ['null instead of an amount', { ...hour, totalAmount: null }, 'totalAmount'],
    ['notes that are too long', { ...hour, notes: 'n'.repeat(501) }, 'notes'],
    ['a list instead of a court', { ...hour, courtId: ['a', 'b'] }, 'courtId'],
    ['an empty court', { ...hour, courtId: '' }, 'courtId'],
  ])('rejects %s and names the field', async (_what, wrongFields, field) => {
    const response = await host.agent
      .post('/api/bookings')
      .send({ courtId: court.id, ...wrongFields });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_request', message: expect.any(String) });
    expect(fields(response.body).map((fieldError) => fieldError.field)).toContain(field);
  });

  it.each([
    { status: 'confirmed' },
    { userId: 'me' },
    { paymentStatus: 'captured' },
    { membershipTier: 'elite' },
    { role: 'admin' },
    { policyId: 'open-1' },
  ])('rejects the server-side field %j', async (extraField) => {
    const response = await host.agent
      .post('/api/bookings')
      .send({ courtId: court.id, ...hour, ...extraField });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_request' });
  });

  it('ignores prototype pollution in the body', async () => {
    const [slot] = await slotsIn(6);
    const player = await courtly.player();
    const requestBody = `{"__proto__":{"status":"confirmed","totalAmount":1},"constructor":{"prototype":{"role":"admin"}},
      "courtId":"${court.id}","startTime":"${slot!.start}","endTime":"${slot!.end}"}`;
    const polluted = await player.agent.post('/api/bookings').type('json').send(requestBody);
    expect(polluted.status).toBe(400);
    const bare = requestBody.replace(/"constructor":.*?}},/s, '');
    const response = await player.agent.post('/api/bookings').type('json').send(bare);
    expect([201, 400]).toContain(response.status);
    if (response.status === 201)
      expect(response.body).toMatchObject({ status: 'pending', totalAmount: '330.00' });
    expect(({} as { status?: string }).status).toBeUndefined();
  });

  it('requires a signed-in user', async () => {
    const response = await courtly
      .visitor()
      .post('/api/bookings')
      .send({ courtId: court.id, ...hour })
      .expect(401);
    expect(response.body).toMatchObject({ code: 'not_signed_in' });
  });

  it('requires the current waiver', async () => {
    const [slot] = await slotsIn(7);
    const newcomer = await courtly.register('player');
    expect((await ask(newcomer, slot!).expect(403)).body).toMatchObject({
      code: 'waiver_required',
    });
    const waits = await slotsIn(7);
    expect(waits[0]).toEqual(slot);
  });

  it('returns the same 404 for an unknown, hidden, or malformed court', async () => {
    const hiddenCourt = await courtly.court(host, { surfaceType: 'other' });
    const [slot] = await slotsIn(7);
    const player = await courtly.player();
    const bodies = await Promise.all(
      ['0000000000', hiddenCourt.id, '../../etc', '$where'].map(
        async (courtId) => (await ask(player, slot!, { courtId }).expect(404)).body as unknown,
      ),
    );
    expect(bodies[0]).toMatchObject({ code: 'not_found' });
    for (const requestBody of bodies) expect(requestBody).toEqual(bodies[0]);
  });
});

describe('a request for an unavailable hour', () => {
  it('fails with slot_taken and the three nearest free slots', async () => {
    const [slotBefore, takenSlot, after, next] = await slotsIn(8);
    await ask(await courtly.player(), takenSlot!).expect(201);
    const { body } = await ask(await courtly.player(), takenSlot!).expect(409);
    expect(body).toMatchObject({ code: 'slot_taken' });
    const { nearest } = (body as { details: { nearest: Slot[] } }).details;
    expect(nearest.map(({ start }) => start)).toEqual([
      slotBefore!.start,
      after!.start,
      next!.start,
    ]);
    expect(nearest[0]).toEqual(slotBefore);
  });

  it('fails with slot_taken for an hour closed by the host', async () => {
    const [slot] = await slotsIn(9);
    const closure = { startTime: slot!.start, endTime: slot!.end };
    await host.agent.post(`/api/courts/${court.id}/closures`).send(closure).expect(201);
    expect((await ask(await courtly.player(), slot!).expect(409)).body).toMatchObject({
      code: 'slot_taken',
    });
  });

  it('fails with the current quote if the price differs', async () => {
    const [slot] = await slotsIn(9).then((slots) => slots.slice(-1));
    const player = await courtly.player();
    for (const wrongAmount of [
      { totalAmount: 1 },
      { totalAmount: '330.01' },
      { serviceFee: 0 },
      { totalAmount: 0 },
    ]) {
      const { body } = await ask(player, slot!, wrongAmount).expect(409);
      expect(body).toMatchObject({
        code: 'price_changed',
        details: {
          quote: {
            hourlyRate: '300.00',
            serviceFee: '30.00',
            totalAmount: '330.00',
            policyId: 'unpaid-1',
          },
        },
      });
    }
  });

  it.each([
    ['the court is closed then', (first: string) => later(first, -HOUR_MS), 2, undefined],
    ["it starts sooner than the court's minimum notice allows", (first: string) => first, 1, 119],
    ['it is too far ahead for anyone', (first: string) => later(first, 5 * DAY_MS), 13, undefined],
  ])('fails with slot_unavailable if %s', async (_why, startOf, days, minutesBefore) => {
    const start = startOf((await slotsIn(days))[0]!.start);
    const player = await courtly.player();
    if (minutesBefore) setClock(later(start, -minutesBefore * MINUTE_MS));
    const { body } = await ask(player, { start, end: later(start, HOUR_MS) }).expect(409);
    expect(body).toMatchObject({ code: 'slot_unavailable' });
  });

  it('gives a free member the time at which an Elite head-start hour opens', async () => {
    const [slot] = await slotsIn(15);
    const { body } = await ask(await courtly.player(), slot!).expect(409);
    const opensForYouAt = later(slot!.start, -14 * DAY_MS);
    expect(body).toMatchObject({ code: 'slot_unavailable', details: { opensForYouAt } });
    expect(slot!.opensForYouAt).toBe(opensForYouAt);
  });

  it('succeeds for exactly one of fifty simultaneous players', async () => {
    const [slot] = (await slotsIn(10)).slice(5);
    const players = await Promise.all(Array.from({ length: 50 }, () => courtly.player()));
    const responses = await Promise.all(players.map((player) => ask(player, slot!)));
    const codes = responses.map(({ status, body }) =>
      status === 201 ? '201' : (body as { code: string }).code,
    );
    expect(codes.filter((code) => code === '201')).toHaveLength(1);
    expect(codes.filter((code) => code === 'slot_taken')).toHaveLength(49);
  });
});

describe('fair use', () => {
  it('allows three open bookings per player', async () => {
    const player = await courtly.player();
    const heldBookings: Booking[] = [];
    for (const days of [10, 11, 12])
      heldBookings.push((await ask(player, (await slotsIn(days))[0]!).expect(201)).body as Booking);
    const [fourth] = await slotsIn(13);
    expect((await ask(player, fourth!).expect(409)).body).toMatchObject({ code: 'fair_use' });
    await player.agent.post(`/api/bookings/${heldBookings[0]!.id}/cancel`).send({}).expect(200);
    await ask(player, fourth!).expect(201);
  });

  it('allows two hours per player, court, and day', async () => {
    const player = await courtly.player();
    const [firstSlot, secondSlot, thirdSlot] = (await slotsIn(11)).slice(-3);
    await ask(player, firstSlot!).expect(201);
    await ask(player, secondSlot!).expect(201);
    expect((await ask(player, thirdSlot!).expect(409)).body).toMatchObject({ code: 'fair_use' });
  });

  it("limits a player's simultaneous requests", async () => {
    const player = await courtly.player();
    const wishes = (await Promise.all([10, 11, 12, 13].map((days) => slotsIn(days)))).flatMap(
      (day) => day.slice(-8, -5),
    );
    const responses = await Promise.all(wishes.map((slot) => ask(player, slot)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, body } of responses)
      if (status !== 201) expect(body).toMatchObject({ code: 'fair_use' });
  });

  it('counts retries of one request once', async () => {
    const player = await courtly.player();
    for (const days of [10, 11]) await ask(player, (await slotsIn(days))[1]!).expect(201);
    const [slot] = await slotsIn(12);
    const tries = Array.from({ length: 5 }, () =>
      ask(player, slot!).set('Idempotency-Key', 'the third'),
    );
    const responses = await Promise.all(tries);
    for (const { status, body } of responses)
      expect([status, body]).toEqual([201, responses[0]!.body]);
  });

  it('returns the first response to a retry despite later cancellations and bookings', async () => {
    const player = await courtly.player();
    const [slot] = (await slotsIn(10)).slice(2);
    const firstResponse = await ask(player, slot!).set('Idempotency-Key', 'abandoned').expect(201);
    await player.agent
      .post(`/api/bookings/${(firstResponse.body as Booking).id}/cancel`)
      .send({})
      .expect(200);
    for (const days of [10, 11, 12]) await ask(player, (await slotsIn(days))[3]!).expect(201);
    const repeated = await ask(player, slot!).set('Idempotency-Key', 'abandoned').expect(201);
    expect(repeated.body).toEqual(firstResponse.body);
  });

  it('prevents a player from booking two courts for the same time', async () => {
    const otherCourt = await courtly.court(host, { name: 'Mummy Mountain' });
    const [slot] = (await slotsIn(12)).slice(-1);
    const player = await courtly.player();
    await ask(player, slot!).expect(201);
    expect((await ask(player, slot!, { courtId: otherCourt.id }).expect(409)).body).toMatchObject({
      code: 'fair_use',
    });
  });
});
