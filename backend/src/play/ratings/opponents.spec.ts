import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seed } from '../../../testing/seed.js';
import { Opponents } from './opponents.js';

/** Both directions of each meeting, with a gain of 1 for the first player. */
const opponentsOf = (meetings: readonly (readonly [number, number])[], groupShare = 0) => {
  const opponents = new Opponents(groupShare);
  for (const [own, other] of meetings) {
    opponents.addMeeting(own, other, 1);
    opponents.addMeeting(other, own, -1);
  }
  return opponents;
};

/** A club of four in which everyone has met two others. */
const square = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
] as const;

describe('the opponents who are connected to the club without a player', () => {
  it('include all opponents in a club where everyone has met several others', () => {
    expect([...opponentsOf(square).independentOf(0)].sort()).toEqual([1, 3]);
  });

  it('exclude accounts that have met no one else', () => {
    const opponents = opponentsOf([...square, [0, 4], [0, 5]]);
    expect([...opponents.independentOf(0)].sort()).toEqual([1, 3]);
  });

  it('exclude a ring of accounts that only the player connects to the club', () => {
    const opponents = opponentsOf([...square, [0, 4], [0, 5], [4, 5]]);
    expect([...opponents.independentOf(0)].sort()).toEqual([1, 3]);
    expect([...opponents.independentOf(4)]).toContain(0);
  });

  it('exclude everyone in a group that is too small a share of the players', () => {
    const pair = [4, 5] as const;
    expect([...opponentsOf([...square, pair], 0.4).independentOf(4)]).toEqual([]);
    expect([...opponentsOf([...square, pair], 0.2).independentOf(4)]).toEqual([5]);
  });
});

it('adds up the gains against unconnected opponents and the largest other gains', () => {
  const opponents = opponentsOf([...square, [0, 4], [0, 5], [0, 1]]);
  // Players 4 and 5 have met no one else; player 0 gained 2 against player 1 and lost to player 3.
  expect(opponents.unsupportedGain(0, 0)).toBe(2);
  expect(opponents.unsupportedGain(0, 1)).toBe(4);
  expect(opponents.unsupportedGain(3, 2)).toBe(1);
});

it('counts a gain from an unanswered result as unsupported, but not as a meeting', () => {
  const opponents = opponentsOf(square);
  opponents.addSilentGain(0, 3);
  opponents.addSilentGain(0, -1);
  opponents.addSilentGain(1, -5);
  expect(opponents.unsupportedGain(0, 0)).toBe(2);
  expect(opponents.unsupportedGain(1, 0)).toBe(0);
  expect(opponents.countOf(0)).toBe(2);
});

/** Removes the player, and searches the rest from each opponent. */
const slowIndependent = (meetings: readonly (readonly [number, number])[], player: number) => {
  const reachableFrom = (start: number) => {
    const found = new Set([start]);
    for (const current of found)
      for (const [own, other] of meetings) {
        const next = own === current ? other : other === current ? own : player;
        if (next !== player) found.add(next);
      }
    return found.size;
  };
  const met = meetings.flatMap(([own, other]) =>
    own === player ? [other] : other === player ? [own] : [],
  );
  const largest = Math.max(0, ...met.map(reachableFrom));
  return [...new Set(met)].filter((opponent) => reachableFrom(opponent) === largest).sort();
};

it(`finds the same opponents as a search without the player, for any meetings (seed ${seed})`, () =>
  fc.assert(
    fc.property(
      fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
          .filter(([own, other]) => own !== other),
        { minLength: 1, maxLength: 14 },
      ),
      (meetings) => {
        const opponents = opponentsOf(meetings);
        for (let player = 0; player < 10; player++)
          expect([...opponents.independentOf(player)].sort()).toEqual(
            slowIndependent(meetings, player),
          );
      },
    ),
    { seed },
  ));
