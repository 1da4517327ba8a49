import { describe, expect, it } from '@jest/globals';
import type { MatchEvent } from '../matches/match.events.js';
import {
  autoConfirmed,
  disputeSettled,
  matchConfirmed,
  matchDisputed,
  matchLogged,
  matchWithdrawn,
  olga,
  placeClaimed,
  playerAdded,
} from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import { toRatedMatch, ratedMatches } from './rated-matches.projection.js';

const after = (...events: MatchEvent[]) =>
  fold(ratedMatches, ...inStream('match-booking-1_pavel', ...events)).get('booking-1_pavel')!;
const matchWithOpponent = [matchLogged({ notes: 'Windy.' }), playerAdded(olga)];

describe('a match in the ratings', () => {
  it('counts after confirmation or auto-confirmation', () => {
    expect(after(...matchWithOpponent).counts).toBe(false);
    expect(after(...matchWithOpponent, matchConfirmed()).counts).toBe(true);
    expect(toRatedMatch(after(...matchWithOpponent, matchConfirmed()))).toEqual({
      matchId: 'booking-1_pavel',
      playedAt: Date.UTC(2027, 2, 13, 18),
      position: 1n,
      hours: 1,
      surface: 'hard',
      discipline: 'singles',
      sides: [['pavel'], ['olga']],
      games: [6, 4],
      winner: 0,
      weight: { value: 1, reasons: ['confirmed'] },
    });
    expect(toRatedMatch(after(...matchWithOpponent, autoConfirmed()))?.weight.value).toBe(0.7);
  });

  it('stops counting if disputed or withdrawn, until a dispute is rejected', () => {
    expect(after(...matchWithOpponent, matchDisputed()).counts).toBe(false);
    expect(after(...matchWithOpponent, matchDisputed(), disputeSettled(false)).counts).toBe(true);
    expect(after(...matchWithOpponent, matchDisputed(), disputeSettled(true)).counts).toBe(false);
    expect(after(...matchWithOpponent, matchConfirmed(), matchWithdrawn()).counts).toBe(false);
  });

  it('counts once its last player has joined and agreed', () => {
    const partner = playerAdded({ placeId: 'place-2', side: 'partner', name: 'Ann' });
    const second = playerAdded({ placeId: 'place-3', playerId: 'bob', name: 'Bob' });
    const doubles = [
      ...matchWithOpponent,
      partner,
      second,
      matchConfirmed({ discipline: 'doubles' }),
    ];
    expect(after(...doubles).counts).toBe(false);
    const claimed = placeClaimed({
      placeId: 'place-2',
      side: 'partner',
      playerId: 'ann',
      answerBy: null,
    });
    expect(after(...doubles, claimed).counts).toBe(false);
    expect(toRatedMatch(after(...doubles, claimed, matchConfirmed()))?.sides).toEqual([
      ['pavel', 'ann'],
      ['olga', 'bob'],
    ]);
  });

  it('takes the log position of the latest logged result', () => {
    const loggedAgain = [
      ...matchWithOpponent,
      matchWithdrawn(),
      ...matchWithOpponent,
      matchConfirmed(),
    ];
    expect(after(...loggedAgain)).toMatchObject({ counts: true, logged: '4'.padStart(20, '0') });
  });

  it('contains user ids but no personal data', () => {
    const text = JSON.stringify(after(...matchWithOpponent, matchDisputed(), matchWithdrawn()));
    for (const word of ['Windy', 'Olga', 'example.test', 'hash of', 'It was', 'mixed up'])
      expect(text).not.toContain(word);
    expect(after(...matchWithOpponent).playerIds).toEqual(['pavel', 'olga']);
  });
});
