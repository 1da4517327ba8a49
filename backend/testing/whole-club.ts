import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CalendarFeed } from '@courtly/contracts/calendar';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { BookingGuests } from '@courtly/contracts/guest-waivers';
import type { Invitation } from '@courtly/contracts/invitations';
import type { Match } from '@courtly/contracts/matches';
import type { MembershipIntent } from '@courtly/contracts/membership';
import { HOUR_MS, addDays, localDate } from '../src/platform/kernel/local-time.js';
import { Queues } from '../src/platform/processes/queues.js';
import { ProcessRunner } from '../src/platform/processes/runner.js';
import { RatingRefreshes } from '../src/play/rankings/rating-refreshes.service.js';
import { moveClockTo, revealReviews } from './completed-booking.js';
import {
  type MarkedClub,
  type MemberRole,
  memberNames,
  registerMarkedClub,
} from './marked-club.js';
import type { Member } from './courtly.js';
import { listenToChanges } from './change-streams.js';
import { type PaidCourtly, startPaidCourtly } from './paid-courtly.js';
import { openPayoutAccount } from './payout-account.js';
import { results } from './results.js';
import { eventually } from './stores.js';
import { waiverConsent } from './waiver-consent.js';

/** A club in which everyone has done everything with everyone. */
export type WholeClub = MarkedClub &
  Readonly<{
    bookingIds: string[];
    matchIds: string[];
    courtIds: string[];
    /** Local dates with bookings and closures. */
    dates: string[];
    /** The secrets of links for guests and of a calendar feed. */
    tokens: string[];
    /** What each member, or a visitor, received from the stream of changes. */
    streams: Readonly<Record<string, string>>;
    stop(): Promise<void>;
  }>;

type Club = MarkedClub & Readonly<{ paid: PaidCourtly; court: CourtDetail }>;
type Hours = ReturnType<typeof hoursOf>;

export const startWholeClub = async (): Promise<WholeClub> => {
  const paid = await startPaidCourtly();
  const marked = await registerMarkedClub(paid.courtly);
  const streams = await listenToChanges(marked);
  await joinElite(paid, marked.members.stranger);
  const court = await listCourt(marked, 'host', ['33.531234', '-111.926123']);
  const invited = { courtAccess: 'invite' };
  const otherCourt = await listCourt(marked, 'otherHost', ['33.541234', '-111.936123'], invited);
  await acceptInvitation(marked, otherCourt);
  await openPayoutAccount(paid, marked.members.host);
  const club: Club = { ...marked, paid, court };
  const hours = hoursOf(club);
  const { matchIds } = await playHours(club, hours);
  const { dates, tokens } = await bookLaterHours(club, hours, otherCourt);
  await writeToCourtly(club);
  await rankPlayers(club);
  const tokensOfAll = [...tokens, await openFeed(club)];
  await finishJobs(club);
  return {
    ...marked,
    bookingIds: hours.bookingIds,
    matchIds,
    courtIds: [court.id, otherCourt.id],
    dates,
    tokens: tokensOfAll,
    streams: streams.received,
    async stop() {
      streams.close();
      await paid.stop();
    },
  };
};

/** Only Elite members see the clay ranking. */
const joinElite = async ({ confirm }: PaidCourtly, { agent }: Member) => {
  const { body } = await agent.post('/api/create-payment-intent').send({}).expect(200);
  const { clientSecret, paymentIntentId } = body as MembershipIntent;
  await confirm(clientSecret);
  await agent.post('/api/auth/create-elite-user').send({ paymentIntentId }).expect(200);
};

const listCourt = async (
  { courtly, members, mark, textOf }: MarkedClub,
  role: 'host' | 'otherHost',
  [latitude, longitude]: [string, string],
  details: Record<string, string> = {},
) => {
  const name = memberNames[role];
  const shown = ['name', 'description', 'location', 'street', 'houseRules'];
  const court = await courtly.court(members[role], {
    ...Object.fromEntries(shown.map((field) => [field, `${name}-${field}`])),
    address: textOf(role, 'address'),
    arrivalNotes: textOf(role, 'arrivalNotes'),
    gateCode: textOf(role, 'gateCode'),
    zone: 'America/Phoenix',
    latitude,
    longitude,
    ...details,
  });
  mark(`${role}.position`, latitude, longitude);
  const email = `${name}-guest@letters.test`;
  mark(`${role}.invited`, email);
  const path = `/api/courts/${court.id}/invitations`;
  await members[role].agent.post(path).send({ email }).expect(201);
  return court;
};

