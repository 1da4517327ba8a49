import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { ChallengedHour, Match } from '@courtly/contracts/matches';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import {
  createConfirmedBooking,
  moveClockTo,
  createCompletedBooking,
} from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import { MatchTokens } from './match-tokens.service.js';

let courtly: Courtly;
let host: Member;
let player: Member;
let opponent: Member;
let court: CourtDetail;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  host = await courtly.register('owner');
  [player, opponent] = [
    await courtly.player(),
    await courtly.register('player', { firstName: 'Olga' }),
  ];
  for (const member of [player, opponent]) await courtly.verifyEmail(member);
  court = await courtly.court(host);
});
afterAll(() => courtly?.stop());

const anHour = (requester = player) => createCompletedBooking(courtly, host, court, requester);
const result = ({ id }: Pick<Booking, 'id'>, more: object = {}) => ({
  bookingId: id,
  result: 'win',
  gamesWon: 6,
  gamesLost: 4,
  ...more,
});
const against = ({ email }: Pick<Member, 'email'>, more: object = {}) => ({
  players: [{ playerName: 'Olga', playerEmail: email, ...more }],
});
const log = (requestBody: object, requester = player) =>
  requester.agent.post('/api/match-results').send(requestBody);
const act = ({ id }: Pick<Match, 'id'>, actionName: string, requester: Member, body?: object) =>
  requester.agent.post(`/api/matches/${id}/${actionName}`).send(body);
const show = async ({ id }: Pick<Match, 'id'>, requester: Member, after = '') =>
  (await requester.agent.get(`/api/matches/${id}`).set('Courtly-After', after).expect(200))
    .body as Match;
const positionOf = (answer: { get(name: string): string | undefined }) =>
  answer.get('Courtly-Position')!;
/** Logs a match and waits until the lists show it. */
const logged = async (more: object = against(opponent)): Promise<Match> => {
  const response = await log(result(await anHour(), more)).expect(201);
  return show(response.body as Match, player, positionOf(response));
};

