import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Block } from '@courtly/contracts/blocks';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { BookingGuests } from '@courtly/contracts/guest-waivers';
import type { Invitation } from '@courtly/contracts/invitations';
import type { Match } from '@courtly/contracts/matches';
import type { Conversation } from '@courtly/contracts/messages';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { routes } from '@courtly/contracts/routes';
import {
  createCompletedBooking,
  createConfirmedBooking,
  moveClockTo,
} from '../../../testing/completed-booking.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';

let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let player: Member;
let opponent: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    POLICY_FILE: 'deploy/policies/open.json',
  });
  host = await courtly.register('owner', { firstName: 'Hana' });
  player = await courtly.player();
  opponent = await courtly.player();
  await courtly.verifyEmail(opponent);
  court = await courtly.court(host);
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

const block = async ({ agent }: Member, body: object) =>
  (await agent.post('/api/blocks').send(body).expect(201)).body as Block;
const end = ({ agent }: Member, { id }: Block) => agent.delete(`/api/blocks/${id}`);
const book = async (booker: Member) => {
  const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
  const slots = await courtly.slots(court.id, addDays(today, 2));
  return courtly.book(booker, court.id, slots.at(-1)!);
};
const write = ({ agent }: Member, { id }: Booking) =>
  agent.post(`/api/bookings/${id}/messages`).send({ text: 'Hello.' });
const result = ({ id }: Booking, more: object = {}) => ({
  bookingId: id,
  result: 'win',
  gamesWon: 6,
  gamesLost: 4,
  ...more,
});
const log = ({ agent }: Member, body: object) => agent.post('/api/match-results').send(body);
const challenge = ({ agent }: Member, { id: bookingId }: Booking, { user }: Member) =>
  agent.post('/api/challenges').send({ bookingId, playerId: user.id });
const aLink = async () =>
  (await host.agent.post(`/api/courts/${court.id}/invitations`).send({ link: true }).expect(201))
    .body as Invitation;
const accept = ({ agent }: Member, { token }: Invitation) =>
  agent.post(`/api/invitations/${token}/accept`).send({});
const isNeutral = ({ body }: { body: unknown }) =>
  expect(JSON.stringify(body)).not.toMatch(/block/i);

/** Blocks in each direction, and ends the block afterward. */
const inBothDirections = async (first: Member, second: Member, check: () => Promise<unknown>) => {
  for (const [blocker, blocked] of [
    [first, second],
    [second, first],
  ] as const) {
    const made = await block(blocker, { playerId: blocked.user.id });
    try {
      await check();
    } finally {
      await end(blocker, made).expect(204);
    }
  }
};

/** The player adds a person who blocks them as a guest; neither this nor `more` emails that person. */
const withGuestOf = async (more: (booking: Booking, guestId: string) => Promise<unknown>) => {
  const guest = await courtly.register();
  const stranger = `${randomUUID()}@example.test`;
  const booking = await createConfirmedBooking(courtly, host, court, player);
  const made = await block(guest, { playerId: player.user.id });
  const add = (email: string) =>
    player.agent
      .post(`/api/bookings/${booking.id}/guests`)
      .send({ name: 'Gus Guest', email })
      .expect(201);
  const { body } = await add(guest.email);
  await more(booking, (body as BookingGuests).guests[0]!.id);
  await add(stranger);
  await mailbox.arrived(stranger);
  expect(mailbox.mails.filter(({ recipient }) => recipient === guest.email)).toEqual([]);
  await end(guest, made).expect(204);
};

