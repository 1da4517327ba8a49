import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail, Review } from '@courtly/contracts/courts';
import type { AccountExport } from '@courtly/contracts/account-export';
import type { Erasure } from '@courtly/contracts/erasure';
import type { Match } from '@courtly/contracts/matches';
import type { EliteSubscription } from '@courtly/contracts/membership';
import type { Conversation } from '@courtly/contracts/messages';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { Streams } from '../../platform/kernel/streams.js';
import { MINUTE_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { membership } from '../../people/membership/membership.js';
import { currentConsent } from '../../people/membership/renewal-consent.js';
import { anAdmin } from '../../../testing/admin.js';
import { placesOf } from '../../../testing/byte-search.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { type Observer, observe } from '../../../testing/observer.js';
import {
  type PaidCourtly,
  WEBHOOK_SECRET,
  startPaidCourtly,
} from '../../../testing/paid-courtly.js';
import { photo } from '../../../testing/photos.js';
import { moveClockTo, revealReviews } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import { runVerification } from '../../cli/verify.js';
import { exportRateLimit } from './erasure.controller.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';

const PASSWORD = 'clay-court-rally';
const details = {
  username: 'quillfeather77',
  email: 'zephyrine@quillfeather.test',
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  phone: '4805559137',
};
const newEmail = 'zq-new@quillfeather.test';
/** The person's names and texts, and texts by others that name the person. */
const words = {
  names: [
    'Zephyrine',
    'Quillfeather',
    'quillfeather77',
    'zephyrine@quillfeather.test',
    newEmail,
    '4805559137',
  ],
  texts: [
    ...[
      'zq-home-city',
      'zq-note-to-host',
      'zq-review',
      'zq-message',
      'zq-match-notes',
      'zq-dispute',
      'zq-cancelled',
      'zq-court',
    ],
    ...[
      'zq-description',
      'zq-lane',
      'zq-rules',
      'zq-gate',
      'zq-availability',
      'zq-garden',
      'zq-why',
      'zq-guest@example.test',
    ],
  ],
};
const personalWords = [...words.names, ...words.texts];

let mailbox: Mailbox;
let paidCourtly: PaidCourtly;
let courtly: Courtly;
let observer: Observer;
let host: Member;
let otherMember: Member;
let person: Member;
let court: CourtDetail;
let ownCourt: CourtDetail;

const streams = () => courtly.app.get(Streams, { strict: false });
const positionOf = (response: { get(name: string): string | undefined }) =>
  response.get('Courtly-Position')!;
const shownOf = async ({ agent }: Member, id: string) =>
  (await agent.get(`/api/bookings/${id}`).expect(200)).body as Booking;

const paidFor = async (player: Member, court: CourtDetail, notes?: string): Promise<Booking> => {
  const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
  const [slot] = await courtly.slots(court.id, addDays(today, 1));
  const body = {
    courtId: court.id,
    startTime: slot!.start,
    endTime: slot!.end,
    ...(notes && { notes }),
  };
  const { id } = (await player.agent.post('/api/bookings').send(body).expect(201)).body as Booking;
  expect((await paidCourtly.pay(id)).status).toBe(200);
  await eventually(
    'the card is authorized',
    async () => (await shownOf(player, id)).paymentStatus === 'authorised',
  );
  return shownOf(player, id);
};
const playedAndPaid = async (player: Member, notes?: string): Promise<Booking> => {
  const { id, endTime } = await paidFor(player, court, notes);
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await eventually(
    'the card is charged',
    async () => (await shownOf(player, id)).paymentStatus === 'captured',
  );
  await moveClockTo(courtly, endTime);
  return eventually('the hour is over', async () => {
    const booking = await shownOf(player, id);
    return booking.status === 'completed' && booking;
  });
};
const result = { result: 'win', gamesWon: 6, gamesLost: 4 };
const logged = async (
  requester: Member,
  { id }: Booking,
  ownedEmail: string,
  name: string,
  notes = '',
) => {
  const players = [{ playerName: name, playerEmail: ownedEmail }];
  const response = await requester.agent
    .post('/api/match-results')
    .send({ ...result, bookingId: id, players, notes })
    .expect(201);
  const { id: matchId } = response.body as Match;
  return (
    await requester.agent
      .get(`/api/matches/${matchId}`)
      .set('Courtly-After', positionOf(response))
      .expect(200)
  ).body as Match;
};

const movesToNewEmail = async () => {
  await person.agent
    .post('/api/auth/email-changes')
    .send({ newEmail, currentPassword: PASSWORD })
    .expect(202);
  const [mail] = await mailbox.arrived(newEmail);
  const token = /\/confirm-email\?token=(\S+)/.exec(mail!.text!)![1]!;
  await person.agent.post(`/api/auth/email-changes/${token}`).expect(200);
};

const fillsInEverything = async () => {
  const { agent } = person;
  const { firstName, lastName, phone } = details;
  await agent
    .patch('/api/auth/me')
    .send({ firstName, lastName, phone, homeCity: 'zq-home-city' })
    .expect(200);
  await agent
    .put('/api/auth/me/preferences')
    .send({ skillLevel: '4.0', surfaces: ['clay'], socialTags: ['doubles'] });
  await agent
    .put('/api/auth/me/picture')
    .attach('picture', await photo({}), 'me.jpg')
    .expect(200);
  await agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  await agent.put(`/api/favourites/${court.id}`).expect(200);
  await agent.post('/api/calendar').expect(201);
};

const hosts = async () => {
  const request = person.agent.post('/api/courts');
  const exportedFields = {
    name: 'zq-court',
    description: 'zq-description',
    location: 'Paradise Valley',
    street: 'zq-lane',
    address: '1 zq-lane',
    surfaceType: 'hard',
    hourlyRate: '300.00',
    courtAccess: 'invite',
    houseRules: 'zq-rules',
    gateCode: 'zq-gate',
  };
  for (const [field, value] of Object.entries(exportedFields)) void request.field(field, value);
  const response = await request.attach('photos', await photo({}), 'court.jpg').expect(201);
  ownCourt = response.body as CourtDetail;
  const invitation = { email: 'zq-guest@example.test' };
  await person.agent.post(`/api/courts/${ownCourt.id}/invitations`).send(invitation).expect(201);
  await host.agent
    .post(`/api/courts/${court.id}/invitations`)
    .send({ email: newEmail })
    .expect(201);
};

const applies = async () => {
  const request = person.agent.post('/api/host-apply');
  const form = {
    fullName: 'Zephyrine Quillfeather',
    email: newEmail,
    phoneNumber: '4805559137',
    agreeToTerms: 'true',
    propertyAddress: '1 zq-lane, Scottsdale',
    courtType: 'tennis',
    courtSurface: 'hard',
    availability: 'zq-availability',
    courtDescription: 'zq-garden with a court in it',
  };
  for (const [field, value] of Object.entries(form)) void request.field(field, value);
  await request.attach('photo_0', await photo({ background: 'tomato' }), 'a.jpg').expect(201);
  const player = {
    fullName: 'Zephyrine Quillfeather',
    email: newEmail,
    city: 'Scottsdale',
    skillLevel: 'Advanced',
  };
  const body = { ...player, whyJoin: 'zq-why not, I say', agreeToTerms: true };
  await person.agent.post('/api/player-applications').send(body).expect(201);
};

const joinsAndLeavesElite = async () => {
  const consent = { renewalConsent: true, consentVersion: currentConsent.version };
  const subscription = await person.agent
    .post('/api/membership/subscription')
    .send(consent)
    .expect(200);
  expect(
    (await paidCourtly.confirm((subscription.body as EliteSubscription).clientSecret)).status,
  ).toBe(200);
  const isMember = async () => {
    const { body } = await person.agent.get('/api/membership').expect(200);
    return (body as { state: string }).state === 'active';
  };
  await eventually('the person is a member', isMember);
};

const erase = (requestBody: object = {}) =>
  person.agent
    .post('/api/account/erase')
    .send({ currentPassword: PASSWORD, confirmation: 'DELETE', ...requestBody });
const standing = async () =>
  (await person.agent.get('/api/account/erasure').expect(200)).body as Erasure;
const currentBlockers = async () => (await standing()).blockers.map(({ code }) => code);

const stripeIn = ({
  POLICY_FILE,
  STRIPE_URL,
  STRIPE_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY,
}: Courtly['config']) => ({
  POLICY_FILE,
  STRIPE_URL,
  STRIPE_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
});

let mine: Match;
let theirs: Match;
let review: Booking;

beforeAll(async () => {
  mailbox = await startMailbox();
  paidCourtly = await startPaidCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
  });
  ({ courtly } = paidCourtly);
  observer = await observe(courtly.config);
  host = await courtly.register('owner');
  otherMember = await courtly.player();
  await courtly.verifyEmail(otherMember);
  court = await courtly.court(host);
  person = await courtly.register('owner', details);
  await movesToNewEmail();
  await fillsInEverything();
  await hosts();
  await applies();
  await joinsAndLeavesElite();
  review = await playedAndPaid(person, 'zq-note-to-host');
  const { id: bookingId, courtId } = review;
  await person.agent
    .post('/api/reviews')
    .send({ courtId, bookingId, rating: 3, comment: 'zq-review' })
    .expect(201);
  await person.agent
    .put(`/api/reviews/${bookingId}`)
    .send({ rating: 4, comment: 'zq-review, changed' })
    .expect(200);
  await host.agent
    .post('/api/reviews')
    .send({ courtId, bookingId, rating: 5, comment: 'Welcome back' })
    .expect(201);
  const shown = await courtly
    .visitor()
    .get(`/api/courts/${courtId}`)
    .set('Courtly-After', await revealReviews(courtly, bookingId));
  const [{ id: reviewId }] = (shown.body as CourtDetail).reviews as [Review];
  await host.agent
    .post('/api/review-reports')
    .send({ courtId, reviewId, reason: 'untrue' })
    .expect(201);
  await person.agent
    .post(`/api/bookings/${bookingId}/messages`)
    .send({ text: 'zq-message' })
    .expect(201);
  await host.agent
    .post(`/api/bookings/${bookingId}/messages`)
    .send({ text: 'See you' })
    .expect(201);
  mine = await logged(person, review, otherMember.email, 'Otto', 'zq-match-notes');
  theirs = await logged(otherMember, await playedAndPaid(otherMember), newEmail, 'Zephyrine Q');
  await person.agent
    .post(`/api/matches/${theirs.id}/dispute`)
    .send({ reason: 'zq-dispute' })
    .expect(200);
});