describe('POST /api/match-results', () => {
  it('logs a result with all players in one request', async () => {
    const booking = await anHour();
    const more = {
      ...against(opponent),
      sets: [{ player1: 6, player2: 4 }],
      notes: 'Windy.',
      discipline: 'singles',
    };
    const { body } = await log(result(booking, more)).expect(201);
    expect(body).toMatchObject({
      bookingId: booking.id,
      userId: player.user.id,
      role: 'logger',
      result: 'win',
      gamesWon: 6,
      gamesLost: 4,
      sets: [{ player1: 6, player2: 4 }],
      notes: 'Windy.',
      discipline: 'singles',
      status: 'waiting',
      playedAt: booking.startTime,
      zone: court.zone,
      surface: 'hard',
      court: { id: court.id, name: court.name },
      players: [{ side: 'opponent', playerName: 'Olga', playerEmail: opponent.email }],
    });
  });

  it('names someone from an earlier match by their id, and no one else', async () => {
    const earlierMatch = await logged();
    await act(earlierMatch, 'confirm', opponent).expect(200);
    const stranger = await courtly.player();
    await courtly.verifyEmail(stranger);
    const picked = ({ user }: Member) => ({
      players: [{ playerName: 'Someone', playerId: user.id }],
    });
    const booking = await anHour();
    await log(result(booking, picked(stranger))).expect(201);
    expect((await stranger.agent.get('/api/matches').expect(200)).body).toEqual([]);
    const response = await log(result(await anHour(), picked(opponent))).expect(201);
    const { id } = response.body as Match;
    expect(await show({ id }, opponent, positionOf(response))).toMatchObject({
      role: 'opponent',
      players: [{ playerId: opponent.user.id, isRegistered: true }],
    });
    await act({ id }, 'confirm', opponent).expect(200);
  });

  it('takes the sport of the booking', async () => {
    const both = await courtly.court(host, { sports: '["tennis","pickleball"]' });
    const booking = await createCompletedBooking(courtly, host, both, player, {
      sport: 'pickleball',
    });
    const { body } = await log(result(booking)).expect(201);
    expect(body).toMatchObject({ sport: 'pickleball' });
  });

  it('accepts the result first and each player afterward', async () => {
    const first = { notes: null, sets: null, gamesWon: 5, gamesLost: 5, result: 'draw' };
    const { id } = (await log(result(await anHour(), first)).expect(201)).body as Match;
    const namedPlayers = {
      playerId: null,
      playerName: 'Olga',
      playerEmail: opponent.email,
      isRegistered: false,
    };
    const addedResponse = await player.agent
      .post('/api/match-players')
      .send({ matchResultId: id, ...namedPlayers })
      .expect(201);
    expect(addedResponse.body).toMatchObject({
      matchResultId: id,
      ...namedPlayers,
      side: 'opponent',
    });
    const listedMatch = await show({ id }, player, positionOf(addedResponse));
    expect(listedMatch).toMatchObject({
      discipline: 'singles',
      players: [{ id: addedResponse.body.id, playerName: 'Olga' }],
    });
  });

  it('returns the same result for a repeated key and refuses a second log', async () => {
    const booking = await anHour();
    const idempotencyKey = randomUUID();
    const send = () => log(result(booking)).set('Idempotency-Key', idempotencyKey).expect(201);
    const { body } = await send();
    expect((await send()).body).toEqual(body);
    const refusedResponse = await log(result(booking)).expect(409);
    expect(refusedResponse.body).toMatchObject({
      code: 'already_logged',
      details: { matchId: body.id },
    });
  });

  it('logs one of many concurrent requests', async () => {
    const booking = await anHour();
    const answers = await Promise.all(Array.from({ length: 6 }, () => log(result(booking))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it("rejects other users' hours and the host", async () => {
    const booking = await anHour();
    for (const otherMember of [opponent, host]) await log(result(booking), otherMember).expect(404);
    await log(result({ id: '0000000000-20990313-00000000' })).expect(404);
  });

  it('rejects an hour that is not over', async () => {
    const booking = await createConfirmedBooking(courtly, host, court, player);
    const { body } = await log(result(booking)).expect(409);
    expect(body).toMatchObject({ code: 'wrong_status', details: { status: 'confirmed' } });
  });

  it.each([
    ['100 games', { gamesWon: 100, gamesLost: 0 }],
    ['negative games', { gamesWon: -1 }],
    ['half a game', { gamesWon: 1.5 }],
    ['a set of 100 games', { sets: [{ player1: 100, player2: 0 }] }],
    ['an unknown result', { result: 'lost' }],
    ['a win with fewer games', { gamesWon: 4, gamesLost: 6 }],
    ['sets that contradict the games', { sets: [{ player1: 0, player2: 6 }] }],
    ['a player without a name', { players: [{ playerName: ' ' }] }],
    ['four other players', { players: Array.from({ length: 4 }, () => ({ playerName: 'Olga' })) }],
    ['an unknown field', { weight: 1 }],
  ])('rejects %s', async (_what, more) => {
    await log(result({ id: '0000000000-20990313-00000000' }, more)).expect(400);
  });

  it('accepts 80 games and rejects a player as their own opponent', async () => {
    const booking = await anHour();
    const refusedResponse = await log(
      result(booking, against({ email: player.email.toUpperCase() })),
    ).expect(400);
    expect(refusedResponse.body.message).toBe(
      "You can't play against yourself. Name another player.",
    );
    await log(result(booking, { result: 'draw', gamesWon: 40, gamesLost: 40 })).expect(201);
  });

  it('lets a challenged player log the hour, with its booking player as opponent', async () => {
    const booking = await createConfirmedBooking(courtly, host, court, player);
    const challengeBody = { bookingId: booking.id, playerId: opponent.user.id };
    await player.agent.post('/api/challenges').send(challengeBody).expect(201);
    await eventually('the challenge is confirmed', async () => {
      const { body } = await opponent.agent.get('/api/notices').expect(200);
      return (body as { type: string }[]).some(({ type }) => type === 'match_challenge');
    });
    await moveClockTo(courtly, booking.endTime);
    const logBody = result(booking);
    const [challengedHour] = await eventually('the hour is listed', async () => {
      const response = await opponent.agent.get('/api/challenged-hours').expect(200);
      return (response.body as ChallengedHour[]).length > 0 && (response.body as ChallengedHour[]);
    });
    expect(challengedHour).toMatchObject({
      bookingId: booking.id,
      court: { name: court.name },
      challenger: { firstName: 'Robin' },
    });
    const { body } = await eventually('the hour is over', async () => {
      const response = await log(logBody, opponent);
      return response.status === 201 && response;
    });
    expect(body).toMatchObject({
      role: 'logger',
      userId: opponent.user.id,
      players: [{ side: 'opponent', playerName: 'Robin Baseline', playerEmail: null }],
    });
    expect((await act(body as Match, 'confirm', player).expect(200)).body).toMatchObject({
      role: 'opponent',
      status: 'confirmed',
    });
    await log(result(booking), player).expect(409);
  });

  it('rejects an hour after the last day to log it', async () => {
    const booking = await anHour();
    const { matchLogDays } = courtly.config.policy;
    const lastMoment = Date.parse(booking.endTime) + matchLogDays * 24 * HOUR_MS;
    await moveClockTo(courtly, new Date(lastMoment).toISOString());
    const { body } = await log(result(booking)).expect(409);
    expect(body.message).toBe('The time to log this hour has passed.');
  });

  it('returns the existing match to a second player', async () => {
    const { id, bookingId } = await logged();
    const { body } = await log(result({ id: bookingId }), opponent).expect(409);
    expect(body).toMatchObject({ code: 'already_logged', details: { matchId: id } });
    expect(body.message).toMatch(/Confirm or dispute/);
  });
});

describe('an opponent with an account', () => {
  it('confirms a match and only then becomes visible to the logger', async () => {
    const match = await logged();
    const originalMatch = await show(match, player);
    expect(originalMatch).toMatchObject({
      status: 'waiting',
      answerBy: null,
      players: [{ playerId: null, isRegistered: false }],
    });
    const seenByOpponent = await show(match, opponent);
    expect(seenByOpponent).toMatchObject({
      role: 'opponent',
      notes: '',
      loggedBy: { firstName: 'Robin' },
    });
    expect(seenByOpponent.answerBy).toBe(
      new Date(Date.parse(match.createdAt) + 48 * HOUR_MS).toISOString(),
    );
    expect(seenByOpponent.players[0]).toMatchObject({
      playerId: opponent.user.id,
      playerEmail: null,
    });
    const confirmed = await act(match, 'confirm', opponent).expect(200);
    expect(confirmed.body).toMatchObject({ status: 'confirmed', answerBy: null });
    expect(await show(match, player, positionOf(confirmed))).toMatchObject({
      players: [{ playerId: opponent.user.id, playerName: 'Olga Baseline', isRegistered: true }],
    });
    const lateResponse = await act(match, 'dispute', opponent, { reason: 'It was 4-6.' }).expect(
      409,
    );
    expect(lateResponse.body).toMatchObject({
      code: 'wrong_status',
      details: { status: 'confirmed' },
    });
  });

  it('disputes a match with a reason', async () => {
    const match = await logged();
    await act(match, 'dispute', opponent, {}).expect(400);
    const { body } = await act(match, 'dispute', opponent, { reason: 'It was 4-6.' }).expect(200);
    expect(body).toMatchObject({ status: 'disputed', reason: 'It was 4-6.' });
    await act(match, 'confirm', opponent).expect(409);
  });

  it('is the only one who can respond', async () => {
    const match = await logged();
    for (const actionName of ['confirm', 'leave']) await act(match, actionName, player).expect(403);
    for (const actionName of ['confirm', 'dispute', 'leave', 'withdraw', 'withdraw/agree'])
      await act(
        match,
        actionName,
        host,
        actionName === 'dispute' || actionName === 'withdraw' ? { reason: 'x' } : undefined,
      ).expect(404);
    await act(match, 'withdraw', opponent, { reason: 'I lost.' }).expect(409);
    await host.agent.get(`/api/matches/${match.id}`).expect(404);
  });

  it('leaves a match that they did not play, and is not named to the logger', async () => {
    const match = await logged();
    const left = await act(match, 'leave', opponent).expect(200);
    await opponent.agent
      .get(`/api/matches/${match.id}`)
      .set('Courtly-After', positionOf(left))
      .expect(404);
    expect(await show(match, player, positionOf(left))).toMatchObject({
      status: 'incomplete',
      withdrawal: 'withdraw',
      players: [{ playerId: null, playerName: 'Olga', answer: 'absent' }],
    });
  });

  it('is assumed to confirm after 48 hours without a response', async () => {
    const match = await logged();
    const answerBy = Date.parse(match.createdAt) + 48 * HOUR_MS;
    await moveClockTo(courtly, new Date(answerBy).toISOString());
    await eventually(
      'the match is auto-confirmed',
      async () => (await show(match, player)).status === 'auto_confirmed',
    );
    expect(await show(match, player)).toMatchObject({
      players: [{ playerId: null, playerName: 'Olga' }],
    });
    await act(match, 'dispute', opponent, { reason: 'It was 4-6.' }).expect(409);
  });
});

describe('a wrong result', () => {
  it('can be withdrawn by both sides after confirmation and logged again', async () => {
    const match = await logged();
    await act(match, 'confirm', opponent).expect(200);
    const asked = await act(match, 'withdraw', player, {
      reason: 'I mixed up the score.',
    }).expect(200);
    expect(asked.body).toMatchObject({ status: 'confirmed', withdrawal: 'asked' });
    expect(await show(match, opponent, positionOf(asked))).toMatchObject({
      withdrawal: 'agree',
      reason: 'I mixed up the score.',
    });
    await act(match, 'withdraw/agree', player).expect(403);
    const { body } = await act(match, 'withdraw/agree', opponent).expect(200);
    expect(body).toMatchObject({ status: 'withdrawn', reason: 'I mixed up the score.' });
    await act(match, 'withdraw', player, { reason: 'Again.' }).expect(409);
    const loggedAgain = await log(
      result({ id: match.bookingId }, { result: 'loss', gamesWon: 4, gamesLost: 6 }),
    ).expect(201);
    expect(loggedAgain.body).toMatchObject({
      id: match.id,
      status: 'waiting',
      result: 'loss',
      players: [],
    });
  });
});

describe('an opponent without a verified email', () => {
  const tokenOf = ({ id, players }: Match) =>
    courtly.app.get(MatchTokens).tokenFor(id, players[0]!.id);

  it('claims their place with the emailed token, then responds', async () => {
    const email = `${randomUUID()}@example.test`;
    const match = await logged(against({ email }));
    const newcomer = await courtly.register('player', { email, firstName: 'Nora' });
    await newcomer.agent.get(`/api/matches/${match.id}`).expect(404);
    const { body } = await act(match, 'claim', newcomer, { token: tokenOf(match) }).expect(200);
    expect(body).toMatchObject({
      role: 'opponent',
      status: 'waiting',
      answerBy: expect.any(String),
    });
    await act(match, 'claim', newcomer, { token: tokenOf(match) }).expect(200);
    await act(match, 'claim', opponent, { token: tokenOf(match) }).expect(403);
    await act(match, 'confirm', newcomer).expect(200);
    const me = await newcomer.agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ isEmailVerified: true });
  });

  it('can already have an account, whose email the token verifies', async () => {
    const newcomer = await courtly.register('player', { firstName: 'Nora' });
    const open = await logged(against(newcomer));
    await newcomer.agent.get(`/api/matches/${open.id}`).expect(404);
    await act(open, 'confirm', newcomer).expect(404);
    await act(open, 'claim', newcomer, { token: tokenOf(open) }).expect(200);
    const held = await logged(against(newcomer));
    await act(held, 'confirm', newcomer).expect(200);
  });

  it('must use the email that was named', async () => {
    const newcomer = await courtly.register('player', { firstName: 'Nora' });
    const match = await logged(against({ email: `${randomUUID()}@example.test` }));
    const { body } = await act(match, 'claim', newcomer, { token: tokenOf(match) }).expect(403);
    expect(body.message).toBe(
      'This invitation was sent to another email. Sign in with the account that uses it.',
    );
    const me = await newcomer.agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ isEmailVerified: false });
  });

  it('claims the place before the invitation expires', async () => {
    const email = `${randomUUID()}@example.test`;
    const match = await logged(against({ email }));
    const newcomer = await courtly.register('player', { email, firstName: 'Nora' });
    const { matchClaimDays } = courtly.config.policy;
    const expiresAt = Date.parse(match.createdAt) + matchClaimDays * 24 * HOUR_MS;
    await moveClockTo(courtly, new Date(expiresAt).toISOString());
    await act(match, 'claim', newcomer, { token: tokenOf(match) }).expect(409);
    await eventually(
      'the match expires',
      async () => (await show(match, player)).status === 'expired',
    );
  });

  it('rejects guessed tokens and the logger', async () => {
    const match = await logged(against({ email: `${randomUUID()}@example.test` }));
    const token = tokenOf(match);
    const guessed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    for (const wrong of [guessed, 'unknown', token.slice(0, -1)])
      await act(match, 'claim', opponent, { token: wrong }).expect(404);
    await act(match, 'claim', player, { token }).expect(403);
  });
});

describe('GET /api/matches', () => {
  it("lists the caller's own matches in pages, newest first", async () => {
    const nora = await courtly.player();
    await courtly.verifyEmail(nora);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const response = await log(result(await anHour(nora), against(opponent)), nora).expect(201);
      ids.unshift((response.body as Match).id);
      await show(response.body as Match, nora, positionOf(response));
    }
    const firstResponse = await nora.agent
      .get(`/api/matches?playerId=${nora.user.id}&limit=2`)
      .expect(200);
    const secondResponse = await nora.agent.get(nextPageUrl(firstResponse)!).expect(200);
    expect([...firstResponse.body, ...secondResponse.body].map(({ id }: Match) => id)).toEqual(ids);
    expect(nextPageUrl(secondResponse)).toBeUndefined();
    await nora.agent.get(`/api/matches?playerId=${player.user.id}`).expect(403);
    const opponentMatches = (await opponent.agent.get('/api/matches?limit=48').expect(200))
      .body as Match[];
    expect(opponentMatches.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});
