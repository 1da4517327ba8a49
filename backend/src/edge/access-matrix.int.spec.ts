import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { type ErrorBody, errorCodes } from '@courtly/contracts/errors';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { GrantRole } from '../identity/identity.commands.js';
import { systemContext } from '../kernel/context.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../testing/courtly.js';
import { eventually } from '../testing/stores.js';

/** Whose sessions have ended: they come with the cookie that they had. One was an owner, the other an owner and an admin. */
const gone = ['suspended', 'erased'] as const;
const people = ['visitor', 'player', 'otherPlayer', 'owner', 'otherOwner', 'admin', ...gone] as const;
type Who = (typeof people)[number];
type World = Readonly<{ owner: Who; player: Who; court: CourtDetail }>;
type Target = Readonly<{ courtId: string; bookingId: string; invitationId?: string; token?: string; slot: Slot }>;

/**
 * What the route table does not say: what a route's id names, who stands in a relation to it, and what a good request holds.
 * `sides` are those to whom the thing exists; `forbidden` see it and may not do this to it.
 */
type Row = Readonly<{
  of?: 'court' | 'booking';
  sides?: (world: World) => readonly Who[];
  forbidden?: (world: World) => readonly Who[];
  body?: (target: Target) => object;
  query?: string;
  /** What a good request gets where it is not the route's own status: the matrix knows no photo, no key of a session and no token. */
  status?: number;
  /** Concerns an invitation to the court, which is made for it. */
  invited?: true;
  /** Ends or starts a session: the caller signs in anew for it. */
  session?: true;
  /** Ends the sessions of its caller: a newcomer calls. */
  newcomer?: true;
}>;

const everybody = () => people;
const itsOwner = ({ owner }: World) => [owner];
const bothSides = ({ owner, player }: World) => [owner, player];
const itsPlayer = ({ player }: World) => [player];
const aDay = [{ from: '00:00', to: '24:00' }];
const always = WeeklyHours.parse(Object.fromEntries(weekdays.map((day) => [day, aDay])));
const PASSWORD = 'clay-court-rally';
const form = {
  name: 'Camelback Court',
  location: 'Paradise Valley',
  address: '8412 E Horseshoe Ln',
  surfaceType: 'hard',
  hourlyRate: '300.00',
};
const somebodyNew = () => ({
  username: `p${randomUUID().slice(0, 8)}`,
  email: `${randomUUID()}@example.test`,
  password: PASSWORD,
  firstName: 'Robin',
  lastName: 'Baseline',
  phone: '4805550123',
});
const closed = ({ slot }: Target) => ({ startTime: slot.start, endTime: slot.end });