/** Each route that makes contact between two people, and what it does between blocked ones. */
const contacts: Partial<Record<keyof typeof routes, () => Promise<unknown>>> = {
  requestBooking: () =>
    inBothDirections(host, player, async () => {
      const { status, body } = await book(player);
      expect([status, body]).toEqual([
        403,
        { code: 'forbidden', message: "This court can't take your booking." },
      ]);
    }),
  sendMessage: async () => {
    const booking = await createConfirmedBooking(courtly, host, court, player);
    await write(player, booking).expect(201);
    await inBothDirections(host, player, async () => {
      for (const writer of [host, player]) {
        isNeutral(await write(writer, booking).expect(403));
        const path = `/api/bookings/${booking.id}/messages`;
        const { body } = await writer.agent.get(path).expect(200);
        expect((body as Conversation).canWrite).toBe(false);
        expect((body as Conversation).messages).toHaveLength(1);
      }
      const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
      expect(body).toMatchObject({ status: 'confirmed' });
    });
    await write(host, booking).expect(201);
  },
  challengePlayer: async () => {
    const booking = await createConfirmedBooking(courtly, host, court, player);
    await inBothDirections(player, opponent, async () =>
      isNeutral(await challenge(player, booking, opponent).expect(403)),
    );
    await challenge(player, booking, opponent).expect(201);
  },
  logMatch: async () => {
    const booking = await createConfirmedBooking(courtly, host, court, player);
    await challenge(player, booking, opponent).expect(201);
    await eventually('the challenge is confirmed', async () => {
      const { body } = await opponent.agent.get('/api/notices').expect(200);
      return (body as NotificationItem[]).some(
        ({ type, startTime }) => type === 'match_challenge' && startTime === booking.startTime,
      );
    });
    await moveClockTo(courtly, booking.endTime);
    await eventually('the hour is over', async () => {
      const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
      return (body as Booking).status === 'completed';
    });
    await inBothDirections(player, opponent, async () =>
      isNeutral(await log(opponent, result(booking)).expect(403)),
    );
    const made = await block(opponent, { bookingId: booking.id });
    const named = { playerName: 'Olga', playerEmail: opponent.email };
    const response = await log(player, result(booking, { players: [named] })).expect(201);
    // As if the email had no account, and without an email to it.
    expect((response.body as Match).players).toMatchObject([
      { playerId: null, isRegistered: false },
    ]);
    const list = await opponent.agent.get('/api/matches').expect(200);
    expect((list.body as Match[]).map(({ id }) => id)).not.toContain((response.body as Match).id);
    await end(opponent, made).expect(204);
  },
  addMatchPlayer: async () => {
    const booking = await createCompletedBooking(courtly, host, court, player);
    const { body } = await log(player, result(booking)).expect(201);
    const made = await block(opponent, { playerId: player.user.id });
    const response = await player.agent
      .post('/api/match-players')
      .send({
        matchResultId: (body as Match).id,
        playerName: 'Olga',
        playerEmail: opponent.email,
      })
      .expect(201);
    expect(response.body).toMatchObject({ playerId: null, isRegistered: false });
    await end(opponent, made).expect(204);
  },
  acceptInvitation: async () => {
    const link = await aLink();
    await inBothDirections(host, player, async () =>
      isNeutral(await accept(player, link).expect(404)),
    );
    await accept(player, link).expect(200);
  },
  inviteGuest: async () => {
    const guest = await courtly.register();
    const stranger = `${randomUUID()}@example.test`;
    const made = await block(guest, { playerId: host.user.id });
    for (const email of [guest.email, stranger])
      await host.agent.post(`/api/courts/${court.id}/invitations`).send({ email }).expect(201);
    await mailbox.arrived(stranger);
    expect(mailbox.mails.filter(({ recipient }) => recipient === guest.email)).toEqual([]);
    await end(guest, made).expect(204);
  },
  addGuest: async () => {
    await withGuestOf(async () => {});
  },
  replaceGuestLink: () =>
    withGuestOf(({ id }, guestId) =>
      player.agent.post(`/api/bookings/${id}/guests/${guestId}/link`).send({}).expect(200),
    ),
  claimMatch: async () => {
    const email = `${randomUUID()}@example.test`;
    const booking = await createCompletedBooking(courtly, host, court, player);
    const named = { playerName: 'Olga', playerEmail: email };
    await log(player, result(booking, { players: [named] })).expect(201);
    const [mail] = await mailbox.arrived(email);
    const [, matchId, token] = /matches\/claim\/([^/\s]+)\/(\S+)/.exec(mail!.text!)!;
    const guest = await courtly.register('player', { email });
    const claim = () => guest.agent.post(`/api/matches/${matchId}/claim`).send({ token });
    await inBothDirections(guest, player, async () => isNeutral(await claim().expect(403)));
    await claim().expect(200);
  },
};

