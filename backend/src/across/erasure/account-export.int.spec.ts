import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountExport } from '@courtly/contracts/account-export';
import type { PlayerApplication } from '@courtly/contracts/applications';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import type { Match } from '@courtly/contracts/matches';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { moveClockTo, revealReviews } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';

const names = ['hana', 'pavel', 'rita', 'olga'] as const;
type Name = (typeof names)[number];

const details = (name: Name, index: number) => ({
  username: `${name}-username`,
  email: `${name}@letters.test`,
  firstName: `${name}-first`,
  lastName: `${name}-last`,
  phone: `480555010${index}`,
});

/** Texts of each person, all of which their own export contains. */
const texts: Record<Name, string[]> = {
  hana: [
    'hana-court',
    'hana-gate',
    'hana-closure',
    'hana-guest@letters.test',
    'hana-review',
    'hana-message',
    'hana-report',
  ],
  pavel: [
    'pavel-city',
    'pavel-notes',
    'pavel-cancel',
    '480 555 0177',
    'pavel-review',
    'pavel-message',
    'pavel-match-notes',
    'pavel-named-olga',
    'pavel-town',
    'olga@letters.test',
  ],
  rita: ['rita-words'],
  olga: ['olga-dispute', 'olga-why'],
};

/** Text by others that pages of the website show to this person. */
const shown: Record<Name, string[]> = {
  hana: ['pavel-review', 'pavel-message', 'pavel-cancel'],
  pavel: ['hana-review', 'hana-message', 'olga-first', 'olga-last', 'olga@letters.test'],
  rita: [],
  olga: ['pavel-named-olga'],
};

let courtly: Courtly;
let admin: Member;
let court: CourtDetail;
let played: Booking;
let members: Record<Name, Member>;
const exports = {} as Record<Name, AccountExport>;

/** The slots of days that are not booked or closed otherwise. */
const slotIn = async (days: number) => {
  const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
  const [slot] = await courtly.slots(court.id, addDays(today, days));
  return { startTime: slot!.start, endTime: slot!.end };
};
const request = async (days: number, notes = '') =>
  (
    await members.pavel.agent
      .post('/api/bookings')
      .send({ courtId: court.id, ...(await slotIn(days)), notes })
      .expect(201)
  ).body as Booking;

const hostCourt = async () => {
  const { hana, rita } = members;
  court = await courtly.court(hana, { name: 'hana-court', gateCode: 'hana-gate' });
  await hana.agent
    .post(`/api/courts/${court.id}/closures`)
    .send({ ...(await slotIn(9)), reason: 'hana-closure' })
    .expect(201);
  const invitations = `/api/courts/${court.id}/invitations`;
  await hana.agent.post(invitations).send({ email: 'hana-guest@letters.test' }).expect(201);
  const { body: link } = await hana.agent.post(invitations).send({ link: true }).expect(201);
  const { token } = link as Invitation;
  await rita.agent.post(`/api/invitations/${token}/accept`).send({}).expect(200);
};

