import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANSWER_BY,
  matchConfirmed,
  matchDisputed,
  matchLogged,
  olga,
  playerAdded,
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
  });
  expect(erased.loggedBy).toEqual({ firstName: 'Former', lastName: 'member' });
});
