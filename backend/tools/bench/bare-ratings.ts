import type { GamesShareParameters } from '@courtly/backend/play/ratings/games-share-glicko';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';

/** Singles matches with a winner, stored as columns. Players and surfaces are numbers. */
export type Columns = Readonly<{
  one: Int32Array;
  other: Int32Array;
  surface: Int32Array;
  playedAt: Float64Array;
  games: Int32Array;
  otherGames: Int32Array;
  weight: Float64Array;
}>;

/** Skills by player, then by surface and player. */
export type Table = Readonly<{
  mean: Float64Array;
  deviation: Float64Array;
  at: Float64Array;
  matches: Int32Array;
}>;

const tableOf = (
  playerCount: number,
  surfaces: number,
  parameters: GamesShareParameters,
): Table => {
  const size = playerCount * (1 + surfaces);
  const deviation = new Float64Array(size)
    .fill(parameters.surfaceDeviation)
    .fill(parameters.startDeviation, 0, playerCount);
  const meanRatings = new Float64Array(size).fill(parameters.start, 0, playerCount);
  return {
    mean: meanRatings,
    deviation,
    at: new Float64Array(size),
    matches: new Int32Array(size),
  };
};

const MILLISECONDS_PER_YEAR = 365.25 * DAY_MS;
const rounded = (numericValue: number) => Math.round(numericValue * 1e6) / 1e6;

/**
 * Numbers the meetings of each pair within the span. Each player's matches form a chain, latest
 * first.
 */
const meetings = (span: number, { one, other, playedAt }: Columns, playerCount: number) => {
  const latest = new Int32Array(playerCount).fill(-1);
  const [previousRow, beforeOther] = [new Int32Array(one.length), new Int32Array(one.length)];
  return (matchIndex: number): number => {
    const [firstRow, secondRow] = [one[matchIndex]!, other[matchIndex]!];
    let nth = 1;
    let past = latest[firstRow]!;
    while (past >= 0 && playedAt[past]! >= playedAt[matchIndex]! - span) {
      if (one[past] === secondRow || other[past] === secondRow) nth++;
      past = one[past] === firstRow ? previousRow[past]! : beforeOther[past]!;
    }
    previousRow[matchIndex] = latest[firstRow]!;
    beforeOther[matchIndex] = latest[secondRow]!;
    latest[firstRow] = matchIndex;
    latest[secondRow] = matchIndex;
    return nth;
  };
};

/**
 * The default formula without objects, as a baseline for our fold. Side 0 wins or draws each match.
 */
export const bareRatings = (
  matchColumns: Columns,
  playerCount: number,
  surfaces: number,
  parameters: GamesShareParameters,
): Table => {
  const { one, other, surface, playedAt, games, otherGames, weight } = matchColumns;
  const table = tableOf(playerCount, surfaces, parameters);
  const { mean, deviation, at, matches } = table;
  const nthOf = meetings(parameters.repeatedPairDays * DAY_MS, matchColumns, playerCount);
  const variance = (row: number, maximum: number, drift: number, playedAtMs: number): number => {
    const squared = deviation[row]! * deviation[row]!;
    if (matches[row] === 0) return squared;
    return Math.min(
      maximum * maximum,
      squared + (drift * drift * Math.max(0, playedAtMs - at[row]!)) / MILLISECONDS_PER_YEAR,
    );
  };
  const move = (
    row: number,
    previousRow: number,
    push: number,
    pull: number,
    playedAtMs: number,
  ) => {
    mean[row] = rounded(mean[row]! + previousRow * push);
    deviation[row] = rounded(Math.sqrt(previousRow * (1 - previousRow * pull)));
    at[row] = playedAtMs;
    matches[row]!++;
  };
  const slope = parameters.gameSlope;
  for (let matchIndex = 0; matchIndex < one.length; matchIndex++) {
    const [firstRow, secondRow, playedAtMs] = [
      one[matchIndex]!,
      other[matchIndex]!,
      playedAt[matchIndex]!,
    ];
    const itemOffset = playerCount * (1 + surface[matchIndex]!);
    const va = variance(firstRow, parameters.startDeviation, parameters.skillDrift, playedAtMs);
    const vb = variance(secondRow, parameters.startDeviation, parameters.skillDrift, playedAtMs);
    const sa = variance(
      itemOffset + firstRow,
      parameters.surfaceDeviation,
      parameters.surfaceDrift,
      playedAtMs,
    );
    const sb = variance(
      itemOffset + secondRow,
      parameters.surfaceDeviation,
      parameters.surfaceDrift,
      playedAtMs,
    );
    const lead =
      mean[firstRow]! +
      mean[itemOffset + firstRow]! -
      (mean[secondRow]! + mean[itemOffset + secondRow]!);
    const spread = va + sa + (vb + sb);
    const damping = 1 / Math.sqrt(1 + (3 * slope * slope * spread) / (Math.PI * Math.PI));
    const expected = Math.tanh((slope * damping * lead) / 2) / 2;
    const total = games[matchIndex]! + otherGames[matchIndex]!;
    const margin = (games[matchIndex]! - otherGames[matchIndex]!) / (2 * total);
    const nth = nthOf(matchIndex);
    const numericValue = nth === 1 ? weight[matchIndex]! : weight[matchIndex]! / Math.sqrt(nth);
    const counted = parameters.gameWeight * Math.min(total, parameters.mostGames) * numericValue;
    const information = slope * slope * counted * (0.25 - expected * expected);
    const surprise = margin - expected;
    const isProvisional = parameters.winnerNeverDrops && (margin > 0 ? surprise < 0 : surprise > 0);
    const push = isProvisional ? 0 : (slope * counted * surprise) / (1 + information * spread);
    const pull = isProvisional ? 0 : information / (1 + information * spread);
    move(firstRow, va, push, pull, playedAtMs);
    move(secondRow, vb, -push, pull, playedAtMs);
    move(itemOffset + firstRow, sa, push, pull, playedAtMs);
    move(itemOffset + secondRow, sb, -push, pull, playedAtMs);
  }
  return table;
};
