import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import type { Court, CourtDetail, Review } from '@courtly/contracts/courts';
import type { BookingReviews, ReportedReview } from '@courtly/contracts/reviews';
import { MOST_TIMES_LOGGED } from '../../play/matches/match.js';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import {
  createConfirmedBooking,
  moveClockTo,
  createCompletedBooking,
  revealReviews,
} from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let admin: Member;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  host = await courtly.register('owner');
  [player, admin] = [await courtly.player(), await courtly.player()];
  await courtly.verifyEmail(player);
  const grant = new GrantRoleCommand(
    { email: admin.email, role: 'admin' },
    systemContext('an admin', new Date().toISOString()),
  );
  await courtly.app.get(CommandBus).execute(grant);
});
afterAll(() => courtly?.stop());

const write = (
  { id, courtId }: Pick<Booking, 'id' | 'courtId'>,
  rating: number,
  member = player,
  otherFields: object = {},
) =>
  member.agent
    .post('/api/reviews')
    .send({ courtId, bookingId: id, rating, comment: `${rating} stars`, ...otherFields });
const reviewed = async (court: CourtDetail, stars: number) => {
  const booking = await createCompletedBooking(courtly, host, court, player);
  await write(booking, stars).expect(201);
  await write(booking, 5, host).expect(201);
  return { booking, after: await revealReviews(courtly, booking.id) };
};
const change = ({ id }: Pick<Booking, 'id'>, rating: number, member = player) =>
  member.agent.put(`/api/reviews/${id}`).send({ rating, comment: `${rating} stars` });
const withdraw = ({ id }: Pick<Booking, 'id'>, member = player) =>
  member.agent.delete(`/api/reviews/${id}`);
const show = async ({ id }: Pick<Court, 'id'>, after = '') =>
  (await courtly.visitor().get(`/api/courts/${id}`).set('Courtly-After', after).expect(200))
    .body as CourtDetail;
const seenBy = async ({ agent }: Member, { id }: Booking, after = '') =>
  (await agent.get(`/api/bookings/${id}/reviews`).set('Courtly-After', after).expect(200))
    .body as BookingReviews;

it('hides reviews until both are final, then shows them with the court', async () => {
  const court = await courtly.court(host);
  expect(await show(court)).toMatchObject({ rating: { rating: null, count: 0 }, reviews: [] });
  const booking = await createCompletedBooking(courtly, host, court, player);
  const first = (await write(booking, 4).expect(201)).get('Courtly-Position')!;
  expect(await seenBy(host, booking, first)).toMatchObject({ player: null, revealedAt: null });
  expect(await seenBy(player, booking, first)).toMatchObject({ player: { rating: 4 } });
  expect(await show(court, first)).toMatchObject({
    rating: { rating: null, count: 0 },
    reviews: [],
  });
  const second = (await write(booking, 5, host).expect(201)).get('Courtly-Position')!;
  expect(await seenBy(player, booking, second)).toMatchObject({ host: null, revealedAt: null });
  const afterReveal = await revealReviews(courtly, booking.id);
  expect(await seenBy(player, booking, afterReveal)).toMatchObject({
    host: { rating: 5, comment: '5 stars' },
    editableUntil: null,
  });
  const courtDetail = await show(court, afterReveal);
  expect(courtDetail.rating).toEqual({ rating: 4, count: 1 });
  expect(courtDetail.reviews).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      rating: 4,
      comment: '4 stars',
      createdAt: expect.any(String),
    },
  ]);
  const listed = (
    await courtly.visitor().get('/api/courts').set('Courtly-After', afterReveal).expect(200)
  ).body as Court[];
  expect(listed.find(({ id }) => id === court.id)?.rating).toEqual({ rating: 4, count: 1 });
});

