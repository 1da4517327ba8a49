import { describe, expect, it } from '@jest/globals';
import { LAST_RECEIPTS } from '@courtly/contracts/rating-replays';
import { configuredFormula } from './formulas.js';
import type { RatedMatch } from '../ratings/formula.js';
import { asDocument } from '../../../testing/rated-history.js';
import { profileFold } from './player-profile.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const timestamp = start + 100 * DAY;

const singles = (firstPlayer: string, other: string, day: number): RatedMatch => ({
  matchId: `${firstPlayer} ${other} ${day}`,
  playedAt: start + day * DAY,
  position: day,
  discipline: 'singles',
  surface: day % 2 === 0 ? 'hard' : 'clay',
  sides: [[firstPlayer], [other]],
  games: [6, 3],
  winner: 0,
  weight: { value: 1, reasons: ['confirmed'] },
});

const profileOf = (playerId: string, matches: readonly RatedMatch[]) => {
  const { take, profile } = profileFold(
    configuredFormula('games-share-glicko'),
    playerId,
    'tennis',
  );
  for (const match of matches) take(asDocument(match));
  return profile(timestamp);
};

describe("a player's profile", () => {
  const matches = Array.from({ length: 12 }, (_, day) =>
    singles('ann', day === 5 ? 'cleo' : 'ben', day),
  );

  it('contains the figures of the table and the latest receipts, newest first', () => {
    const { row, receipts } = profileOf('ann', matches);
    expect(row).toMatchObject({
      playerId: 'ann',
      wins: 12,
      singles: { rank: 1, matches: 12 },
      doubles: null,
    });
    expect(row!.singles!.surfaces.map(({ surface }) => surface).sort()).toEqual(['clay', 'hard']);
    expect(receipts).toHaveLength(LAST_RECEIPTS);
    expect(receipts.map(({ matchId }) => matchId)).toEqual(
      matches
        .slice(-LAST_RECEIPTS)
        .map(({ matchId }) => matchId)
        .reverse(),
    );
    expect(new Set(receipts.map(({ playerId }) => playerId))).toEqual(new Set(['ann']));
  });

  it('shows no rank and a provisional rating after one match', () =>
    expect(profileOf('cleo', matches).row!.singles).toMatchObject({
      rank: null,
      provisional: true,
      matches: 1,
    }));

  it('stays empty before the first rated match', () =>
    expect(profileOf('dev', matches)).toEqual({ row: null, receipts: [] }));
});