const rows: Record<keyof typeof routes, Row> = {
  register: { body: somebodyNew, session: true },
  login: { body: () => ({ email: members.player!.email, password: PASSWORD }), session: true },
  logout: { session: true },
  me: {},
  changeProfile: { body: () => ({ firstName: 'Robin', lastName: 'Volley', phone: '4805550199', homeCity: 'Phoenix' }) },
  changePassword: { body: () => ({ currentPassword: PASSWORD, newPassword: 'grass-court-rally' }), newcomer: true },
  changePreferences: { body: () => ({ skillLevel: '4.0', surfaces: ['clay'], socialTags: ['doubles'] }) },
  changePicture: { status: 400 },
  removePicture: {},
  showPicture: { status: 404 },
  requestEmailChange: {
    body: () => ({ newEmail: `${randomUUID()}@example.test`, currentPassword: PASSWORD }),
    newcomer: true,
  },
  confirmEmailChange: { status: 404 },
  requestPasswordReset: { body: () => ({ email: `${randomUUID()}@example.test` }) },
  resetPassword: { body: () => ({ newPassword: PASSWORD }), status: 404 },
  showErasure: {},
  eraseAccount: { body: () => ({ currentPassword: PASSWORD, confirmation: 'DELETE' }), newcomer: true },
  exportAccount: {},
  listSessions: {},
  endSession: { status: 404 },
  endOtherSessions: { newcomer: true },
  requestCity: { body: () => ({ city: 'Tucson', email: 'robin@example.test' }) },
  waiverStatus: {},
  acceptWaiver: { body: () => ({}) },
  listCourts: {},
  searchCourts: {},
  listFavourites: {},
  addFavourite: { of: 'court', sides: everybody },
  removeFavourite: { of: 'court', sides: everybody },
  showCourt: { of: 'court', sides: everybody },
  availability: { of: 'court', sides: everybody },
  listCourt: { body: () => form },
  changeCourt: { of: 'court', sides: itsOwner, body: () => form },
  activateCourt: { of: 'court', sides: itsOwner, body: () => ({ isActive: true }) },
  setHours: { of: 'court', sides: itsOwner, body: () => ({ weeklyHours: always }) },
  listClosures: { of: 'court', sides: itsOwner },
  closeHours: { of: 'court', sides: itsOwner, body: closed },
  reopenHours: { of: 'court', sides: itsOwner, body: closed },
  closeDays: { of: 'court', sides: itsOwner, body: () => ({ from: '2027-06-01', to: '2027-06-02' }) },
  ownerClosures: { query: 'from=2027-06-01&to=2027-06-02' },
  inviteGuest: { of: 'court', sides: itsOwner, body: () => ({ link: true }) },
  listInvitations: { of: 'court', sides: itsOwner },
  revokeInvitation: { of: 'court', sides: itsOwner, invited: true },
  acceptInvitation: { of: 'court', sides: everybody, invited: true },
  ownerCourts: {},
  hostCourts: {},
  requestBooking: {
    of: 'court',
    sides: everybody,
    forbidden: itsOwner,
    body: ({ courtId, slot }) => ({ courtId, startTime: slot.start, endTime: slot.end }),
  },
  listBookings: {},
  showBooking: { of: 'booking', sides: bothSides },
  bookingHistory: { of: 'booking', sides: bothSides },
  answerBooking: {
    of: 'booking',
    sides: bothSides,
    forbidden: itsPlayer,
    body: () => ({ status: 'cancelled', reason: 'other' }),
  },
  cancellationQuote: { of: 'booking', sides: bothSides },
  cancelBooking: { of: 'booking', sides: bothSides, body: () => ({}) },
  ownerBookings: {},
  hostBookings: {},
  courtHost: { of: 'court', sides: everybody },
  hostFigures: {},
  hostEarnings: {},
  hostAnalytics: {},
  courtAnalytics: { of: 'court', sides: itsOwner },
  analyticsCsv: {},
  whatIf: { of: 'court', sides: itsOwner, query: 'rate=120&buffer=30&from=8&to=20&days=monday,sunday' },
  listNotices: {},
  unreadNotices: {},
  readNotices: { body: () => ({ ids: ['unknown'] }) },
  noticePreferences: {},
  changeNoticePreferences: {
    body: () => ({ mail: { requests: true, bookings: false, reminders: true, matches: true, messages: true } }),
  },
  unsubscribe: {},
  showCalendarFeed: {},
  openCalendarFeed: {},
  closeCalendarFeed: {},
  readCalendarFeed: { status: 404 },
  bookingCalendar: { of: 'booking', sides: bothSides },
  showPhoto: { status: 404 },
  changes: {},
  platformRevenue: {},
  paymentConfig: {},
  logMatch: { body: () => ({ bookingId: missing().bookingId, result: 'win' }), status: 404 },
  addMatchPlayer: { body: () => ({ matchResultId: 'unknown', playerName: 'Olga' }), status: 404 },
  challengePlayer: { body: () => ({ bookingId: missing().bookingId, playerId: 'unknown' }), status: 404 },
  listMatches: {},
  showMatch: { status: 404 },
  confirmMatch: { status: 404 },
  disputeMatch: { body: () => ({ reason: 'It was 4-6.' }), status: 404 },
  withdrawMatch: { body: () => ({ reason: 'I mixed up the score.' }), status: 404 },
  claimMatch: { body: () => ({ token: 'unknown' }), status: 404 },
  listRankings: {},
  showOwnRank: {},
  listRatingReceipts: { status: 404 },
  showPlayer: { status: 404 },
  followPlayer: { status: 404 },
  unfollowPlayer: {},
  listRatingFlags: {},
  showRatingFormulas: {},
  adoptFormula: {
    body: () => ({ formula: 'games-share-glicko', expectedCurrent: 'games-share-glicko-1', reason: 'As it is.' }),
  },
  requestReplay: { body: () => ({ formula: 'elo' }) },
  listReplays: {},
  showReplay: { status: 404 },
  replayedPlayers: { status: 404 },
  replayedProfile: { status: 404 },
  cancelReplay: { status: 404 },
  writeReview: {
    body: () => ({ courtId: missing().courtId, bookingId: missing().bookingId, rating: 5 }),
    status: 404,
  },
  bookingReviews: { of: 'booking', sides: bothSides },
  courtReviews: { of: 'court', sides: everybody },
  ownReviewMarks: { query: 'courtId=unknown' },
  listAchievements: {},
  // Nobody has reviewed an hour that is to come.
  removeReview: { of: 'booking', sides: () => [], body: () => ({ side: 'player', reason: 'Names somebody.' }) },
  disputedMatches: {},
  settleDispute: { body: () => ({ upheld: true, reason: 'They say the same.' }), status: 404 },
  cityDemand: {},
  reportReview: { body: () => ({ reviewId: 'unknown.player', reason: 'untrue' }), status: 404 },
  reportedReviews: {},
  dismissReports: { body: () => ({ reviewId: 'unknown.player', reason: 'It is an opinion.' }), status: 404 },
  showConversation: { of: 'booking', sides: bothSides },
  sendMessage: { of: 'booking', sides: bothSides, body: () => ({ text: 'Is the gate open?' }) },
  // Nobody has written about an hour that was booked a moment ago.
  readMessages: { of: 'booking', sides: () => [], body: () => ({ number: 1 }) },
  removeMessage: { of: 'booking', sides: () => [], body: () => ({ number: 1, reason: 'Names somebody.' }) },
  reportMessage: { body: () => ({ bookingId: missing().bookingId, number: 1, reason: 'offensive' }), status: 404 },
  reportedMessages: {},
  dismissMessageReport: {
    body: () => ({ bookingId: missing().bookingId, number: 1, reason: 'It is an opinion.' }),
    status: 404,
  },
  elitePlans: {},
  showMembership: {},
  // Nothing is sold where Stripe is not configured.
  createPaymentIntent: { body: () => ({}), status: 409 },
  createEliteUser: { body: () => ({ paymentIntentId: 'pi_unknown' }), status: 403 },
  subscribe: { body: () => ({ renewalConsent: true, consentVersion: 'none' }), status: 409 },
  cancelMembership: { status: 404 },
  membershipPortal: { status: 404 },
  bookingPayment: { of: 'booking', sides: itsPlayer },
  applyAsHost: {
    body: () => ({
      fullName: 'Robin Baseline',
      email: `${randomUUID()}@example.test`,
      phoneNumber: '4805550123',
      propertyAddress: '8412 E Horseshoe Ln, Paradise Valley',
      courtType: 'tennis',
      courtSurface: 'hard',
      availability: 'Weekday mornings',
      courtDescription: 'A quiet court between citrus trees.',
      agreeToTerms: 'true',
    }),
  },
  applyAsPlayer: {
    body: () => ({
      fullName: 'Robin Baseline',
      email: `${randomUUID()}@example.test`,
      city: 'Scottsdale',
      skillLevel: 'Intermediate',
      whyJoin: 'I would like to play every week.',
      agreeToTerms: true,
    }),
  },
  claimApplication: { body: () => ({ token: 'unknown' }), status: 404 },
  countApplications: {},
  hostApplications: {},
  playerApplications: {},
  reviewHostApplication: { body: () => ({ status: 'approved' }), status: 404 },
  reviewPlayerApplication: { body: () => ({ status: 'rejected' }), status: 404 },
  applicationPhoto: { status: 404 },
  searchAudit: {},
  auditTypes: {},
  auditTimeline: { query: 'kind=match&id=unknown' },
  auditEvent: { status: 404 },
  exportAudit: { query: 'format=csv&type=none' },
  stateAsOf: { query: 'kind=user&id=unknown&at=2027-03-13T18:00:00Z', status: 404 },
  calendarAsOf: { query: 'courtId=unknown&date=2027-03-13&at=2027-03-13T18:00:00Z', status: 404 },
  findAccounts: {},
  showAccount: { status: 404 },
  accountBookings: {},
  giveRole: { body: () => ({ role: 'host', reason: 'A friend of the club.' }), status: 404 },
  takeRole: { body: () => ({ role: 'host', reason: 'No friend any more.' }), status: 404 },
  suspendUser: { body: () => ({ reason: 'Was rude to a host.' }), status: 404 },
  liftSuspension: { body: () => ({ reason: 'Said sorry.' }), status: 404 },
  bookingMoney: { of: 'booking', sides: everybody },
  // Nothing is charged under the open policy.
  refundByHand: {
    of: 'booking',
    sides: everybody,
    body: () => ({ amount: '10.00', bearer: 'platform', reason: 'The lights went out.' }),
    status: 409,
  },
  findDeskCourts: {},
  deskCourtBookings: {},
  hideCourt: { body: () => ({ reason: 'The fence is broken.' }), status: 404 },
  unhideCourt: { body: () => ({ reason: 'The fence is mended.' }), status: 404 },
  cancelBookingByHand: { of: 'booking', sides: everybody, body: () => ({ reason: 'The court is flooded.' }) },
  listPolicies: {},
  stripeEvents: { status: 400 },
  showPayoutAccount: {},
  openPayoutAccount: { status: 403 },
  checkPayoutAccount: {},
  listPayouts: {},
  bookingPayout: { of: 'booking', sides: itsOwner },
  courtEarnings: {},
  earningsCsv: { query: 'year=2027' },
  bookingReceipt: { of: 'booking', sides: itsPlayer },
  robots: {},
  sitemap: {},
  docs: {},
  docsDocument: {},
  live: {},
  ready: {},
};

