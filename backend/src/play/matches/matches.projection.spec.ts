import { describe, expect, it } from '@jest/globals';
import {
  ANSWER_BY,
  CLAIM_BY,
  matchConfirmed,
  matchDisputed,
  matchFacts,
  matchLogged,
  olga,
  placeClaimed,
  playerAdded,
  playerLeft,
  withdrawalAgreed,
  withdrawalRequested,
} from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { MatchEvent } from './match.events.js';
import { matches } from './matches.projection.js';

const { matchId } = matchFacts;
const after = (...events: MatchEvent[]) =>
  fold(matches, ...inStream(`match-${matchId}`, ...events)).get(matchId)!;
const rosa = { placeId: 'place-2', emailHash: 'hash of rosa' };

describe('matches', () => {
  it('are listed for every registered player', () => {
    expect(after(matchLogged(), playerAdded(olga), playerAdded(rosa)).playerIds).toEqual([
      'pavel',
      'olga',
    ]);
    const claimed = after(
      matchLogged(),
      playerAdded(rosa),
      placeClaimed({ placeId: 'place-2', playerId: 'rosa' }),
    );
    expect(claimed.playerIds).toEqual(['pavel', 'rosa']);
    expect(matches.audience!(claimed)).toEqual(['pavel', 'rosa']);
    expect(matches.people!(claimed)).toEqual(['pavel', 'rosa']);
  });

  it('have a deadline while they are open', () => {
    expect(after(matchLogged(), playerAdded(olga)).deadline).toBe(ANSWER_BY);
    expect(after(matchLogged(), playerAdded(olga), playerAdded(rosa)).deadline).toBe(CLAIM_BY);
    expect(after(matchLogged(), playerAdded(olga), matchConfirmed()).deadline).toBeNull();
  });

  it('are hidden from a player who was not there', () => {
    const left = after(matchLogged(), playerAdded(olga), playerLeft());
    expect(left.playerIds).toEqual(['pavel']);
  });

  it('need a ruling while disputed or while a withdrawal is asked for', () => {
    const waiting = [matchLogged(), playerAdded(olga)];
    expect(after(...waiting).needsRuling).toBe(false);
    expect(after(...waiting, matchDisputed()).needsRuling).toBe(true);
    const asked = [...waiting, matchConfirmed(), withdrawalRequested()];
    expect(after(...asked).needsRuling).toBe(true);
    expect(after(...asked, withdrawalAgreed()).needsRuling).toBe(false);
  });
});
