import type { GamesShareParameters } from '@courtly/backend/play/ratings/games-share-glicko';
import { DAY_MS } from '@courtly/backend/play/ratings/formula';

/** Singles matches with a winner, as columns. Players and surfaces are numbers. */
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

const tableOf = (playerCount: number, surfaces: number, p: GamesShareParameters): Table => {
  const size = playerCount * (1 + surfaces);
  const deviation = new Float64Array(size)
    .fill(p.surfaceDeviation)
    .fill(p.startDeviation, 0, playerCount);
  const mean = new Float64Array(size).fill(p.start, 0, playerCount);
  return { mean, deviation, at: new Float64Array(size), matches: new Int32Array(size) };
};

const MILLISECONDS_PER_YEAR = 365.25 * DAY_MS;
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * Numbers the meetings of a pair within the span. Each player's matches form a chain, latest
 * first.
 */
const meetings = (span: number, { one, other, playedAt }: Columns, playerCount: number) => {
  const latest = new Int32Array(playerCount).fill(-1);
  const [previousRow, beforeOther] = [new Int32Array(one.length), new Int32Array(one.length)];
  return (index: number): number => {
    const [a, b] = [one[index]!, other[index]!];
    let nth = 1;
    let past = latest[a]!;
    while (past >= 0 && playedAt[past]! >= playedAt[index]! - span) {
      if (one[past] === b || other[past] === b) nth++;
      past = one[past] === a ? previousRow[past]! : beforeOther[past]!;
    }
    previousRow[index] = latest[a]!;
    beforeOther[index] = latest[b]!;
    latest[a] = index;
    latest[b] = index;
    return nth;
  };
};

/**
 * The default formula without objects: the baseline for our fold. Side 0 wins or draws each match.
 */
export const bareRatings = (
  matchColumns: Columns,
  playerCount: number,
  surfaces: number,
  p: GamesShareParameters,
): Table => {
  const { one, other, surface, playedAt, games, otherGames, weight } = matchColumns;
  const table = tableOf(playerCount, surfaces, p);
  const { mean, deviation, at, matches } = table;
  const nthOf = meetings(p.repeatedPairDays * DAY_MS, matchColumns, playerCount);
  const variance = (row: number, maximum: number, drift: number, nowMs: number): number => {
    const squared = deviation[row]! * deviation[row]!;
    if (matches[row] === 0) return squared;
    return Math.min(
      maximum * maximum,
      squared + (drift * drift * Math.max(0, nowMs - at[row]!)) / MILLISECONDS_PER_YEAR,
    );
  };
  const move = (row: number, previousRow: number, push: number, pull: number, nowMs: number) => {
    mean[row] = rounded(mean[row]! + previousRow * push);
    deviation[row] = rounded(Math.sqrt(previousRow * (1 - previousRow * pull)));
    at[row] = nowMs;
    matches[row]!++;
  };
  const slope = p.gameSlope;
  for (let index = 0; index < one.length; index++) {
    const [a, b, nowMs] = [one[index]!, other[index]!, playedAt[index]!];
    const offset = playerCount * (1 + surface[index]!);
    const va = variance(a, p.startDeviation, p.skillDrift, nowMs);
    const vb = variance(b, p.startDeviation, p.skillDrift, nowMs);
    const sa = variance(offset + a, p.surfaceDeviation, p.surfaceDrift, nowMs);
    const sb = variance(offset + b, p.surfaceDeviation, p.surfaceDrift, nowMs);
    const lead = mean[a]! + mean[offset + a]! - (mean[b]! + mean[offset + b]!);
    const spread = va + sa + (vb + sb);
    const damping = 1 / Math.sqrt(1 + (3 * slope * slope * spread) / (Math.PI * Math.PI));
    const expected = Math.tanh((slope * damping * lead) / 2) / 2;
    const total = games[index]! + otherGames[index]!;
    const margin = (games[index]! - otherGames[index]!) / (2 * total);
    const nth = nthOf(index);
    const value = nth === 1 ? weight[index]! : weight[index]! / Math.sqrt(nth);
    const counted = p.gameWeight * Math.min(total, p.mostGames) * value;
    const information = slope * slope * counted * (0.25 - expected * expected);
    const surprise = margin - expected;
    const isProvisional = p.winnerNeverDrops && (margin > 0 ? surprise < 0 : surprise > 0);
    const push = isProvisional ? 0 : (slope * counted * surprise) / (1 + information * spread);
    const pull = isProvisional ? 0 : information / (1 + information * spread);
    move(a, va, push, pull, nowMs);
    move(b, vb, -push, pull, nowMs);
    move(offset + a, sa, push, pull, nowMs);
    move(offset + b, sb, -push, pull, nowMs);
  }
  return table;
};