const acceptInvitation = async ({ members, mark }: MarkedClub, { id }: CourtDetail) => {
  const path = `/api/courts/${id}/invitations`;
  const { body } = await members.otherHost.agent.post(path).send({ link: true }).expect(201);
  const { token } = body as Invitation;
  mark('otherHost.invitationToken', token!);
  await members.blocked.agent.post(`/api/invitations/${token}/accept`).send({}).expect(200);
};

/** Books and confirms hours, each of them only once. */
const hoursOf = ({ courtly, paid, members, mark, court }: Club) => {
  const now = () => Date.now() + courtly.config.CLOCK_OFFSET_MS;
  const freeSlots = new Map<string, Slot[]>();
  const bookingIds: string[] = [];
  const slotIn = async ({ id, zone }: CourtDetail, days: number): Promise<Slot> => {
    const date = addDays(localDate(zone, now()), days);
    const key = `${id} ${date}`;
    if (!freeSlots.has(key)) freeSlots.set(key, await courtly.slots(id, date));
    return freeSlots.get(key)!.shift()!;
  };
  /** A request whose card is authorized, so that its host sees it. */
  const request = async (role: MemberRole, days: number, at = court) => {
    const notes = `${memberNames[role]}-notes`;
    const slot = await slotIn(at, days);
    const booking = (await courtly.book(members[role], at.id, slot, { notes }).expect(201))
      .body as Booking;
    bookingIds.push(booking.id);
    mark(`${role}.notes`, notes);
    mark(`${role}.booking`, booking.id);
    await paid.pay(booking.id);
    await paid.untilAuthorized(booking.id);
    mark(`${role}.payment`, (await paid.payment(booking.id))!.intentId);
    return booking;
  };
  return {
    bookingIds,
    now,
    slotIn,
    request,
    async confirm(role: MemberRole, days: number, at = court) {
      const booking = await request(role, days, at);
      const { agent } = at === court ? members.host : members.otherHost;
      const path = `/api/bookings/${booking.id}/status`;
      await agent.patch(path).send({ status: 'confirmed' }).expect(200);
      const charged = await eventually('the card is charged', async () => {
        const payment = await paid.payment(booking.id);
        return payment?.status === 'captured' && payment;
      });
      mark(`${role}.payment`, charged.chargeId!);
      return booking;
    },
  };
};

/** Hours with results, reviews, and incidents, after which the payouts are made. */
const playHours = async (club: Club, { confirm }: Hours) => {
  const { courtly, members } = club;
  const reviewed = await confirm('player', 1);
  const disputed = await confirm('player', 1);
  const unregistered = await confirm('player', 1);
  const ofBlocked = await confirm('blocked', 1);
  await moveClockTo(courtly, ofBlocked.endTime);
  await eventually('the hours are over', async () => {
    const statuses = await Promise.all(
      [reviewed, disputed, unregistered, ofBlocked].map(async ({ id }) => {
        const { body } = await members.host.agent.get(`/api/bookings/${id}`).expect(200);
        return (body as Booking).status;
      }),
    );
    return statuses.every((status) => status === 'completed');
  });
  const matchIds = await logMatches(club, { reviewed, disputed, unregistered, ofBlocked });
  await review(club, reviewed, ofBlocked);
  await reportIncidents(club, reviewed, disputed);
  const later = new Date(Date.parse(ofBlocked.endTime) + 25 * HOUR_MS);
  await moveClockTo(courtly, later.toISOString());
  const { player, host, blocked } = members;
  const blocks = [
    [player, { playerId: blocked.user.id }],
    [host, { bookingId: ofBlocked.id }],
  ] as const;
  for (const [{ agent }, body] of blocks) await agent.post('/api/blocks').send(body).expect(201);
  return { matchIds };
};

const logMatches = async (
  { members, mark, textOf }: Club,
  hours: Record<'reviewed' | 'disputed' | 'unregistered' | 'ofBlocked', Booking>,
): Promise<string[]> => {
  const { player, opponent } = members;
  const log = async (role: MemberRole, { id: bookingId }: Booking, named: object) => {
    const result = { bookingId, result: 'win', gamesWon: 6, gamesLost: 4 };
    const { body } = await members[role].agent
      .post('/api/match-results')
      .send({ ...result, notes: textOf(role, 'matchNotes'), players: [named] })
      .expect(201);
    return (body as Match).id;
  };
  const named = (logger: MemberRole, role: MemberRole) => ({
    playerName: textOf(logger, `typed-${role}`),
    playerEmail: members[role].email,
  });
  const confirmed = await log('player', hours.reviewed, named('player', 'opponent'));
  await opponent.agent.post(`/api/matches/${confirmed}/confirm`).send({}).expect(200);
  const contested = await log('player', hours.disputed, named('player', 'opponent'));
  const reason = textOf('opponent', 'dispute');
  await opponent.agent.post(`/api/matches/${contested}/dispute`).send({ reason }).expect(200);
  const nell = { playerName: 'nell-typed', playerEmail: 'nell@letters.test' };
  mark('unregistered.name', nell.playerName);
  mark('unregistered.email', nell.playerEmail);
  const unanswered = await log('player', hours.unregistered, nell);
  const ofBlocked = await log('blocked', hours.ofBlocked, named('blocked', 'player'));
  await player.agent.post(`/api/matches/${ofBlocked}/confirm`).send({}).expect(200);
  const wish = { reason: textOf('blocked', 'withdrawal') };
  await members.blocked.agent.post(`/api/matches/${ofBlocked}/withdraw`).send(wish).expect(200);
  return [confirmed, contested, unanswered, ofBlocked];
};