let courtly: Courtly;
const members: Partial<Record<Who, Member>> = {};
const cookies: Partial<Record<Who, string>> = {};
const worlds: World[] = [];
const slots = new Map<string, Slot[]>();

const nextSlot = (courtId: string): Slot => slots.get(courtId)!.pop()!;

const targetIn = async ({ court, owner, player }: World, { of, invited }: Row): Promise<Target> => {
  const slot = nextSlot(court.id);
  if (invited) {
    const answer = await members[owner]!.agent.post(`/api/courts/${court.id}/invitations`)
      .send({ link: true })
      .expect(201);
    const { id, token } = answer.body as Invitation;
    return { courtId: court.id, bookingId: '', invitationId: id, token: token!, slot };
  }
  if (of !== 'booking') return { courtId: court.id, bookingId: '', slot };
  const booked = await courtly.book(members[player]!, court.id, slot).expect(201);
  const { id } = booked.body as Booking;
  const seen = members[player]!.agent.get(`/api/bookings/${id}`).set('Courtly-After', booked.get('Courtly-Position')!);
  await seen.expect(200);
  return { courtId: court.id, bookingId: id, slot };
};

const missing = (): Target => ({
  courtId: '0000000000',
  bookingId: '0000000000-20990313-00000000',
  slot: slots.get(worlds[0]!.court.id)![0]!,
});

