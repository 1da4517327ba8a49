import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANSWER_BY,
  LOGGED_AT,
  LOG_BY,
  autoConfirmed,
  disputeSettled,
  matchConfirmed,
  matchDisputed,
  matchLogged,
  matchWithdrawn,
  olga,
  playerAdded,
  playerLeft,
} from '../../../testing/match.js';
import type { MatchEvent } from './match.events.js';
import { match } from './match.js';
import { matchView } from './match-view.js';

const namesById = new Map([
  ['pavel', { firstName: 'Pavel', lastName: 'Ace' }],
  ['olga', { firstName: 'Olga', lastName: 'Volley' }],
]);
const seenBy = (userId: string, ...events: MatchEvent[]) =>
  matchView(foldAll(match, [matchLogged({ notes: 'Windy.' }), ...events])!, userId, {
    courtName: 'Roxbury Court',
    people: namesById,
    matchLogDays: 14,
    at: LOGGED_AT,
  });

describe('a match seen by its logger', () => {
  it('hides whether a player has an account', () => {
    const stranger = { name: 'Olga', email: 'olga@example.test', playerId: null, answerBy: null };
    expect(seenBy('pavel', playerAdded(olga))).toEqual(seenBy('pavel', playerAdded(stranger)));
  });
  it('shows the account of an opponent who has responded', () =>
    expect(seenBy('pavel', playerAdded(olga), matchConfirmed()).players).toEqual([
      expect.objectContaining({
        playerId: 'olga',
        playerName: 'Olga Volley',
        isRegistered: true,
        playerEmail: 'olga@example.test',
      }),
    ]));
  it('shows the typed name of an opponent who did not respond in time', () =>
    expect(seenBy('pavel', playerAdded(olga), autoConfirmed()).players).toEqual([
      expect.objectContaining({ playerId: null, playerName: 'Olga', answer: 'none' }),
    ]));
  it('shows who was not there by their typed name', () =>
    expect(seenBy('pavel', playerAdded(olga), playerLeft())).toMatchObject({
      status: 'incomplete',
      withdrawal: 'withdraw',
      players: [{ playerId: null, playerName: 'Olga', answer: 'absent' }],
    }));
  it('can be logged again after a withdrawal until the last day', () => {
    expect(seenBy('pavel', playerAdded(olga)).logBy).toBeNull();
    expect(seenBy('pavel', playerAdded(olga), matchWithdrawn()).logBy).toBe(LOG_BY);
  });
  it("shows the logger's notes", () => expect(seenBy('pavel').notes).toBe('Windy.'));
});

describe('a match seen by an opponent', () => {
  it('shows the logger and the deadline, but no notes or emails', () =>
    expect(seenBy('olga', playerAdded(olga))).toMatchObject({
      role: 'opponent',
      loggedBy: { firstName: 'Pavel', lastName: 'Ace' },
      answerBy: ANSWER_BY,
      notes: '',
      players: [{ playerId: 'olga', playerEmail: null }],
    }));
  it('can be disputed until the opponent responds, but not after a ruling', () => {
    const nora = { ...olga, placeId: 'place-2', playerId: 'nora', name: 'Nora' };
    const players = [playerAdded(olga), playerAdded(nora)];
    const mayDispute = (...events: MatchEvent[]) =>
      seenBy('nora', ...players, ...events).mayDispute;
    expect([mayDispute(), mayDispute(matchDisputed(), disputeSettled(false))]).toEqual([
      ...[true, false],
    ]);
    expect(seenBy('olga', ...players, matchDisputed()).mayDispute).toBe(false);
  });
  it('shows no deadline after a response', () =>
    expect(seenBy('olga', playerAdded(olga), matchDisputed())).toMatchObject({
      answerBy: null,
      status: 'disputed',
      reason: 'It was 4-6.',
    }));
});

it('shows an erased logger as a former member', () => {
  const erased = matchView(foldAll(match, [matchLogged()])!, 'olga', {
    courtName: 'Roxbury Court',
    people: new Map(),
    matchLogDays: 14,
    at: LOGGED_AT,
  });
  expect(erased.loggedBy).toEqual({ firstName: 'Former', lastName: 'member' });
});