it('reveals the reviews of both sides automatically a day after the later one', async () => {
  const court = await courtly.court(host);
  const booking = await createCompletedBooking(courtly, host, court, player);
  const { body } = await write(booking, 4).expect(201);
  const { editableUntil } = body as BookingReviews;
  await moveClockTo(courtly, new Date(Date.parse(editableUntil!) - 60_000).toISOString());
  const later = (await write(booking, 5, host).expect(201)).body as BookingReviews;
  await moveClockTo(courtly, editableUntil!);
  await change(booking, 3).expect(409);
  const changed = (await change(booking, 3, host).expect(200)).get('Courtly-Position')!;
  expect((await show(court, changed)).rating.count).toBe(0);
  await moveClockTo(courtly, later.editableUntil!);
  await eventually('the reviews are revealed', async () => (await show(court)).rating.count === 1);
  expect(await seenBy(player, booking)).toMatchObject({
    player: { rating: 4 },
    host: { rating: 3 },
    revealedAt: later.editableUntil,
  });
});

it('reveals a single review after 14 days, when no other can be written', async () => {
  const court = await courtly.court(host);
  const booking = await createCompletedBooking(courtly, host, court, player);
  await write(booking, 3).expect(201);
  await moveClockTo(courtly, new Date(Date.parse(booking.endTime) + 14 * DAY_MS).toISOString());
  await eventually('the review is revealed', async () => (await show(court)).rating.count === 1);
  expect((await write(booking, 5, host).expect(409)).body).toMatchObject({ code: 'wrong_status' });
});

it('shows reviews in pages with an average that excludes removed ones', async () => {
  const court = await courtly.court(host);
  const { booking: bad } = await reviewed(court, 1);
  const { booking: shownBooking, after } = await reviewed(court, 4);
  expect((await show(court, after)).rating).toEqual({ rating: 2.5, count: 2 });
  const pageResponse = await courtly
    .visitor()
    .get(`/api/courts/${court.id}/reviews?limit=1`)
    .expect(200);
  const secondPage = await courtly.visitor().get(nextPageUrl(pageResponse)!).expect(200);
  const cursor = new URL(nextPageUrl(pageResponse)!, 'http://courtly').searchParams.get('cursor')!;
  for (const shown of [JSON.stringify(pageResponse.body), Buffer.from(cursor, 'base64url')])
    expect(shown.toString()).not.toContain(shownBooking.id);
  expect([...pageResponse.body, ...secondPage.body].map(({ rating }: Review) => rating)).toEqual([
    4, 1,
  ]);
  expect(nextPageUrl(secondPage)).toBeUndefined();
  const rated = await courtly.visitor().get(`/api/courts/${court.id}/reviews?rating=1`).expect(200);
  expect(rated.body).toMatchObject([{ rating: 1 }]);
  await courtly.visitor().get(`/api/courts/${court.id}/reviews?rating=6`).expect(400);

  const removal = { side: 'player', reason: 'Names a neighbor.' };
  const removalResponse = await admin.agent
    .post(`/api/admin/bookings/${bad.id}/review-removals`)
    .send(removal)
    .expect(200);
  const remainingDetail = await show(court, removalResponse.get('Courtly-Position')!);
  expect(remainingDetail.rating).toEqual({ rating: 4, count: 1 });
  expect(remainingDetail.reviews.map(({ rating }) => rating)).toEqual([4]);
});

describe('POST /api/reviews', () => {
  it('accepts one review per side and returns the same response to a retry', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    const idempotencyKey = randomUUID();
    const send = () => write(booking, 4).set('Idempotency-Key', idempotencyKey).expect(201);
    const { body } = await send();
    expect((await send()).body).toEqual(body);
    expect((await write(booking, 1).expect(409)).body.code).toBe('already_logged');
  });

  it("accepts only the user's own past hours on the same court", async () => {
    const court = await courtly.court(host);
    const booking = await createConfirmedBooking(courtly, host, court, player);
    expect((await write(booking, 4).expect(409)).body).toMatchObject({
      details: { status: 'confirmed' },
    });
    await write(booking, 4, admin).expect(404);
    await write({ ...booking, courtId: 'another' }, 4).expect(404);
  });

  it.each([0, 6, 4.5])('rejects %s stars', (rating) =>
    write({ id: 'unknown', courtId: 'unknown' }, rating).expect(400).then(),
  );
});