/** Writes without contact, or with a person whom an existing booking or match already names. */
const withoutContact = `
  acceptWaiver activateCourt addFavourite agreeToWithdraw answerBooking answerIncident blockPerson
  cancelBooking cancelMembership changeCourt changeNoticePreferences changePassword changePicture
  changePreferences changePrivacy changeProfile changeReview checkPayoutAccount claimApplication
  closeCalendarFeed closeDays closeHours confirmEmailChange confirmMatch confirmPasskey confirmTotp
  createEliteUser createPaymentIntent disputeMatch endBlock endOtherSessions endSession eraseAccount
  followPlayer issueRecoveryCodes leaveMatch listCourt membershipPortal openCalendarFeed
  openPayoutAccount passkeyOptions readMessages readNotices removeCard removeFavourite removeGuest
  removePicture removeSecondFactor reopenHours reportIncident reportMessage reportReview requestEmailChange
  requestVerificationLink revokeInvitation setHours startPasskey startProviderLink startTotp
  subscribe unfollowPlayer unlinkProviderAccount uploadCourtPhotos withdrawMatch withdrawReview
  writeReview
`
  .trim()
  .split(/\s+/);

describe('between two people of whom one blocks the other', () => {
  it('every route of members is known to make contact or not', () => {
    const memberWrites = Object.entries(routes).flatMap(([name, { method, access }]) =>
      method !== 'GET' && !['admin', 'anyone'].includes(access) ? [name] : [],
    );
    const unknown = memberWrites.filter(
      (name) => !(name in contacts) && !withoutContact.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(contacts))('%s makes no contact', (_, check) => check());
});

describe('blocks', () => {
  it('name whom to block by a booking, and are listed and ended by the blocker alone', async () => {
    const guest = await courtly.player();
    const booking = await createConfirmedBooking(courtly, host, court, guest);
    const made = await block(guest, { bookingId: booking.id });
    expect(made).toMatchObject({ name: 'Hana' });
    expect((await guest.agent.get('/api/blocks').expect(200)).body).toEqual([made]);
    expect(await block(guest, { playerId: host.user.id })).toEqual(made);
    expect((await host.agent.get('/api/blocks').expect(200)).body).toEqual([]);
    await end(host, made).expect(404);
    const stranger = await courtly.register();
    await stranger.agent.post('/api/blocks').send({ bookingId: booking.id }).expect(404);
    await stranger.agent.post('/api/blocks').send({ playerId: stranger.user.id }).expect(404);
    await end(guest, made).expect(204);
    expect((await guest.agent.get('/api/blocks').expect(200)).body).toEqual([]);
  });

  it('show the blocked person no more than a stranger sees', async () => {
    const guest = await courtly.player();
    await createConfirmedBooking(courtly, host, court, guest);
    const whereabouts = async () => {
      const { body } = await host.agent.get(`/api/players/${guest.user.id}`).expect(200);
      return (body as { sections: { whereabouts: boolean } }).sections.whereabouts;
    };
    expect(await whereabouts()).toBe(true);
    const made = await block(guest, { playerId: host.user.id });
    await eventually('the block is listed', async () => !(await whereabouts()));
    await end(guest, made).expect(204);
  });

  it('are in the export of the blocker, by first name, and in no other', async () => {
    const guest = await courtly.register();
    await block(guest, { playerId: host.user.id });
    const exported = async ({ agent }: Member) =>
      (await agent.get('/api/account/export').expect(200)).body as { blocks: { items: Block[] } };
    expect((await exported(guest)).blocks.items).toMatchObject([{ name: 'Hana' }]);
    const hosts = await exported(host);
    expect(hosts.blocks.items).toEqual([]);
    expect(JSON.stringify(hosts)).not.toContain(guest.user.id);
  });
});
