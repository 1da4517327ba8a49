import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CalendarFeed } from '@courtly/contracts/calendar';
import { CommandBus } from '@nestjs/cqrs';
import type { RatingReplay } from '@courtly/contracts/rating-replays';
import type { OwnRank } from '@courtly/contracts/rankings';
import mongoose from 'mongoose';
import { ProcessRunner } from '../src/platform/processes/runner.js';
import type { Booking as BookingDocument } from '../src/booking/bookings/booking.js';
import { GrantRoleCommand } from '../src/people/identity/identity.commands.js';
import { systemContext } from '../src/platform/kernel/context.js';
import { bookings } from '../src/booking/bookings/bookings.projection.js';
import type { ReadModelCollection } from '../src/platform/projections/projection.js';
import { ReadModels } from '../src/platform/projections/read-models.js';
import { addDays, localDate } from '../src/platform/kernel/local-time.js';
import { type Courtly, startCourtly } from './courtly.js';
import { nextPageUrl } from './pages.js';
import { results } from './results.js';
import { eventually } from './stores.js';

type Query = Readonly<{ collection: string; filter: object; explain(): Promise<unknown> }>;
type Stage = Readonly<{
  stage: string;
  keyPattern?: Record<string, 1 | -1>;
  indexBounds?: Record<string, string[]>;
  inputStage?: Stage;
  inputStages?: readonly Stage[];
}>;

/** Collections that always stay small, so a full scan is fine. */
const small = ['checkpoints', 'parked', 'positions', 'processes', 'projectors'];

const queries: Query[] = [];
const { prototype } = mongoose.mongo.Collection;
const { find, countDocuments, distinct } = prototype;
let courtly: Courtly;

const everything = ['[MinKey, MaxKey]', '[MaxKey, MinKey]'];

const goesOverAll = ({ keyPattern, indexBounds }: Stage): boolean =>
  indexBounds![Object.keys(keyPattern!)[0]!]!.some((interval) => everything.includes(interval));

const stagesOf = (stage: Stage): Stage[] => [
  stage,
  ...[...(stage.inputStages ?? []), ...(stage.inputStage ? [stage.inputStage] : [])].flatMap(
    stagesOf,
  ),
];

/**
 * Whether every scan of a query is narrow: an _id lookup, no read, or index bounds on the first
 * field. A full index scan needs a limit and no sort, because a sort would first read all keys.
 */
const isCovered = (explained: unknown): boolean => {
  const { winningPlan } = (
    explained as { queryPlanner: { winningPlan: Stage & { queryPlan?: Stage } } }
  ).queryPlanner;
  const stages = stagesOf(winningPlan.queryPlan ?? winningPlan);
  const has = (name: string) => stages.some(({ stage }) => stage === name);
  const isNarrow = (scan: Stage) => !goesOverAll(scan) || (has('LIMIT') && !has('SORT'));
  const scans = stages.filter((planStage) => !planStage.inputStage && !planStage.inputStages);
  return scans.every(
    (scan) => ['IDHACK', 'EOF'].includes(scan.stage) || (scan.stage === 'IXSCAN' && isNarrow(scan)),
  );
};

const note = (
  { collectionName: collection }: mongoose.mongo.Collection,
  filter: object,
  explain: Query['explain'],
) => {
  if (!small.includes(collection)) queries.push({ collection, filter, explain });
};

/** Counts and distinct queries use the same plan as a find with the same filter. */
const noteAsFind = (collection: mongoose.mongo.Collection, filter: object = {}) =>
  note(collection, filter, () => find.call(collection, filter).explain('queryPlanner'));

beforeAll(async () => {
  courtly = await startCourtly();
  prototype.find = function (this: mongoose.mongo.Collection, ...args: Parameters<typeof find>) {
    const cursor = find.apply(this, args);
    note(this, args[0] ?? {}, () => cursor.clone().explain('queryPlanner'));
    return cursor;
  } as typeof find;
  prototype.countDocuments = function (
    this: mongoose.mongo.Collection,
    ...args: Parameters<typeof countDocuments>
  ) {
    noteAsFind(this, args[0]);
    return countDocuments.apply(this, args);
  } as typeof countDocuments;
  prototype.distinct = function (
    this: mongoose.mongo.Collection,
    ...args: Parameters<typeof distinct>
  ) {
    noteAsFind(this, args[1]);
    return distinct.apply(this, args);
  } as typeof distinct;
});

afterAll(async () => {
  Object.assign(prototype, { find, countDocuments, distinct });
  await courtly?.stop();
});