afterAll(async () => {
  await observer?.close();
  await paidCourtly?.stop();
  await mailbox?.stop();
});

describe('before the erasure', () => {
  it('all names and texts of the person are in the stores', async () => {
    const booking = await paidFor(person, court);
    await person.agent
      .post(`/api/bookings/${booking.id}/cancel`)
      .send({ reason: 'zq-cancelled' })
      .expect(200);
    const missing = async () => {
      const places = await placesOf(courtly, personalWords);
      return personalWords.filter(
        (word) => !places.some((place) => place.startsWith(`${word} in mongodb`)),
      );
    };
    // Texts that were replaced remain only in the log, where they are encrypted.
    const replaced = [details.email];
    await eventually('every word is found', async () => (await missing()).length === 1).catch(
      () => undefined,
    );
    expect(await missing()).toEqual(replaced);
  });

  it("the export contains all of the person's data, but no secrets or data of others", async () => {
    const response = await person.agent.get('/api/account/export').expect(200);
    expect(response.get('Content-Disposition')).toBe('attachment; filename="courtly-my-data.json"');
    const text = JSON.stringify(response.body);
    for (const word of personalWords) expect(text).toContain(word);
    for (const secret of ['clientSecret', 'emailHash', '_secret_', host.email])
      expect(text).not.toContain(secret);
    const { bookings, payments, matches, reviews, messages } = response.body as AccountExport;
    expect(bookings).toMatchObject({
      isComplete: true,
      items: [{ total: '315.00' }, { total: '315.00' }],
    });
    expect(payments.items).toHaveLength(2);
    // The id of a match contains the id of the person who logged it.
    expect(matches.items.map(({ matchId }) => matchId).sort()).toEqual([mine.id, null].sort());
    expect(reviews.items.map(({ comment }) => comment).sort()).toEqual([
      'Welcome back',
      'zq-review, changed',
    ]);
    expect(messages.items.map(({ text }) => text)).toEqual(['See you', 'zq-message']);
  });

  it("a host's export contains no request that was never paid", async () => {
    const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
    const [slot] = await courtly.slots(court.id, addDays(today, 3));
    const requested = (await courtly.book(otherMember, court.id, slot!).expect(201))
      .body as Booking;
    expect(requested.paymentStatus).toBe('unpaid');
    const { body } = await host.agent.get('/api/account/export').expect(200);
    const { hosting, statement } = body as AccountExport;
    const bookingIds = hosting.items.map(({ bookingId }) => bookingId);
    expect(bookingIds).toContain(review.id);
    expect(bookingIds).not.toContain(requested.id);
    expect(statement.items).toContainEqual(expect.objectContaining({ kind: 'charge' }));
  });

  it('exports are limited to five per hour', async () => {
    const member = await courtly.register();
    for (let n = 0; n < exportRateLimit.points; n++)
      await member.agent.get('/api/account/export').expect(200);
    const { body } = await member.agent.get('/api/account/export').expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests' });
  });

  it('a request is refused for a wrong password, a wrong confirmation, or a blocker', async () => {
    expect(await currentBlockers()).toEqual(['report_period', 'membership']);
    const refused = (await erase().expect(409)).body as { code: string; details: Erasure };
    expect(refused).toMatchObject({
      code: 'erasure_blocked',
      details: { blockers: [{ code: 'report_period' }, { link: '/elite' }] },
    });
    await person.agent.post('/api/membership/cancel').expect(200);
    await eventually(
      'only the time for a damage claim blocks the erasure',
      async () => (await currentBlockers()).join() === 'report_period',
    );
    const claimMs = courtly.config.policy.conduct.damageReportMinutes * MINUTE_MS;
    const lastInstant = Date.parse(review.endTime) + claimMs;
    courtly.config.CLOCK_OFFSET_MS = lastInstant - Date.now() - MINUTE_MS;
    expect(await currentBlockers()).toEqual(['report_period']);
    courtly.config.CLOCK_OFFSET_MS += 2 * MINUTE_MS;
    await eventually(
      'nothing blocks the erasure',
      async () => (await currentBlockers()).length === 0,
    );
    const open = await paidFor(person, court);
    expect(await currentBlockers()).toEqual(['bookings']);
    await erase().expect(409);
    await person.agent.post(`/api/bookings/${open.id}/cancel`).send({}).expect(200);
    await eventually(
      'nothing blocks the erasure',
      async () => (await currentBlockers()).length === 0,
    );
    await erase({ currentPassword: 'grass-court-rally' }).expect(400);
    await erase({ confirmation: 'delete' }).expect(400);
    await person.agent.get('/api/auth/me').expect(200);
  });
});