const agentOf = async (who: Who, row: Row) => {
  const member = members[who];
  const cookie = cookies[who];
  if (cookie) return courtly.visitor().set('Cookie', cookie);
  if (!member) return courtly.visitor();
  if (row.newcomer) return (await courtly.register()).agent;
  if (!row.session) return member.agent;
  const agent = courtly.visitor();
  const { email, password } = member;
  await agent.post('/api/auth/login').send({ email, password }).expect(200);
  return agent;
};

const call = async (route: Route, row: Row, who: Who, target: Target) => {
  const path = route.path
    .replace(':courtId', target.courtId)
    .replace(':bookingId', target.bookingId)
    .replace(':invitationId', target.invitationId ?? 'unknown')
    .replace(':token', target.token ?? 'unknown')
    .replace(':date', target.slot.start.slice(0, 10))
    .replace(':file', 'none.webp')
    .replace(':sessionKey', 'unknown');
  const method = route.method.toLowerCase() as 'get';
  const request = (await agentOf(who, row))[method](path).query(row.query ?? '');
  // A stream has no end to wait for: its head says whether it was let through.
  if (route.kind === 'stream')
    return request.buffer(false).parse((response, done) => {
      (response as unknown as { destroy(): void }).destroy();
      done(null, null);
    });
  const body = row.body?.(target);
  if (!route.files) return body ? request.send(body) : request;
  for (const [field, value] of Object.entries(body ?? {})) void request.field(field, String(value));
  return request;
};

const owners: readonly Who[] = ['owner', 'otherOwner'];
const isGone = (who: Who): boolean => (gone as readonly Who[]).includes(who);
const mayCall = ({ access }: Route, who: Who): true | 401 | 403 => {
  if (access === 'anyone') return true;
  if (who === 'visitor' || isGone(who)) return 401;
  if (access === 'signedIn') return true;
  return (access === 'owner' ? owners.includes(who) : who === 'admin') || 403;
};

/** What the caller gets: the route's own status, or a refusal. `world` is null for an id that does not exist. */
const expected = (route: Route, row: Row, who: Who, world: World | null): number => {
  const may = mayCall(route, who);
  if (may !== true) return may;
  if (!row.of) return row.status ?? route.status;
  if (!world || !row.sides!(world).includes(who)) return 404;
  return row.forbidden?.(world).includes(who) ? 403 : (row.status ?? route.status);
};

