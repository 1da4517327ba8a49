import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
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
import type { MatchEvent } from './match.events.js';
import { match } from './match.js';
import { ratedMatch } from './rated-match.js';

const rated = (...events: MatchEvent[]) => ratedMatch(foldAll(match, events)!, 7n);
const waiting = [matchLogged(), playerAdded(olga)];
const weightAfter = (...events: MatchEvent[]) => rated(...waiting, ...events)?.weight.value;

describe('what a match counts', () => {
  it('is all of it once an opponent has confirmed', () =>
    expect(rated(...waiting, matchConfirmed())).toEqual({
      matchId: 'booking-1_pavel',
      position: 7n,
      playedAt: Date.UTC(2027, 2, 13, 18),
      surface: 'hard',
      discipline: 'singles',
      sides: [['pavel'], ['olga']],
      games: [6, 4],
      winner: 0,
      weight: { value: 1, reasons: ['confirmed'] },
    }));
  it('is less where time confirmed it', () => expect(weightAfter(autoConfirmed())).toBe(0.7));
  it('is nothing while it waits, is disputed, or was withdrawn', () => {
    expect(weightAfter()).toBeUndefined();
    expect(weightAfter(matchDisputed())).toBeUndefined();
    expect(weightAfter(matchConfirmed(), matchWithdrawn())).toBeUndefined();
  });
  it('follows how a dispute was settled', () => {
    expect(weightAfter(matchDisputed(), disputeSettled(false))).toBe(1);
    expect(weightAfter(matchDisputed(), disputeSettled(true))).toBeUndefined();
  });
  it('is nothing without a game', () =>
    expect(
      rated(matchLogged({ gamesWon: 0, gamesLost: 0 }), playerAdded(olga), matchConfirmed()),
    ).toBeNull());
});

describe('doubles', () => {
  const rosa = { placeId: 'place-2', emailHash: 'hash of rosa' };
  const partner = {
    placeId: 'place-3',
    emailHash: 'hash of ivan',
    side: 'partner',
    playerId: 'ivan',
  } as const;
  const open = [...waiting, playerAdded(rosa), playerAdded(partner), matchConfirmed()];
  it('are not rated while somebody has no account', () => expect(rated(...open)).toBeNull());
  it('are rated once the last place is claimed', () =>
    expect(rated(...open, placeClaimed({ placeId: 'place-2', playerId: 'rosa' }))).toMatchObject({
      discipline: 'doubles',
      sides: [
        ['pavel', 'ivan'],
        ['olga', 'rosa'],
      ],
      weight: { value: 1 },
    }));
  it('are not rated without a partner', () =>
    expect(
      rated(matchLogged({ discipline: 'doubles' }), playerAdded(olga), matchConfirmed()),
    ).toBeNull());
});