const review = async (
  { courtly, members, textOf, court }: Club,
  reviewed: Booking,
  ofBlocked: Booking,
) => {
  for (const [role, { id: bookingId }] of [
    ['player', reviewed],
    ['host', reviewed],
    // The host writes no review, so this one stays hidden.
    ['blocked', ofBlocked],
  ] as const)
    await members[role].agent
      .post('/api/reviews')
      .send({ courtId: court.id, bookingId, rating: 4, comment: textOf(role, 'review') })
      .expect(201);
  await revealReviews(courtly, reviewed.id);
  await members.stranger.agent
    .post('/api/review-reports')
    .send({
      courtId: court.id,
      reviewId: `${reviewed.id}.player`,
      reason: 'private',
      words: textOf('stranger', 'report'),
    })
    .expect(201);
};

const reportIncidents = async (
  { members, admin, textOf }: Club,
  reviewed: Booking,
  disputed: Booking,
) => {
  const { player, host } = members;
  const path = `/api/bookings/${reviewed.id}/incidents`;
  const damage = { kind: 'damage', words: textOf('host', 'damage'), amount: '120.00' };
  await host.agent.post(path).send(damage).expect(201);
  const answer = { agrees: false, words: textOf('player', 'answer') };
  await player.agent.post(`${path}/damage/answer`).send(answer).expect(200);
  await admin.agent
    .post(`/api/admin/incidents/${reviewed.id}.damage/decision`)
    .send({ isUpheld: true, reason: textOf('admin', 'ruling') })
    .expect(200);
  const noShow = { kind: 'no_show', words: textOf('player', 'noShow') };
  await player.agent.post(`/api/bookings/${disputed.id}/incidents`).send(noShow).expect(201);
};

/** Books hours that are upcoming or canceled. Returns their dates and the tokens of guests. */
const bookLaterHours = async (
  club: Club,
  { request, confirm, slotIn, now }: Hours,
  otherCourt: CourtDetail,
) => {
  const { members, admin, textOf, court } = club;
  const { player, host, opponent } = members;
  const upcoming = await confirm('player', 3);
  await writeMessages(club, upcoming, ['player', 'host']);
  const report = { number: 1, reason: 'untrue', words: textOf('host', 'messageReport') };
  await host.agent
    .post('/api/message-reports')
    .send({ bookingId: upcoming.id, ...report })
    .expect(201);
  const challenge = { bookingId: upcoming.id, playerId: opponent.user.id };
  await player.agent.post('/api/challenges').send(challenge).expect(201);
  const tokens = await bringGuests(club, upcoming);
  await writeMessages(club, await confirm('blocked', 3, otherCourt), ['blocked', 'otherHost']);
  await request('player', 4);
  const { id: cancelledId } = await confirm('player', 4);
  const reason = textOf('player', 'cancel');
  await player.agent.post(`/api/bookings/${cancelledId}/cancel`).send({ reason }).expect(200);
  const { id: declinedId } = await request('player', 4);
  await host.agent
    .patch(`/api/bookings/${declinedId}/status`)
    .send({ status: 'cancelled', reason: 'other', note: textOf('host', 'decline') })
    .expect(200);
  const { id: stoppedId } = await confirm('player', 4);
  await admin.agent
    .post(`/api/admin/bookings/${stoppedId}/cancellations`)
    .send({ reason: textOf('admin', 'cancel') })
    .expect(200);
  const { start: startTime, end: endTime } = await slotIn(court, 4);
  await host.agent
    .post(`/api/courts/${court.id}/closures`)
    .send({ startTime, endTime, reason: textOf('host', 'closure') })
    .expect(201);
  return { tokens, dates: [3, 4].map((days) => addDays(localDate(court.zone, now()), days)) };
};

const writeMessages = async (
  { members, textOf }: Club,
  { id }: Booking,
  authors: readonly MemberRole[],
) => {
  for (const author of authors)
    await members[author].agent
      .post(`/api/bookings/${id}/messages`)
      .send({ text: textOf(author, 'message') })
      .expect(201);
};