/** Recipients' mailboxes are not our stores, so they are not searched. */
describe('the erasure', () => {
  it('ends every session immediately and prevents signing in', async () => {
    const elsewhere = courtly.visitor();
    await elsewhere
      .post('/api/auth/login')
      .send({ email: newEmail, password: PASSWORD })
      .expect(200);
    await elsewhere.get('/api/auth/me').expect(200);
    const { body } = await erase().expect(202);
    expect(body).toEqual({ message: expect.any(String) });
    await person.agent.get('/api/auth/me').expect(401);
    await elsewhere.get('/api/auth/me').expect(401);
    await courtly
      .visitor()
      .post('/api/auth/login')
      .send({ email: newEmail, password: PASSWORD })
      .expect(401);
  });

  it('leaves no name or text of the person in any store', async () => {
    const isDone = async () =>
      (await streams().events(`user-${person.user.id}`)).some(
        ({ type }) => type === 'AccountErased',
      );
    await eventually('the account is erased', isDone, 30_000);
    const isGone = async () => (await placesOf(courtly, personalWords)).length === 0;
    await eventually('no store contains a word of the erased person', isGone, 60_000).catch(
      () => undefined,
    );
    expect(await placesOf(courtly, personalWords)).toEqual([]);
    const files = (await readdir(courtly.config.UPLOADS_FOLDER, { recursive: true })).filter(
      (possibleBlocker) => possibleBlocker.endsWith('.webp'),
    );
    expect(files).toEqual([]);
  });

  it('keeps the stars, results, and amounts that others see, attributed to a former member', async () => {
    const reviews = (await host.agent.get(`/api/bookings/${review.id}/reviews`).expect(200))
      .body as BookingReviews;
    expect(reviews).toMatchObject({
      player: { rating: 4, comment: null },
      host: { comment: 'Welcome back' },
    });
    const admin = await anAdmin(courtly);
    expect((await admin.agent.get('/api/admin/review-reports').expect(200)).body).toMatchObject([
      { comment: '', isAuthorErased: true, author: { name: 'Former member' } },
    ]);
    const written = (await host.agent.get(`/api/bookings/${review.id}/messages`).expect(200))
      .body as Conversation;
    expect(written.messages.map(({ text, gone: absence }) => absence ?? text)).toEqual([
      'erased',
      'See you',
    ]);
    expect(
      (await otherMember.agent.get(`/api/matches/${theirs.id}`).expect(200)).body,
    ).toMatchObject({
      result: 'win',
      status: 'disputed',
      reason: '',
      players: [{ playerName: 'Former member', playerEmail: null }],
    });
    expect((await otherMember.agent.get(`/api/matches/${mine.id}`).expect(200)).body).toMatchObject(
      {
        loggedBy: { firstName: 'Former', lastName: 'member' },
        gamesWon: 6,
      },
    );
    await courtly.visitor().get(`/api/courts/${ownCourt.id}`).expect(404);
    const { body } = await host.agent.get(`/api/courts/${court.id}/invitations`).expect(200);
    expect(body).toEqual([]);
  });

  it('removes the customer and cards from Stripe', async () => {
    const { customerId } = (await streams().load(membership, person.user.id))!;
    expect(await paidCourtly.stripe.customers.retrieve(customerId!)).toMatchObject({
      deleted: true,
    });
  });

  it('leaves read models that match the log, and a log that passes verify', async () => {
    await eventually(
      'the read models equal the log',
      async () => (await observer.differences()).length === 0,
      20_000,
    ).catch(() => undefined);
    expect(await observer.differences()).toEqual([]);
    const cli = {
      environment: { ...courtly.stores.environment, ...stripeIn(courtly.config) },
      print: () => undefined,
      note: () => undefined,
      step: <T>(_: string, work: (onProgress: () => void) => Promise<T>) => work(() => undefined),
      interrupted: new AbortController().signal,
    };
    expect(await runVerification(cli)).toBe(0);
  });

  it('stops all emails and releases the username and email', async () => {
    const previousCount = mailbox.mails.filter(({ recipient }) =>
      recipient.includes('quillfeather'),
    ).length;
    await courtly.register('player', { ...details, email: newEmail });
    await courtly.register('player', { ...details, username: 'somebody-else' });
    const after = mailbox.mails.filter(({ recipient }) =>
      recipient.includes('quillfeather'),
    ).length;
    expect(after).toBe(previousCount);
  });
});
