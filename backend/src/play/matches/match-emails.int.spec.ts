import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Match } from '@courtly/contracts/matches';
import type { NotificationItem } from '@courtly/contracts/notifications';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type MailedCourtly, startMailedCourtly } from '../../../testing/mailed-courtly.js';
import type { Mailbox } from '../../../testing/mailbox.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import { EraseMatchEmailsCommand } from './match-erasures.commands.js';
import { match as matchDecider } from './match.js';

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
  host = await courtly.register('owner');
  [player, opponent] = [
    await courtly.player(),
    await courtly.register('player', { firstName: 'Olga' }),
  ];
  for (const member of [player, opponent]) await courtly.verifyEmail(member);
  court = await courtly.court(host);
});
afterAll(() => mailed?.stop());

const logged = async (email: string): Promise<Match> => {
  const { id } = await createCompletedBooking(courtly, host, court, player);
  const players = [{ playerName: 'Olga', playerEmail: email }];
  const body = { bookingId: id, result: 'win', gamesWon: 6, gamesLost: 4, players };
  return (await player.agent.post('/api/match-results').send(body).expect(201)).body as Match;
};
const act = ({ id }: Match, actionName: string, requester: Member, body?: object) =>
  requester.agent.post(`/api/matches/${id}/${actionName}`).send(body).expect(200);
const arrived = (email: string, subject: string) =>
  eventually(`the email "${subject}" arrives`, async () =>
    mailbox.to(email).find((mail) => mail.subject === subject),
  );
const noticed = ({ agent }: Member, type: NotificationItem['type']) =>
  eventually(`the notification ${type} is listed`, async () => {
    const { body } = await agent.get('/api/notices').expect(200);
    return (body as NotificationItem[]).find((notification) => notification.type === type);
  });

describe('a named player without an account', () => {
  it('claims the place through an emailed link', async () => {
    const email = `${randomUUID()}@example.test`;
    const match = await logged(email);
    const { text } = await arrived(email, 'Robin Baseline logged a match with you');
    expect(text).toContain('Their result: win, 6–4.');
    expect(text).not.toContain(court.address);
    const [, matchId, token] = /courtly\.example\/matches\/claim\/([^/\s]+)\/(\S+)/.exec(text!)!;
    expect(matchId).toBe(match.id);
    const newcomer = await courtly.register('player', { email });
    await act(match, 'claim', newcomer, { token });
    await act(match, 'confirm', newcomer);
  });

  it('loses their email at the end of its period, but not the place', async () => {
    const { id, players } = await logged(`${randomUUID()}@example.test`);
    const [place] = players;
    const keys = courtly.app.get(VaultKeys, { strict: false });
    expect(await keys.hasKey(place!.id)).toBe(true);
    const eraseAfter = (days: number) =>
      courtly.app
        .get(CommandBus)
        .execute(
          new EraseMatchEmailsCommand(
            { matchId: id },
            systemContext(
              `erases ${id} ${days}`,
              new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS + days * DAY_MS).toISOString(),
            ),
          ),
        );
    const streams = courtly.app.get(Streams, { strict: false });
    const storedPlace = async () => (await streams.load(matchDecider, id))!.players[0];
    await eraseAfter(364);
    expect(await storedPlace()).toMatchObject({ email: place!.playerEmail });
    await eraseAfter(366);
    expect(await storedPlace()).toMatchObject({ name: 'Olga', email: '', playerId: null });
    expect(await keys.hasKey(place!.id)).toBe(false);
  });
});

describe('an opponent with an account', () => {
  it('receives an email and a notification that ask to confirm the match', async () => {
    const match = await logged(opponent.email);
    const { text } = await arrived(opponent.email, 'Please confirm your match');
    expect(text).toContain('http://courtly.example/matches');
    const notification = await noticed(opponent, 'match_to_confirm');
    expect(notification).toMatchObject({
      bookingId: match.bookingId,
      player: { firstName: 'Robin' },
      read: false,
    });
    expect(notification.answerBy).not.toBeNull();
  });

  it('sends the reason for a dispute to the logger', async () => {
    await act(await logged(opponent.email), 'dispute', opponent, { reason: 'It was 4-6.' });
    expect((await arrived(player.email, 'Your match is disputed')).text).toContain('“It was 4-6.”');
    expect(await noticed(player, 'match_disputed')).toMatchObject({
      player: { firstName: 'Olga' },
    });
  });

  it('receives the reason when the logger withdraws the match', async () => {
    const match = await logged(opponent.email);
    await act(match, 'withdraw', player, { reason: 'I mixed up the score.' });
    const { text } = await arrived(opponent.email, 'Your match was withdrawn');
    expect(text).toContain('“I mixed up the score.”');
    expect(await noticed(opponent, 'match_withdrawn')).toMatchObject({
      bookingId: match.bookingId,
      read: false,
    });
  });
});

