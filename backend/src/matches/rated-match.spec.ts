import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../kernel/decider.js';
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
} from '../testing/match.js';
import type { MatchEvent } from './match.events.js';
import { match } from './match.js';
import { ratedMatch } from './rated-match.js';

const rated = (...events: MatchEvent[]) => ratedMatch(foldAll(match, events)!);
const waiting = [matchLogged(), playerAdded(olga)];
const weightAfter = (...events: MatchEvent[]) => rated(...waiting, ...events)?.weight;

describe('what a match counts', () => {
  it('is all of it once an opponent has confirmed', () =>
    expect(rated(...waiting, matchConfirmed())).toEqual({
      ...{ matchId: 'booking-1_pavel', playedAt: '2027-03-13T18:00:00.000Z', surface: 'hard', discipline: 'singles' },
      ...{ us: ['pavel'], them: ['olga'], gamesWon: 6, gamesLost: 4, weight: 1 },
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
    expect(rated(matchLogged({ gamesWon: 0, gamesLost: 0 }), playerAdded(olga), matchConfirmed())).toBeNull());
});

describe('doubles', () => {
  const rosa = { placeId: 'place-2', emailHash: 'hash of rosa' };
  const partner = { placeId: 'place-3', emailHash: 'hash of ivan', side: 'partner', playerId: 'ivan' } as const;
  const open = [...waiting, playerAdded(rosa), playerAdded(partner), matchConfirmed()];
  it('are not rated while somebody has no account', () => expect(rated(...open)).toBeNull());
  it('are rated once the last place is claimed', () =>
    expect(rated(...open, placeClaimed({ placeId: 'place-2', playerId: 'rosa' }))).toMatchObject({
      ...{ discipline: 'doubles', us: ['pavel', 'ivan'], them: ['olga', 'rosa'], weight: 1 },
    }));
  it('are not rated without a partner', () =>
    expect(rated(matchLogged({ discipline: 'doubles' }), playerAdded(olga), matchConfirmed())).toBeNull());
});
