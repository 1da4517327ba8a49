import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Match } from '@courtly/contracts/matches';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { played } from '../../../testing/played.js';
import { eventually } from '../../../testing/stores.js';

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
    PUBLIC_URL: 'http://courtly.example',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  host = await courtly.register('owner');
  [player, opponent] = [
    await courtly.player(),
    await courtly.register('player', { firstName: 'Olga' }),
  ];
  court = await courtly.court(host);
}, 60_000);
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

const logged = async (email: string): Promise<Match> => {
  const { id } = await played(courtly, host, court, player);
  const players = [{ playerName: 'Olga', playerEmail: email }];
  const body = { bookingId: id, result: 'win', gamesWon: 6, gamesLost: 4, players };
  return (await player.agent.post('/api/match-results').send(body).expect(201)).body as Match;
};
const act = ({ id }: Match, what: string, by: Member, body?: object) =>
  by.agent.post(`/api/matches/${id}/${what}`).send(body).expect(200);
const arrived = (email: string, subject: string) =>
  eventually(`a mail "${subject}"`, async () =>
    mailbox.to(email).find((mail) => mail.subject === subject),
  );
const noticed = ({ agent }: Member, type: NotificationItem['type']) =>
  eventually(`a notice ${type}`, async () => {
    const { body } = await agent.get('/api/notices').expect(200);
    return (body as NotificationItem[]).find((notice) => notice.type === type);
  });

describe('somebody without an account', () => {
  it('gets a link by mail with which they take their place', async () => {
    const email = `${randomUUID()}@example.test`;
    const match = await logged(email);
    const { text } = await arrived(email, 'Robin Baseline logged a match with you');
    expect(text).toContain('for their side a win, 6–4.');
    expect(text).not.toContain(court.address);
    const [, matchId, token] = /courtly\.example\/matches\/claim\/([^/\s]+)\/(\S+)/.exec(text!)!;
    expect(matchId).toBe(match.id);
    const newcomer = await courtly.register('player', { email });
    await act(match, 'claim', newcomer, { token });
    await act(match, 'confirm', newcomer);
  });
});

describe('an opponent with an account', () => {
  it('is asked to confirm, by mail and by a notice that says who asks', async () => {
    const match = await logged(opponent.email);
    const { text } = await arrived(opponent.email, 'Please confirm your match');
    expect(text).toContain('http://courtly.example/matches');
    const notice = await noticed(opponent, 'match_to_confirm');
    expect(notice).toMatchObject({
      bookingId: match.bookingId,
      player: { firstName: 'Robin' },
      read: false,
    });
    expect(notice.answerBy).not.toBeNull();
  });

  it('disputes, and who logged it reads why', async () => {
    await act(await logged(opponent.email), 'dispute', opponent, { reason: 'It was 4-6.' });
    expect((await arrived(player.email, 'Your match is disputed')).text).toContain('“It was 4-6.”');
    expect(await noticed(player, 'match_disputed')).toMatchObject({
      player: { firstName: 'Olga' },
    });
  });

  it('is told of a withdrawal, and why', async () => {
    const match = await logged(opponent.email);
    await act(match, 'confirm', opponent);
    await act(match, 'withdraw', player, { reason: 'I mixed up the score.' });
    const { text } = await arrived(opponent.email, 'A match of yours was withdrawn');
    expect(text).toContain('“I mixed up the score.”');
    expect(await noticed(opponent, 'match_withdrawn')).toMatchObject({
      bookingId: match.bookingId,
      read: false,
    });
  });
});

describe('mails about matches', () => {
  it('can be switched off, from the mail itself too, and the notice stays', async () => {
    const reader = await courtly.register('player', { firstName: 'Rosa' });
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
    const before = mailbox.to(reader.email).length;
    const match = await logged(reader.email);
    await act(match, 'withdraw', player, { reason: 'I mixed up the score.' });
    await noticed(reader, 'match_withdrawn');
    // A mail to somebody else, of what happened later, is sent after those that are not.
    const later = await courtly.register('player', { firstName: 'Later' });
    await logged(later.email);
    await arrived(later.email, 'Please confirm your match');
    expect(mailbox.to(reader.email)).toHaveLength(before);
  }, 60_000);
});

describe('whoever is challenged', () => {
  const challenge = (bookingId: string, playerId: string, by = player) =>
    by.agent.post('/api/challenges').send({ bookingId, playerId });
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

  it('hears of the hour once, when it is confirmed, and of nothing but who, where and when', async () => {
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
    const { text } = await arrived(rival.email, 'Robin Baseline challenges you');
    expect(text).toContain(court.name);
    expect(text).not.toContain(court.address);
    expect(text).not.toContain(player.email);
    await challenge(id, rival.user.id).expect(201);
    expect(await challenges(rival)).toHaveLength(1);
  }, 60_000);

  it('is one other person, of an own hour that is ahead', async () => {
    const { id } = await request();
    await challenge(id, opponent.user.id, opponent).expect(404);
    await challenge(id, player.user.id).expect(404);
    await challenge(id, 'nobody').expect(404);
    await challenge(id, opponent.user.id).expect(201);
    expect((await challenge(id, host.user.id).expect(409)).body.code).toBe('wrong_status');
    const over = await played(courtly, host, court, player);
    expect((await challenge(over.id, opponent.user.id).expect(409)).body.code).toBe('wrong_status');
  }, 60_000);
});