it('every query of the application uses an index', async () => {
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const admin = await courtly.register();
  const grant = new GrantRoleCommand(
    { email: admin.email, role: 'admin' },
    systemContext('an admin', new Date().toISOString()),
  );
  await courtly.app.get(CommandBus).execute(grant);
  const court = await courtly.court(host);
  await courtly.court(host, { name: 'Second Court' });
  const day = addDays(localDate(court.zone, Date.now()), 2);
  const [slot, later] = await courtly.slots(court.id, day);
  const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await courtly.book(player, court.id, later!).expect(201);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  const opened = await player.agent.post('/api/calendar').expect(201);
  const feed = new URL((opened.body as CalendarFeed).address!).pathname;
  const { play } = results(courtly);
  // A rank requires opponents who also play others, so that they are connected to the club.
  const pairs = [
    [player, host],
    [player, admin],
    [host, admin],
  ] as const;
  for (const [index, [winner, loser]] of pairs.entries())
    for (const hour of [10, 11, 12, 13, 14])
      await play({
        loggerId: winner.user.id,
        opponentId: loser.user.id,
        playedAt: `2026-09-0${index + 1}T${hour}:00:00.000Z`,
        surface: 'clay',
      });
  const homeCity = {
    firstName: 'Robin',
    lastName: 'Baseline',
    phone: '4805550123',
    homeCity: 'Phoenix',
  };
  await player.agent.patch('/api/auth/me').send(homeCity).expect(200);
  for (const member of [host, player, admin]) await courtly.verifyEmail(member);
  await eventually('everyone is ranked', async () => {
    const { body } = await player.agent.get('/api/rankings/me').expect(200);
    return (body as OwnRank).rank === 1;
  });
  const replayRequest = { formula: 'elo', playerId: player.user.id };
  const replayResponse = await admin.agent
    .post('/api/admin/rating-replays')
    .send(replayRequest)
    .expect(201);
  const replay = `/api/admin/rating-replays/${(replayResponse.body as RatingReplay).id}`;
  await admin.agent
    .get(replay)
    .set('Courtly-After', replayResponse.get('Courtly-Position')!)
    .expect(200);
  await eventually('a replay is kept', async () => {
    return ((await admin.agent.get(replay).expect(200)).body as RatingReplay).isKept;
  });
  const writtenResponse = await player.agent
    .post(`/api/bookings/${id}/messages`)
    .send({ text: 'Is the gate open?' })
    .expect(201);
  await host.agent
    .get(`/api/bookings/${id}/messages`)
    .set('Courtly-After', writtenResponse.get('Courtly-Position')!)
    .expect(200);
  const against = { bookingId: id, number: 1, reason: 'offensive' };
  const reportResponse = await host.agent.post('/api/message-reports').send(against).expect(201);
  const reads = [
    [admin, '/api/admin/message-reports'],
    [player, `/api/bookings/${id}/messages`],
    [player, '/api/account/export'],
    [admin, '/api/admin/rating-replays'],
    [admin, `${replay}/players?order=rank`],
    [admin, `${replay}/profile`],
    [player, `/api/review-marks?courtId=${court.id}`],
    [player, '/api/rankings'],
    [player, '/api/rankings?tab=friends'],
    [player, '/api/rankings?tab=local'],
    [player, '/api/rankings/me?tab=local'],
    [player, '/api/rankings/me?tab=friends'],
    [player, `/api/ratings/${player.user.id}/receipts?discipline=singles`],
    [player, `/api/players/${host.user.id}`],
    [player, '/api/bookings'],
    [player, `/api/bookings/${id}`],
    [player, `/api/courts/${court.id}`],
    [player, `/api/bookings/${id}/cancellation`],
    [player, '/api/bookings?when=upcoming'],
    [player, '/api/bookings?status=pending'],
    [host, '/api/host/bookings'],
    [host, '/api/host/bookings?status=pending'],
    [host, '/api/host/bookings?when=upcoming&limit=100'],
    [host, '/api/host/bookings?when=past'],
    [host, `/api/host/bookings?courtId=${court.id}&from=${slot!.start}&until=${slot!.end}`],
    [host, '/api/host/courts'],
    [host, '/api/host/figures'],
    [host, '/api/host/earnings'],
    [host, '/api/host/analytics'],
    [host, `/api/host/courts/${court.id}/analytics`],
    [host, '/api/host/analytics.csv'],
    [host, `/api/host/courts/${court.id}/what-if?rate=120`],
    [host, '/api/host/payouts'],
    [host, `/api/host/payouts?bookingIds=${id}`],
    [host, `/api/bookings/${id}/payout`],
    [host, `/api/host/earnings.csv?year=${day.slice(0, 4)}`],
    [host, '/api/host/earnings/courts'],
    [host, '/api/host/statement'],
    [host, '/api/host/statement/summary'],
    [player, `/api/bookings/${id}/receipt`],
    [host, '/api/notices'],
    [host, '/api/notices/unread'],
    [player, '/api/matches'],
    [player, '/api/challenged-hours'],
    [player, `/api/bookings/${id}/reviews`],
    [player, `/api/courts/${court.id}/reviews`],
    [player, `/api/bookings/${id}/calendar.ics`],
    [player, feed],
    [host, `/api/courts/${court.id}/closures/${day}`],
    [host, `/api/courts/${court.id}/invitations`],
    [host, `/api/owner/closures?from=${day}&to=${day}`],
    [player, `/api/courts/${court.id}/host`],
    [player, `/api/search?date=${day}`],
    [player, '/api/search?sort=price'],
    [player, `/api/courts/${court.id}/free-days?from=${day}&to=${day}`],
    [player, '/api/search?sort=soonest'],
    [player, '/api/search?sort=nearest&search=tempe'],
    [player, '/api/search?favourites=1'],
    [player, '/api/favourites'],
    [player, '/api/courts'],
    [player, '/sitemap.xml'],
    [admin, `/api/admin/audit?actor=${player.user.id}&type=BookingRequested&booking=${id}`],
    [admin, '/api/admin/audit?type=BookingRequested&to=2090-01-01T00:00:00Z'],
    [admin, '/api/admin/audit?from=2020-01-01T00:00:00Z'],
    [admin, `/api/admin/audit/export?format=csv&court=${court.id}`],
    [admin, `/api/admin/users/${host.user.id}/bookings?when=past`],
    [admin, `/api/admin/courts/${court.id}/bookings?when=past`],
    [admin, `/api/admin/audit/timeline?stream=court-${court.id}`],
    [admin, '/api/admin/bookings?status=confirmed&payment=not_required'],
    [admin, `/api/admin/bookings?booking=${id}&person=${player.user.id}`],
    [admin, '/api/admin/booking-counts?person=robin&amountFrom=300.00&amountTo=300.00'],
    [admin, '/api/admin/money/late-steps'],
    [
      player,
      '/api/courts?search=para&surface=hard&sport=tennis&minRate=10&maxRate=900&amenity=lighting&limit=5',
    ],
  ] as const;
  await admin.agent
    .get('/api/admin/message-reports')
    .set('Courtly-After', reportResponse.get('Courtly-Position')!)
    .expect(200);
  for (const [{ agent }, path] of reads) await agent.get(path).expect(200);
  const paged = [
    [player, '/api/bookings'],
    [player, '/api/bookings?when=upcoming'],
    [host, '/api/host/bookings'],
    [host, '/api/host/courts'],
    [host, '/api/notices'],
    [player, '/api/courts'],
    [player, '/api/search?sort=price'],
    [admin, `/api/admin/users/${player.user.id}/bookings`],
    [admin, `/api/admin/courts/${court.id}/bookings`],
    [admin, '/api/admin/bookings'],
    [admin, '/api/admin/bookings?person=robin&court=court'],
    [admin, '/api/admin/bookings?amountFrom=1.00&amountTo=9000.00'],
    [admin, '/api/admin/bookings?from=2020-01-01T00:00:00Z&to=2090-01-01T00:00:00Z'],
    [admin, '/api/admin/audit'],
    [admin, `/api/admin/audit?person=${player.user.id}&from=2020-01-01T00:00:00Z`],
    [admin, `/api/admin/audit?court=${court.id}`],
    [admin, `/api/admin/audit/timeline?kind=booking&id=${id}`],
    [player, '/api/rankings'],
    [player, `/api/ratings/${player.user.id}/receipts`],
    [admin, `${replay}/players`],
  ] as const;
  for (const [{ agent }, path] of paged) {
    const firstResponse = await agent
      .get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)
      .expect(200);
    await agent.get(nextPageUrl(firstResponse)!).expect(200);
  }
  await courtly.app.get(ProcessRunner).sweep();

  for (const collection of [
    'audit',
    'rankings',
    'ratedMatches',
    'ratingReceipts',
    'ratingReplays',
    'ratingReplayHeads',
    'ratingReplayRows',
    'ratingReplayProfiles',
    'playerStars',
    'bookings',
    'conversations',
    'courtDays',
    'courtOffers',
    'courts',
    'courtUse',
    'earnings',
    'memberships',
    'notices',
    'obligations',
    'payouts',
    'people',
    'statementLines',
  ])
    expect(
      queries.filter((profiledQuery) => profiledQuery.collection.startsWith(`${collection}@`)),
    ).not.toEqual([]);
  const uncovered = await Promise.all(
    queries.map(async ({ collection, filter, explain }) => {
      const explained = await explain();
      return isCovered(explained)
        ? []
        : [`${collection} ${JSON.stringify(filter)}: ${JSON.stringify(explained)}`];
    }),
  );
  expect(uncovered.flat()).toEqual([]);
});

it('distinguishes index scans from collection scans', async () => {
  const isServed = (
    query: (documents: ReadModelCollection<BookingDocument>) => mongoose.mongo.FindCursor,
  ) =>
    courtly.app
      .get(ReadModels)
      .read(bookings, async (documents) =>
        isCovered(await query(documents).explain('queryPlanner')),
      );
  expect(await isServed((documents) => documents.find({ notes: 'ring twice' }))).toBe(false);
  expect(await isServed((documents) => documents.find({}).sort({ _id: 1 }))).toBe(false);
  expect(await isServed((documents) => documents.find({}).sort({ notes: 1 }).limit(5))).toBe(false);
  expect(await isServed((documents) => documents.find({}).sort({ _id: 1 }).limit(5))).toBe(true);
});