const bookHours = async () => {
  const { hana, pavel, olga } = members;
  const { id: cancelledId } = await request(3);
  await pavel.agent
    .post(`/api/bookings/${cancelledId}/cancel`)
    .send({ reason: 'pavel-cancel, call 480 555 0177' })
    .expect(200);
  const { id: challengedId } = await request(5);
  await pavel.agent
    .post('/api/challenges')
    .send({ bookingId: challengedId, playerId: olga.user.id })
    .expect(201);
  played = await request(1, 'pavel-notes');
  await hana.agent
    .patch(`/api/bookings/${played.id}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
  for (const [member, text] of [
    [pavel, 'pavel-message'],
    [hana, 'hana-message'],
  ] as const)
    await member.agent.post(`/api/bookings/${played.id}/messages`).send({ text }).expect(201);
  await moveClockTo(courtly, played.endTime);
  await eventually('the hour is over', async () => {
    const { body } = await pavel.agent.get(`/api/bookings/${played.id}`).expect(200);
    return (body as Booking).status === 'completed';
  });
};

const reviewAndReport = async () => {
  const { hana, pavel, rita } = members;
  const booking = { courtId: court.id, bookingId: played.id };
  for (const [member, comment] of [
    [pavel, 'pavel-review'],
    [hana, 'hana-review'],
  ] as const)
    await member.agent
      .post('/api/reviews')
      .send({ ...booking, rating: 2, comment })
      .expect(201);
  await revealReviews(courtly, played.id);
  await rita.agent
    .post('/api/review-reports')
    .send({
      courtId: court.id,
      reviewId: `${played.id}.player`,
      reason: 'private',
      words: 'rita-words',
    })
    .expect(201);
  await hana.agent
    .post('/api/message-reports')
    .send({ bookingId: played.id, number: 1, reason: 'untrue', words: 'hana-report' })
    .expect(201);
};

const logMatch = async () => {
  const { pavel, olga } = members;
  const player = { playerName: 'pavel-named-olga', playerEmail: olga.email };
  const result = { bookingId: played.id, result: 'win', gamesWon: 6, gamesLost: 4 };
  const { body } = await pavel.agent
    .post('/api/match-results')
    .send({ ...result, notes: 'pavel-match-notes', players: [player] })
    .expect(201);
  await olga.agent
    .post(`/api/matches/${(body as Match).id}/dispute`)
    .send({ reason: 'olga-dispute' })
    .expect(200);
};

const fillInProfiles = async () => {
  const { pavel, olga } = members;
  const { firstName, lastName, phone } = details('pavel', names.indexOf('pavel'));
  await pavel.agent
    .patch('/api/auth/me')
    .send({ firstName, lastName, phone, homeCity: 'pavel-city' })
    .expect(200);
  await pavel.agent.put(`/api/players/${olga.user.id}/follow`).send({}).expect(204);
  await courtly
    .visitor()
    .post('/api/city-requests')
    .send({ city: 'pavel-town', email: pavel.email })
    .expect(201);
  const form = {
    fullName: 'olga-first olga-last',
    email: olga.email,
    city: 'Scottsdale',
    skillLevel: 'Advanced',
    whyJoin: 'olga-why, says she',
    agreeToTerms: true,
  };
  await olga.agent.post('/api/player-applications').send(form).expect(201);
  const { body } = await admin.agent.get('/api/admin/player-applications').expect(200);
  const [application] = body as PlayerApplication[];
  await admin.agent
    .patch(`/api/admin/player-applications/${application!.id}/status`)
    .send({ status: 'rejected', reason: 'Full' })
    .expect(200);
  await admin.agent.get(`/api/admin/users/${olga.user.id}`).expect(200);
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  admin = await courtly.register();
  const grant = { email: admin.email, role: 'admin' } as const;
  const context = systemContext('an admin', new Date().toISOString());
  await courtly.app.get(CommandBus).execute(new GrantRoleCommand(grant, context));
  members = {} as Record<Name, Member>;
  for (const [index, name] of names.entries()) {
    members[name] = await courtly.register('owner', details(name, index));
    await courtly.verifyEmail(members[name]);
    await members[name].agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  }
  await hostCourt();
  await bookHours();
  await reviewAndReport();
  await logMatch();
  await fillInProfiles();
  for (const name of names) {
    const { body } = await members[name].agent.get('/api/account/export').expect(200);
    exports[name] = body as AccountExport;
  }
});

afterAll(() => courtly?.stop());

describe.each(names)('the export of %s', (name) => {
  it('contains everything they entered', () => {
    const text = JSON.stringify(exports[name]);
    const own = [...Object.values(details(name, names.indexOf(name))), ...texts[name]];
    expect(own.filter((each) => !text.includes(each))).toEqual([]);
  });

  it('contains only what pages show them about others, and no ids of others', () => {
    const text = JSON.stringify(exports[name]);
    const others = names.filter((other) => other !== name);
    const foreign = others.flatMap((other) => [
      ...Object.values(details(other, names.indexOf(other))),
      ...texts[other],
    ]);
    const own = [...Object.values(details(name, names.indexOf(name))), ...texts[name]];
    expect(
      foreign.filter((each) => text.includes(each) && ![...shown[name], ...own].includes(each)),
    ).toEqual([]);
    const ids = [...others.map((other) => members[other].user.id), admin.user.id];
    expect(ids.filter((id) => text.includes(id))).toEqual([]);
  });
});

it('lists the reports that a person sent, and follows, challenges, city requests, and sessions', () => {
  const { hana, pavel, rita, olga } = exports;
  expect(rita.reports.items).toMatchObject([
    { what: 'review', courtId: court.id, reason: 'private', words: 'rita-words' },
  ]);
  expect(hana.reports.items).toMatchObject([{ what: 'message', words: 'hana-report' }]);
  expect(rita.acceptedInvitations.items).toMatchObject([{ courtId: court.id }]);
  expect(hana.invitations.items.map(({ guests }) => guests).sort()).toEqual([0, 1]);
  expect(pavel.record).toEqual({ played: 1, cancelled: 0, cancelledLate: 0 });
  expect(pavel.achievements.items.map(({ reached }) => reached)).toContain(1);
  expect(pavel.reports.items).toEqual([]);
  // Olga may keep a court, so players who are not her opponents see only her first name.
  expect(pavel.follows.items).toEqual([{ name: 'olga-first' }]);
  expect(pavel.challenges.items).toMatchObject([{ opponent: 'olga-first' }]);
  expect(pavel.cityRequests.items).toMatchObject([{ city: 'pavel-town' }]);
  expect(pavel.sessions.items).toHaveLength(1);
  expect(pavel.emails).toMatchObject({ matches: true });
  expect(olga.adminReads.items.length).toBeGreaterThan(0);
  expect(rita.adminReads.items).toEqual([]);
});

it('hides the reports of a review from its author', () =>
  expect(exports.pavel.reviews.items).toContainEqual({
    bookingId: played.id,
    courtId: court.id,
    isMine: true,
    rating: 2,
    comment: 'pavel-review',
    writtenAt: expect.any(String),
    isRemoved: false,
  }));