describe('the author of a review', () => {
  it('can change it, withdraw it, and write it again until it is revealed', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    await change(booking, 2).expect(404);
    await withdraw(booking).expect(404);
    await write(booking, 4).expect(201);
    expect((await change(booking, 2).expect(200)).body).toMatchObject({
      player: { rating: 2, comment: '2 stars' },
    });
    for (const otherMember of [host, admin]) {
      await change(booking, 1, otherMember).expect(404);
      await withdraw(booking, otherMember).expect(404);
    }
    const withdrawal = await withdraw(booking).expect(200);
    expect(withdrawal.body).toMatchObject({ player: null, editableUntil: null });
    const { body } = await player.agent
      .get(`/api/bookings/${booking.id}`)
      .set('Courtly-After', withdrawal.get('Courtly-Position')!)
      .expect(200);
    expect((body as Booking).needsReview).toBe(true);
    await write(booking, 5).expect(201);
    await write(booking, 3, host).expect(201);
    await revealReviews(courtly, booking.id);
    expect((await change(booking, 1).expect(409)).body.code).toBe('wrong_status');
    expect((await withdraw(booking).expect(409)).body.code).toBe('wrong_status');
  });
});

describe('a completed booking', () => {
  const pendingOf = async ({ id }: Booking, member = player, after = '') => {
    const { body } = await member.agent
      .get(`/api/bookings/${id}`)
      .set('Courtly-After', after)
      .expect(200);
    const { needsReview, needsResult } = body as Booking;
    return { needsReview, needsResult };
  };
  const logResult = async ({ id }: Booking) => {
    const result = { bookingId: id, result: 'win', gamesWon: 6, gamesLost: 4 };
    const response = await player.agent.post('/api/match-results').send(result).expect(201);
    return { matchId: response.body.id as string, after: response.get('Courtly-Position')! };
  };

  it('asks both sides for a review, and its player for the result', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    expect(await pendingOf(booking)).toEqual({ needsReview: true, needsResult: true });
    expect(await pendingOf(booking, host)).toEqual({ needsReview: true, needsResult: false });
  });

  it('still asks for the result after a review', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    const written = (await write(booking, 5).expect(201)).get('Courtly-Position')!;
    expect(await pendingOf(booking, player, written)).toEqual({
      needsReview: false,
      needsResult: true,
    });
    expect((await pendingOf(booking, host, written)).needsReview).toBe(true);
  });

  it('still asks for a review after the result, and for a result after a withdrawal', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    for (let timesLogged = 1; timesLogged <= MOST_TIMES_LOGGED; timesLogged += 1) {
      const { matchId, after } = await logResult(booking);
      expect(await pendingOf(booking, player, after)).toEqual({
        needsReview: true,
        needsResult: false,
      });
      const withdrawal = await player.agent
        .post(`/api/matches/${matchId}/withdraw`)
        .send({ reason: 'A typo.' })
        .expect(200);
      expect(await pendingOf(booking, player, withdrawal.get('Courtly-Position')!)).toEqual({
        needsReview: true,
        needsResult: timesLogged < MOST_TIMES_LOGGED,
      });
    }
  });

  it('asks until it is 14 days old', async () => {
    const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
    const over = Date.parse(booking.endTime) + 14 * DAY_MS;
    await moveClockTo(courtly, new Date(over - 60_000).toISOString());
    expect(await pendingOf(booking)).toEqual({ needsReview: true, needsResult: true });
    await moveClockTo(courtly, new Date(over).toISOString());
    expect(await pendingOf(booking)).toEqual({ needsReview: false, needsResult: false });
  });
});

