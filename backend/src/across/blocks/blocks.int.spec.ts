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
import type { Player } from '@courtly/contracts/rankings';
import { routes } from '@courtly/contracts/routes';
import {
  createCompletedBooking,
  createConfirmedBooking,
  moveClockTo,
} from '../../../testing/completed-booking.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type MailedCourtly, startMailedCourtly } from '../../../testing/mailed-courtly.js';
import type { Mailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';

let mailed: MailedCourtly;
let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let player: Member;
let opponent: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailed = await startMailedCourtly();
  ({ courtly, mailbox } = mailed);
  host = await courtly.register('owner', { firstName: 'Hana' });
  player = await courtly.player();
  opponent = await courtly.player();
  for (const member of [player, opponent]) await courtly.verifyEmail(member);
  court = await courtly.court(host);
});
afterAll(() => mailed?.stop());

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

/** The player adds a guest who blocks them. Neither this nor `more` emails that guest. */
const withGuestOf = async (more: (booking: Booking, guestId: string) => Promise<unknown>) => {
  const guest = await aVerifiedPlayer();
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

/** A confirmed booking of the player to which the opponent is challenged. */
const createChallenge = async () => {
  const booking = await createConfirmedBooking(courtly, host, court, player);
  await challenge(player, booking, opponent).expect(201);
  await eventually('the challenge is confirmed', async () => {
    const { body } = await opponent.agent.get('/api/notices').expect(200);
    return (body as NotificationItem[]).some(
      ({ type, startTime }) => type === 'match_challenge' && startTime === booking.startTime,
    );
  });
  return booking;
};
const playHour = async (booking: Booking) => {
  await moveClockTo(courtly, booking.endTime);
  await eventually('the hour is over', async () => {
    const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
    return (body as Booking).status === 'completed';
  });
};
const matchIdsOf = async ({ agent }: Member) =>
  ((await agent.get('/api/matches').expect(200)).body as Match[]).map(({ id }) => id);
const aVerifiedPlayer = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return member;
};

/**
 * Someone who blocked the player before the hour gets no place and no email; a stranger gets both.
 */
const isNotReached = async (
  name: (named: { playerName: string; playerEmail: string }, booking: Booking) => Promise<Match>,
) => {
  const [guest, other] = [await aVerifiedPlayer(), await aVerifiedPlayer()];
  await block(guest, { playerId: player.user.id });
  for (const member of [guest, other]) {
    const booking = await createCompletedBooking(courtly, host, court, player);
    const match = await name({ playerName: 'Olga', playerEmail: member.email }, booking);
    // The logger does not learn whether the email has an account.
    for (const place of match.players)
      expect(place).toMatchObject({ playerId: null, isRegistered: false });
  }
  await mailbox.arrived(other.email);
  await eventually('the match is listed', async () => (await matchIdsOf(other)).length === 1);
  expect(await matchIdsOf(guest)).toEqual([]);
  expect(mailbox.to(guest.email)).toEqual([]);
};

