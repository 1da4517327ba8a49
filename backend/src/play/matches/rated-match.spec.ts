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
  playerLeft,
} from '../../../testing/match.js';
import type { MatchEvent } from './match.events.js';
import { match } from './match.js';
import { ratedMatch } from './rated-match.js';

const rated = (...events: MatchEvent[]) => ratedMatch(foldAll(match, events)!, 7n);
const waiting = [matchLogged(), playerAdded(olga)];
const weightAfter = (...events: MatchEvent[]) => rated(...waiting, ...events)?.weight.value;

describe('the weight of a match', () => {
  it('equals 1 after an opponent confirms', () =>
    expect(rated(...waiting, matchConfirmed())).toEqual({
      matchId: 'booking-1_pavel',
      position: 7n,
      hours: 1,
      playedAt: Date.UTC(2027, 2, 13, 18),
      surface: 'hard',
      discipline: 'singles',
      sides: [['pavel'], ['olga']],
      games: [6, 4],
      winner: 0,
      weight: { value: 1, reasons: ['confirmed'] },
    }));
  it('equals 0.7 after auto-confirmation, and names those who were silent', () => {
    expect(weightAfter(autoConfirmed())).toBe(0.7);
    expect(rated(...waiting, autoConfirmed())?.silent).toEqual(['olga']);
    expect(rated(...waiting, matchConfirmed())).not.toHaveProperty('silent');
  });
  it('excludes unanswered, disputed, and withdrawn matches', () => {
    expect(weightAfter()).toBeUndefined();
    expect(weightAfter(matchDisputed())).toBeUndefined();
    expect(weightAfter(matchConfirmed(), matchWithdrawn())).toBeUndefined();
    expect(weightAfter(playerLeft())).toBeUndefined();
  });
  it('follows the decision of a dispute', () => {
    expect(weightAfter(matchDisputed(), disputeSettled(false))).toBe(1);
    expect(weightAfter(matchDisputed(), disputeSettled(true))).toBeUndefined();
  });
  it('excludes a match without games', () =>
    expect(
      rated(matchLogged({ gamesWon: 0, gamesLost: 0 }), playerAdded(olga), matchConfirmed()),
    ).toBeNull());
});

describe('a doubles match', () => {
  const rosa = { placeId: 'place-2', emailHash: 'hash of rosa' };
  const partner = {
    placeId: 'place-3',
    emailHash: 'hash of ivan',
    side: 'partner',
    playerId: 'ivan',
  } as const;
  const open = [...waiting, playerAdded(rosa), playerAdded(partner), matchConfirmed()];
  const claimed = [...open, placeClaimed({ placeId: 'place-2', playerId: 'rosa' })];
  it('does not count while a player has no account', () => expect(rated(...open)).toBeNull());
  it('counts once the last player has joined and agreed', () => {
    expect(rated(...claimed)).toBeNull();
    expect(rated(...claimed, matchConfirmed())).toMatchObject({
      discipline: 'doubles',
      sides: [
        ['pavel', 'ivan'],
        ['olga', 'rosa'],
      ],
      weight: { value: 1 },
    });
  });
  it('names an opponent who was silent although the other agreed', () =>
    expect(rated(...claimed, matchConfirmed({ confirmedBy: 'olga' }))?.silent).toEqual([
      'rosa',
      'ivan',
    ]));
  it('rates the others if one was not there', () => {
    const left = playerLeft({ placeId: 'place-3', side: 'partner', playerId: 'ivan' });
    expect(rated(...claimed, left, matchConfirmed())).toMatchObject({
      discipline: 'doubles',
      sides: [['pavel'], ['olga', 'rosa']],
    });
  });
  it('does not count without a partner', () =>
    expect(
      rated(matchLogged({ discipline: 'doubles' }), playerAdded(olga), matchConfirmed()),
    ).toBeNull());
});
