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

const names = new Map([
  ['pavel', { firstName: 'Pavel', lastName: 'Ace' }],
  ['olga', { firstName: 'Olga', lastName: 'Volley' }],
]);
const seenBy = (viewerId: string, ...events: MatchEvent[]) =>
  matchView(foldAll(match, [matchLogged({ notes: 'Windy.' }), ...events])!, viewerId, {
    court: 'Roxbury Court',
    people: names,
  });

describe('a match as its logger sees it', () => {
  it('tells of no account: one with and one without look the same', () => {
    const stranger = { name: 'Olga', email: 'olga@example.test', playerId: null, answerBy: null };
    expect(seenBy('pavel', playerAdded(olga))).toEqual(seenBy('pavel', playerAdded(stranger)));
  });
  it('names who has answered', () =>
    expect(seenBy('pavel', playerAdded(olga), matchConfirmed()).players).toEqual([
      expect.objectContaining({
        playerId: 'olga',
        playerName: 'Olga Volley',
        isRegistered: true,
        playerEmail: 'olga@example.test',
      }),
    ]));
  it('has their notes', () => expect(seenBy('pavel').notes).toBe('Windy.'));
});

describe('a match as an opponent sees it', () => {
  it('says who logged it and until when to answer, and neither notes nor e-mails', () =>
    expect(seenBy('olga', playerAdded(olga))).toMatchObject({
      role: 'opponent',
      loggedBy: { firstName: 'Pavel', lastName: 'Ace' },
      answerBy: ANSWER_BY,
      notes: '',
      players: [{ playerId: 'olga', playerEmail: null }],
    }));
  it('waits for nothing once it is answered', () =>
    expect(seenBy('olga', playerAdded(olga), matchDisputed())).toMatchObject({
      answerBy: null,
      status: 'disputed',
      reason: 'It was 4-6.',
    }));
});

it('names nobody who was erased', () => {
  const erased = matchView(foldAll(match, [matchLogged()])!, 'olga', {
    court: 'Roxbury Court',
    people: new Map(),
  });
  expect(erased.loggedBy).toEqual({ firstName: 'Former', lastName: 'member' });
});
