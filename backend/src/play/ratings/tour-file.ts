import type { RatedMatch } from './formula.js';
import { scoreOf } from './score-text.js';

/** A finished match was won by play, so its forecast can be scored. */
export type TourMatch = Readonly<{ match: RatedMatch; finished: boolean }>;

/** The result of reading a row. */
export type TourRow = TourMatch | 'not_played' | Readonly<{ problem: string }>;

const dayOf = (text: string): number | null => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text
    ? null
    : instant;
};

/**
 * Reads a row of professional matches: `played_on` (ISO date), `surface`, `winner_id`, `loser_id`,
 * `score`, `best_of`. The smaller id is side 0, so that a forecast learns nothing from the order.
 * `line` becomes the position.
 */
export const tourRow = (
  row: Readonly<Record<string, string | undefined>>,
  line: number,
): TourRow => {
  const { winner_id: winner, loser_id: loser, best_of: bestOf } = row;
  const playedAt = dayOf(row['played_on'] ?? '');
  const score = scoreOf(row['score'] ?? '');
  if (playedAt === null) return { problem: `played_on "${row['played_on'] ?? ''}" is not a date` };
  if (!winner || !loser || winner === loser)
    return { problem: 'a winner and a different loser are required' };
  if (score === null) return { problem: `score "${row['score'] ?? ''}" cannot be read` };
  if (bestOf !== '3' && bestOf !== '5')
    return { problem: `best_of "${bestOf ?? ''}" is neither 3 nor 5` };
  if (!score.played) return 'not_played';
  const [games, others] = score.games;
  const match = {
    matchId: `line ${line}`,
    playedAt,
    position: line,
    discipline: 'singles',
    surface: row['surface'] || null,
    bestOf: bestOf === '5' ? 5 : 3,
    weight: { value: 1, reasons: [] },
  } as const;
  const sides =
    winner < loser
      ? ({ sides: [[winner], [loser]], games: [games, others], winner: 0 } as const)
      : ({ sides: [[loser], [winner]], games: [others, games], winner: 1 } as const);
  return { match: { ...match, ...sides }, finished: score.finished };
};