/** Each route that makes contact between two people, and what it does if one blocks the other. */
const contacts: Partial<Record<keyof typeof routes, () => Promise<unknown>>> = {
  requestBooking: () =>
    inBothDirections(host, player, async () => {
      const { status, body } = await book(player);
      expect([status, body]).toEqual([
        403,
        { code: 'forbidden', message: "You can't book this court." },
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
    for (const blocker of [opponent, player]) {
      const booking = await createChallenge();
      const blocked = blocker === player ? opponent : player;
      const made = await block(blocker, { playerId: blocked.user.id });
      await playHour(booking);
      isNeutral(await log(opponent, result(booking)).expect(403));
      await end(blocker, made).expect(204);
    }
    await isNotReached(async (named, booking) => {
      const response = await log(player, result(booking, { players: [named] })).expect(201);
      return response.body as Match;
    });
  },
  addMatchPlayer: () =>
    isNotReached(async (named, booking) => {
      const { body } = await log(player, result(booking)).expect(201);
      const match = body as Match;
      const place = { matchResultId: match.id, ...named };
      await player.agent.post('/api/match-players').send(place).expect(201);
      return match;
    }),
  acceptInvitation: async () => {
    const link = await aLink();
    await inBothDirections(host, player, async () =>
      isNeutral(await accept(player, link).expect(404)),
    );
    await accept(player, link).expect(200);
  },
  inviteGuest: async () => {
    const [guest, unverified] = [await aVerifiedPlayer(), await courtly.register()];
    await block(unverified, { playerId: host.user.id });
    const made = await block(guest, { playerId: host.user.id });
    // Someone who registers with another person's address cannot block emails to it.
    for (const { email } of [guest, unverified])
      await host.agent.post(`/api/courts/${court.id}/invitations`).send({ email }).expect(201);
    await mailbox.arrived(unverified.email);
    expect(mailbox.mails.filter(({ recipient }) => recipient === guest.email)).toEqual([]);
    await end(guest, made).expect(204);
  },
  sendInvitationAgain: async () => {
    const [guest, other] = [await aVerifiedPlayer(), await aVerifiedPlayer()];
    const path = `/api/courts/${court.id}/invitations`;
    const ids: string[] = [];
    for (const { email } of [guest, other]) {
      const { body } = await host.agent.post(path).send({ email }).expect(201);
      ids.push((body as Invitation).id);
      await mailbox.arrived(email);
    }
    const made = await block(guest, { playerId: host.user.id });
    for (const id of ids) await host.agent.post(`${path}/${id}/email`).send({}).expect(201);
    await eventually(
      'the other person receives a second email',
      async () => mailbox.to(other.email)[1],
    );
    expect(mailbox.to(guest.email)).toHaveLength(1);
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

/** Writes that make no contact, or only with a person in an existing booking or match. */
const withoutContact = `
  acceptWaiver activateCourt addFavourite agreeToWithdraw answerBooking answerIncident blockPerson
  cancelBooking cancelMembership changeCourt changeNoticePreferences changePassword changePicture
  changePreferences changePrivacy changeProfile changeReview checkPayoutAccount claimApplication
  closeCalendarFeed closeDays closeHours confirmEmailChange confirmMatch confirmPasskey confirmTotp
  createEliteUser createPaymentIntent declineMove disputeMatch endBlock endOtherSessions endSession eraseAccount
  followPlayer issueRecoveryCodes leaveMatch listCourt membershipPortal moveHour
  openCalendarFeed
  openPayoutAccount passkeyOptions readMessages readNotices removeCard removeFavourite removeGuest
  removePicture removeSecondFactor renewOwnHostLink reopenHours reportIncident reportMessage reportReview requestEmailChange
  requestVerificationLink revokeInvitation setHours startPasskey startProviderLink startTotp
  subscribe unfollowPlayer unlinkProviderAccount uploadCourtPhotos withdrawMatch withdrawReview
  writeReview
`
  .trim()
  .split(/\s+/);

describe('the member routes between two people, one of whom blocks the other', () => {
  it('are each classified by whether they make contact', () => {
    const memberWrites = Object.entries(routes).flatMap(([name, { method, access }]) =>
      method !== 'GET' && !['admin', 'anyone'].includes(access) ? [name] : [],
    );
    const unknown = memberWrites.filter(
      (name) => !(name in contacts) && !withoutContact.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(contacts))('make no contact: %s', (_, check) => check());
});

describe('blocks', () => {
  it('can name a person through a booking, and only the blocker sees and ends them', async () => {
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

  it('name people only as their privacy setting allows, except the other side of a booking', async () => {
    const [viewer, secret, guest] = [
      await courtly.register(),
      await courtly.register(),
      await courtly.player(),
    ];
    for (const { agent } of [secret, guest])
      await agent.put('/api/auth/me/privacy').send({ pageAudience: 'only_me' }).expect(200);
    expect(await block(viewer, { playerId: secret.user.id })).toMatchObject({
      name: 'A private player',
    });
    const namesOf = async ({ agent }: Member) =>
      ((await agent.get('/api/blocks').expect(200)).body as Block[]).map(({ name }) => name);
    expect(await namesOf(viewer)).toEqual(['A private player']);
    const booking = await createConfirmedBooking(courtly, host, court, guest);
    const made = await block(host, { bookingId: booking.id });
    expect(made.name).toBe(guest.user.firstName);
    expect(await namesOf(host)).toEqual([guest.user.firstName]);
    await end(host, made).expect(204);
  });

  it('hide only whereabouts from the blocked person, so the page does not reveal the block', async () => {
    const guest = await courtly.player();
    await guest.agent.put('/api/auth/me/privacy').send({ pageAudience: 'opponents' }).expect(200);
    await createConfirmedBooking(courtly, host, court, guest);
    const pageForHost = async () =>
      (await host.agent.get(`/api/players/${guest.user.id}`).expect(200)).body as Player;
    const before = await pageForHost();
    expect(before.sections).toMatchObject({ results: true, whereabouts: true });
    expect(before.lastName).not.toBe('');
    const made = await block(guest, { playerId: host.user.id });
    const after = await eventually('whereabouts are hidden', async () => {
      const page = await pageForHost();
      return !page.sections.whereabouts && page;
    });
    expect(after).toEqual({ ...before, sections: { ...before.sections, whereabouts: false } });
    await end(guest, made).expect(204);
  });

  it('do not erase the result of an hour that was already played', async () => {
    const [winner, loser] = [player, opponent];
    const booking = await createChallenge();
    await playHour(booking);
    const made = await block(loser, { bookingId: booking.id });
    const named = { playerName: 'Olga', playerEmail: loser.email };
    const { body } = await log(winner, result(booking, { players: [named] })).expect(201);
    const { id } = body as Match;
    await eventually('the loser has the match', async () => (await matchIdsOf(loser)).includes(id));
    await end(loser, made).expect(204);
    const next = await createChallenge();
    await playHour(next);
    const other = await block(player, { playerId: opponent.user.id });
    await log(opponent, result(next)).expect(201);
    await end(player, other).expect(204);
  });

  it('stop a challenge whose booking is not confirmed yet', async () => {
    const [rival, friend] = [await aVerifiedPlayer(), await aVerifiedPlayer()];
    const hours = [];
    for (const challenged of [rival, friend]) {
      const { body } = await book(player);
      await challenge(player, body as Booking, challenged).expect(201);
      hours.push(body as Booking);
    }
    await block(rival, { playerId: player.user.id });
    for (const { id } of hours)
      await host.agent
        .patch(`/api/bookings/${id}/status`)
        .send({ status: 'confirmed' })
        .expect(200);
    await mailbox.arrived(friend.email);
    const { body } = await rival.agent.get('/api/notices').expect(200);
    expect(body).toEqual([]);
    expect(mailbox.to(rival.email)).toEqual([]);
  });

  it('appear by first name in the export of the blocker, and in no other export', async () => {
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