it("adds a host's review to the player's record once the player reviews the court", async () => {
  const guest = await courtly.player();
  const otherMember = await courtly.register('owner');
  const booking = await createCompletedBooking(courtly, host, await courtly.court(host), guest);
  const asHost = async (member: Member, { id }: Booking, after: string) =>
    (await member.agent.get(`/api/bookings/${id}`).set('Courtly-After', after).expect(200))
      .body as HostBooking;
  await write(booking, 4, otherMember).expect(404);
  const first = (await write(booking, 4, host, { comment: 'On time.' }).expect(201)).get(
    'Courtly-Position',
  )!;
  expect(await asHost(host, booking, first)).toMatchObject({
    needsReview: false,
    user: { record: { rating: { rating: null, count: 0 } } },
  });
  expect((await seenBy(guest, booking, first)).host).toBeNull();
  expect((await write(booking, 1, host).expect(409)).body.code).toBe('already_logged');
  await write(booking, 5, guest).expect(201);
  const second = await revealReviews(courtly, booking.id);
  expect((await seenBy(guest, booking, second)).host).toMatchObject({
    rating: 4,
    comment: 'On time.',
  });
  const request = await createConfirmedBooking(
    courtly,
    otherMember,
    await courtly.court(otherMember),
    guest,
  );
  expect((await asHost(otherMember, request, second)).user.record.rating).toEqual({
    rating: 4,
    count: 1,
  });

  const removal = admin.agent.post(`/api/admin/bookings/${booking.id}/review-removals`);
  const removalResponse = await removal
    .send({ side: 'host', reason: 'Names a neighbor.' })
    .expect(200);
  const rating = (await asHost(otherMember, request, removalResponse.get('Courtly-Position')!)).user
    .record.rating;
  expect(rating).toEqual({ rating: null, count: 0 });
});

it('lets users report reviews, and admins dismiss reports or remove reviews', async () => {
  const court = await courtly.court(host);
  const { booking, after } = await reviewed(court, 2);
  const [{ id: reviewId }] = (await show(court, after)).reviews as [Review];
  const report = (member: Member, courtId = court.id) =>
    member.agent
      .post('/api/review-reports')
      .send({ courtId, reviewId, reason: 'untrue', words: 'No!' });
  const adminId = `${booking.id}.player`;
  const waiting = async (position: string) => {
    const listResponse = await admin.agent
      .get('/api/admin/review-reports')
      .set('Courtly-After', position)
      .expect(200);
    return (listResponse.body as ReportedReview[]).filter(({ id }) => id === adminId);
  };
  await courtly
    .visitor()
    .post('/api/review-reports')
    .send({ courtId: court.id, reviewId, reason: 'untrue' })
    .expect(401);
  const otherCourt = await courtly.court(host);
  await report(host, otherCourt.id).expect(404);
  const firstResponse = await report(host).expect(201);
  await report(host).expect(201);
  expect(await waiting(firstResponse.get('Courtly-Position')!)).toMatchObject([
    {
      bookingId: booking.id,
      side: 'player',
      rating: 2,
      comment: '2 stars',
      court: { id: court.id },
      reports: [{ by: { id: host.user.id }, reason: 'untrue', words: 'No!' }],
    },
  ]);
  const dismissal = admin.agent
    .post('/api/admin/review-reports/dismissals')
    .send({ reviewId: adminId, reason: 'An opinion.' });
  expect(await waiting((await dismissal.expect(200)).get('Courtly-Position')!)).toEqual([]);
  const marksOf = async (member: Member, position: string) =>
    (
      await member.agent
        .get(`/api/review-marks?courtId=${court.id}`)
        .set('Courtly-After', position)
        .expect(200)
    ).body;
  expect(await marksOf(host, firstResponse.get('Courtly-Position')!)).toEqual({
    written: [],
    reported: [reviewId],
  });
  expect(await marksOf(player, after)).toEqual({ written: [reviewId], reported: [] });
  const secondResponse = await report(await courtly.player()).expect(201);
  expect(await waiting(secondResponse.get('Courtly-Position')!)).toHaveLength(1);
  const removal = admin.agent.post(`/api/admin/bookings/${booking.id}/review-removals`);
  const removalResponse = await removal
    .send({ side: 'player', reason: 'Untrue indeed.' })
    .expect(200);
  expect(await waiting(removalResponse.get('Courtly-Position')!)).toEqual([]);
  expect((await show(court, removalResponse.get('Courtly-Position')!)).reviews).toEqual([]);
});
