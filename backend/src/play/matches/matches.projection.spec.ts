import { describe, expect, it } from '@jest/globals';
import {
  ANSWER_BY,
  matchConfirmed,
  matchFacts,
  matchLogged,
  olga,
  placeClaimed,
  playerAdded,
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

  it('are auto-confirmed only if unanswered and all opponents have an account', () => {
    expect(after(matchLogged(), playerAdded(olga)).confirmBy).toBe(ANSWER_BY);
    expect(after(matchLogged(), playerAdded(olga), playerAdded(rosa)).confirmBy).toBeNull();
    expect(after(matchLogged(), playerAdded(olga), matchConfirmed()).confirmBy).toBeNull();
  });
});