it('asks the other side to agree to a withdrawal', async () => {
  const match = await logged(opponent.email);
  await act(match, 'confirm', opponent);
  await arrived(player.email, 'Your result was confirmed');
  expect(await noticed(player, 'match_confirmed')).toMatchObject({
    player: { firstName: 'Olga' },
  });
  await act(match, 'withdraw', player, { reason: 'It was another hour.' });
  const { text } = await arrived(opponent.email, 'Robin Baseline wants to withdraw a match');
  expect(text).toContain('“It was another hour.”');
  expect(await noticed(opponent, 'match_withdrawal')).toMatchObject({
    player: { firstName: 'Robin' },
  });
  await act(match, 'withdraw/agree', opponent);
  await arrived(player.email, 'Your match was withdrawn');
});

describe('match emails', () => {
  it('stop after an unsubscribe link is used, while notifications continue', async () => {
    const reader = await courtly.register('player', { firstName: 'Rosa' });
    await courtly.verifyEmail(reader);
    await logged(reader.email);
    const { text } = await arrived(reader.email, 'Please confirm your match');
    const [, token] = /courtly\.example\/unsubscribe\/([\w.-]+\.matches\.[0-9a-f]{64})/.exec(
      text!,
    )!;
    await courtly.visitor().post(`/api/notices/unsubscribe/${token}`).expect(204);
    const { body } = await reader.agent.get('/api/notices/preferences').expect(200);
    expect(body).toEqual({
      mail: { requests: true, bookings: true, reminders: true, matches: false, messages: true },
    });
    const previousCount = mailbox.to(reader.email).length;
    const match = await logged(reader.email);
    await act(match, 'withdraw', player, { reason: 'I mixed up the score.' });
    await noticed(reader, 'match_withdrawn');
    // Emails are sent in order, so a later email to another user proves that none is pending.
    const later = await courtly.register('player', { firstName: 'Later' });
    await courtly.verifyEmail(later);
    await logged(later.email);
    await arrived(later.email, 'Please confirm your match');
    expect(mailbox.to(reader.email)).toHaveLength(previousCount);
  });
});

describe('a challenged player', () => {
  const challenge = (bookingId: string, playerId: string, requester = player) =>
    requester.agent.post('/api/challenges').send({ bookingId, playerId });
  const request = async () => {
    const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
    const [slot] = await courtly.slots(court.id, addDays(today, 2));
    return (await courtly.book(player, court.id, slot!).expect(201)).body as {
      id: string;
      startTime: string;
    };
  };
  const challenges = async ({ agent }: Member) =>
    ((await agent.get('/api/notices').expect(200)).body as NotificationItem[]).filter(
      ({ type }) => type === 'match_challenge',
    );

  it('receives one notification on confirmation, with only the player, court, and time', async () => {
    const rival = await courtly.register('player', { firstName: 'Rivka' });
    const { id, startTime } = await request();
    await challenge(id, rival.user.id).expect(201);
    await challenge(id, rival.user.id).expect(201);
    expect(await challenges(rival)).toEqual([]);
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
    expect(await noticed(rival, 'match_challenge')).toMatchObject({
      bookingId: '',
      startTime,
      court: { id: court.id, name: court.name },
      player: { firstName: 'Robin', lastName: 'Baseline' },
    });
    const { text } = await arrived(rival.email, 'Robin Baseline challenged you to a match');
    expect(text).toContain(court.name);
    expect(text).not.toContain(court.address);
    expect(text).not.toContain(player.email);
    await challenge(id, rival.user.id).expect(201);
    expect(await challenges(rival)).toHaveLength(1);
  });

  it('must be someone else with an account, challenged to a future hour of the challenger', async () => {
    const { id } = await request();
    await challenge(id, opponent.user.id, opponent).expect(404);
    await challenge(id, player.user.id).expect(404);
    await challenge(id, 'nobody').expect(404);
    await challenge(id, opponent.user.id).expect(201);
    expect((await challenge(id, host.user.id).expect(409)).body.code).toBe('wrong_status');
    const over = await createCompletedBooking(courtly, host, court, player);
    expect((await challenge(over.id, opponent.user.id).expect(409)).body.code).toBe('wrong_status');
  });
});
