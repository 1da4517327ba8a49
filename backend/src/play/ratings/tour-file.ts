import type { RatedMatch } from './formula.js';
import { parseScore } from './score-text.js';

/** A `finished` match was decided by play, so its forecast can be scored. */
export type TourMatch = Readonly<{ match: RatedMatch; finished: boolean }>;

/** The result of reading a row. */
export type TourRow = TourMatch | 'not_played' | Readonly<{ problem: string }>;

/** The columns of a match file. */
export const tourColumns = [
  'played_on',
  'surface',
  'winner_id',
  'loser_id',
  'score',
  'best_of',
] as const;

const timestampOf = (dateText: string): number | null => {
  const parsedTimestamp = /^\d{4}-\d{2}-\d{2}$/.test(dateText) ? Date.parse(dateText) : NaN;
  return Number.isNaN(parsedTimestamp) ||
    new Date(parsedTimestamp).toISOString().slice(0, 10) !== dateText
    ? null
    : parsedTimestamp;
};

/**
 * Reads a row of professional matches; `played_on` is an ISO date. The player with the smaller id
 * is side 0, so that the order reveals nothing to a forecast. `lineNumber` becomes the position.
 */
export const tourRow = (
  columnValues: Readonly<Record<string, string | undefined>>,
  lineNumber: number,
): TourRow => {
  const { winner_id: winnerId, loser_id: loserId, best_of: bestOf } = columnValues;
  const playedTimestamp = timestampOf(columnValues['played_on'] ?? '');
  const parsedScore = parseScore(columnValues['score'] ?? '');
  if (playedTimestamp === null)
    return { problem: `played_on "${columnValues['played_on'] ?? ''}" is not a date` };
  if (!winnerId || !loserId || winnerId === loserId)
    return { problem: 'a winner and a different loser are required' };
  if (parsedScore === null)
    return { problem: `score "${columnValues['score'] ?? ''}" cannot be read` };
  if (bestOf !== '3' && bestOf !== '5')
    return { problem: `best_of "${bestOf ?? ''}" is neither 3 nor 5` };
  if (!parsedScore.played) return 'not_played';
  const [winnerGames, loserGames] = parsedScore.games;
  const matchFields = {
    matchId: `line ${lineNumber}`,
    playedAt: playedTimestamp,
    position: lineNumber,
    discipline: 'singles',
    surface: columnValues['surface'] || null,
    bestOf: bestOf === '5' ? 5 : 3,
    weight: { value: 1, reasons: [] },
  } as const;
  const orderedSides =
    winnerId < loserId
      ? ({ sides: [[winnerId], [loserId]], games: [winnerGames, loserGames], winner: 0 } as const)
      : ({ sides: [[loserId], [winnerId]], games: [loserGames, winnerGames], winner: 1 } as const);
  return { match: { ...matchFields, ...orderedSides }, finished: parsedScore.finished };
};