/** Lets somebody go while a session of theirs is open, whose cookie they keep. */
const letGo = async (who: (typeof gone)[number], go: (member: Member) => Promise<unknown>) => {
  const member = members[who]!;
  const { email, password } = member;
  const signedIn = await courtly.visitor().post('/api/auth/login').send({ email, password }).expect(200);
  cookies[who] = (signedIn.get('Set-Cookie') ?? []).map((cookie) => cookie.split(';')[0]!).join('; ');
  await (await agentOf(who, {})).get('/api/auth/me').expect(200);
  await go(member);
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  for (const who of people.slice(1)) {
    members[who] = await courtly.register(owners.includes(who) || isGone(who) ? 'owner' : 'player');
    await members[who].agent.post('/api/waiver/accept').send({}).expect(200);
  }
  for (const who of ['admin', 'erased'] as const) {
    const context = systemContext(`the admin ${who}`, new Date().toISOString());
    await courtly.app.get(CommandBus).execute(new GrantRole(members[who]!.email, 'admin', context));
  }
  await letGo('suspended', ({ user }) =>
    members.admin!.agent.post(`/api/admin/users/${user.id}/suspensions`).send({ reason: 'Was rude.' }).expect(200),
  );
  await letGo('erased', async ({ agent, password, email }) => {
    const wish = { currentPassword: password, confirmation: 'DELETE' };
    await agent.post(routes.eraseAccount.path).send(wish).expect(routes.eraseAccount.status);
    const signIn = () => courtly.visitor().post('/api/auth/login').send({ email, password });
    await eventually('the account is erased', async () => (await signIn()).status === 401);
  });
  for (const [owner, player] of [
    ['owner', 'player'],
    ['otherOwner', 'otherPlayer'],
  ] as const) {
    const court = await courtly.court(members[owner]!);
    const policy = { leadMinutes: null, horizonDays: null, instantBook: true };
    await members[owner]!.agent.put(`/api/courts/${court.id}/hours`).send({ weeklyHours: always, policy }).expect(200);
    const days = Array.from({ length: 21 }, (_, index) => index + 3).map((ahead) =>
      addDays(localDate(court.zone, Date.now()), ahead),
    );
    slots.set(court.id, (await Promise.all(days.map((day) => courtly.slots(court.id, day)))).flat());
    worlds.push({ owner, player, court });
  }
}, 60_000);

afterAll(() => courtly?.stop());

it('has a row for every route of the contract', () => {
  expect(Object.keys(rows).sort()).toEqual(Object.keys(routes).sort());
});

it('names what is named in the path', () => {
  for (const [name, route] of Object.entries(routes) as [keyof typeof routes, Route][])
    if (/:(court|booking)Id/.test(route.path) && route.kind !== 'bytes')
      expect([name, rows[name].of]).toEqual([name, /:(court|booking)Id/.exec(route.path)![1]]);
});

it('signs nobody in who is suspended or erased, and says why to the one alone', async () => {
  const answers = await Promise.all(
    gone.map((who) => {
      const { email, password } = members[who]!;
      return courtly.visitor().post('/api/auth/login').send({ email, password });
    }),
  );
  expect(answers.map(({ status, body }) => [status, (body as ErrorBody).code])).toEqual([
    [403, 'suspended'],
    [401, 'wrong_credentials'],
  ]);
});

describe.each(Object.entries(routes) as [keyof typeof routes, Route][])('%s', (name, route) => {
  const row = rows[name];
  const things: [string, number | null][] = row.of
    ? [
        ['of one host and player', 0],
        ['of the other ones', 1],
        ['that does not exist', null],
      ]
    : [['', null]];

  it.each(things)(`answers everybody as their relation to it says, for a thing %s`, async (_thing, index) => {
    const world = index === null ? null : worlds[index]!;
    const answers: [Who, number][] = [];
    for (const who of people) {
      const { status, body } = await call(route, row, who, world ? await targetIn(world, row) : missing());
      answers.push([who, status]);
      if (status === route.status) continue;
      const { code, details, ...said } = body as ErrorBody;
      expect([who, said]).toEqual([who, { message: expect.any(String) }]);
      // Who is let through may be told more of the thing.
      if (row.status !== status) expect([who, details]).toEqual([who, undefined]);
      expect([who, errorCodes[code].status]).toEqual([who, status]);
    }
    expect(answers).toEqual(people.map((who) => [who, expected(route, row, who, world)]));
  });
});
