import { expect, it } from '@jest/globals';
import type { RatedMatch } from '../ratings/formula.js';
import { addMatch, emptyRecord } from './player-record.js';
import { flagsOf } from './rating-flags.js';

type Played = Readonly<{
  against?: string;
  won?: boolean;
  logged?: boolean;
  games?: readonly [number, number];
}>;

const flagged = (...matches: readonly Played[]) => {
  const record = emptyRecord();
  for (const [index, played] of matches.entries()) {
    const {
      against = `player ${index}`,
      won = true,
      logged = true,
      games = [6, 4] as const,
    } = played;
    const match: RatedMatch = {
      matchId: `${index}`,
      playedAt: index,
      position: index,
      discipline: 'singles',
      surface: 'hard',
      sides: [['ann'], [against]],
      games,
      winner: won ? 0 : 1,
      weight: { value: 1, reasons: ['confirmed'] },
    };
    addMatch(record, match, { side: 0, courtId: 'roxbury', isLogger: logged });
  }
  return flagsOf(record);
};
const times = (count: number, played: Played): Played[] =>
  Array.from({ length: count }, () => played);

it('flags two players who mostly play each other, from ten matches', () => {
  const withBen = { against: 'ben' };
  expect(flagged(...times(8, withBen), {}, {})).toEqual([
    { kind: 'closed_pair', otherId: 'ben', share: 0.8 },
  ]);
  expect(flagged(...times(8, withBen), {}, {}, {})).toEqual([]);
  expect(flagged(...times(9, withBen))).toEqual([]);
});

it('flags a player who wins what they log and loses what others log', () => {
  const lost = { won: false, logged: false };
  expect(flagged(...times(8, {}), ...times(3, lost))).toEqual([
    { kind: 'one_sided_reports', otherId: null, share: 1 },
  ]);
  expect(flagged(...times(7, {}), ...times(3, lost))).toEqual([]);
  expect(flagged(...times(8, {}), ...times(2, lost))).toEqual([]);
  expect(flagged(...times(8, {}), { won: false }, ...times(3, lost))).toEqual([]);
});

it('flags eight losses in a row, until the next win', () => {
  const lost = { won: false, games: [4, 6] } as const;
  expect(flagged(...times(8, lost)).map(({ kind }) => kind)).toEqual(['losing_run']);
  expect(flagged(...times(7, lost))).toEqual([]);
  expect(flagged(...times(8, lost), {})).toEqual([]);
});

it('flags a newcomer who wins three of four games, until twelve matches', () => {
  const strong = { games: [6, 2], logged: false } as const;
  expect(flagged(...times(5, strong))).toEqual([
    { kind: 'new_and_strong', otherId: null, share: 0.75 },
  ]);
  expect(flagged(...times(4, strong))).toEqual([]);
  expect(flagged(...times(13, strong))).toEqual([]);
});