/** One guest whose guardian signs, and one who has not signed. */
const bringGuests = async ({ courtly, members, mark }: Club, { id }: Booking) => {
  const path = `/api/bookings/${id}/guests`;
  mark('guest.name', 'gus-typed', 'gil-typed');
  mark('guest.email', 'gus@letters.test');
  mark('guest.signature', 'gus-signature', 'gus-guardian');
  const { agent } = members.player;
  await agent.post(path).send({ name: 'gus-typed', email: 'gus@letters.test' }).expect(201);
  const { body } = await agent.post(path).send({ name: 'gil-typed' }).expect(201);
  const tokens = (body as BookingGuests).guests.map(({ token }) => token!);
  mark('guest.token', ...tokens);
  const guardian = { name: 'gus-guardian', relation: 'parent' };
  await courtly
    .visitor()
    .post(`/api/guest-waivers/${tokens[0]}/sign`)
    .send({ ...waiverConsent, name: 'gus-signature', isAdult: false, guardian })
    .expect(200);
  return tokens;
};

/** Applications, a request for a city, follows, favorites, and an admin's note. */
const writeToCourtly = async ({ courtly, members, admin, mark, textOf, court }: Club) => {
  const note = textOf('admin', 'cityNote');
  await admin.agent.put(`/api/admin/courts/${court.id}/city-note`).send({ note }).expect(200);
  const { stranger, blocked, opponent } = members;
  for (const { agent } of [stranger, blocked])
    await agent.put(`/api/players/${opponent.user.id}/follow`).send({}).expect(204);
  await stranger.agent.put(`/api/favourites/${court.id}`).send({}).expect(200);
  await courtly
    .visitor()
    .post('/api/city-requests')
    .send({ city: textOf('stranger', 'town'), email: stranger.email })
    .expect(201);
  const playerForm = {
    fullName: textOf('stranger', 'fullName'),
    email: stranger.email,
    city: textOf('stranger', 'applicationCity'),
    skillLevel: 'Advanced',
    otherClubs: textOf('stranger', 'otherClubs'),
    whyJoin: textOf('stranger', 'whyJoin'),
    agreeToTerms: true,
  };
  await stranger.agent.post('/api/player-applications').send(playerForm).expect(201);
  mark('applicant.contact', 'abe@letters.test', '4805550177');
  const hostForm = {
    fullName: textOf('applicant', 'fullName'),
    email: 'abe@letters.test',
    phoneNumber: '4805550177',
    propertyAddress: textOf('applicant', 'propertyAddress'),
    courtType: 'tennis',
    courtSurface: 'hard',
    availability: textOf('applicant', 'availability'),
    courtDescription: textOf('applicant', 'description-of-a-court'),
    agreeToTerms: 'true',
  };
  const application = courtly.visitor().post('/api/host-apply');
  for (const [field, value] of Object.entries(hostForm)) void application.field(field, value);
  await application.expect(201);
};

const openFeed = async ({ members, mark }: Club): Promise<string> => {
  const { body } = await members.player.agent.post('/api/calendar').send({}).expect(201);
  const [, token] = /calendar\/(.+)\.ics/.exec((body as CalendarFeed).address!)!;
  mark('player.feedToken', token!);
  return token!;
};

/** Enough results between six players for ranks. */
const rankPlayers = async ({ courtly, members, court }: Club) => {
  const { player, opponent, blocked } = members;
  const rivals = [player, opponent, blocked];
  for (let index = 0; index < 3; index++) {
    const rival = await courtly.register();
    await courtly.verifyEmail(rival);
    rivals.push(rival);
  }
  const { play } = results(courtly);
  let playedAt = Date.UTC(2026, 8, 1, 18);
  let position = '';
  for (const games of [
    [6, 3],
    [6, 4],
  ] as const)
    for (const [index, { user }] of rivals.entries())
      for (const rival of rivals.slice(index + 1)) {
        playedAt += 24 * HOUR_MS;
        const result = await play({
          loggerId: user.id,
          opponentId: rival.user.id,
          courtId: court.id,
          playedAt: new Date(playedAt).toISOString(),
          games,
          surface: 'clay',
        });
        position = result.position;
      }
  await courtly.app.get(RatingRefreshes, { strict: false }).refreshUpTo(position);
};

/** Runs all jobs, so that all notifications have been sent. */
const finishJobs = async ({ courtly }: Club) => {
  await courtly.app.get(ProcessRunner).sweep();
  await eventually('all jobs are done', async () => {
    const counts = await courtly.app.get(Queues).countJobs();
    return [...counts.values()].every(({ waiting, active }) => waiting === 0 && active === 0);
  });
};
