import type { RatedMatch } from '../../src/play/ratings/formula.js';
import type { GamesShareParameters } from '../../src/play/ratings/games-share-glicko.js';

type Number = { mean: number; deviation: number; at: number; matches: number };

const round = (value: number) => Math.round(value * 1e6) / 1e6;
const MILLISECONDS_PER_YEAR = 365.25 * 86_400_000;

/**
 * An independent, naive implementation of the default formula that keeps all meetings of two sides.
 * Shares no code with the product. Returns one line per number, sorted by name.
 */
export const referenceRatings = (
  matches: Iterable<RatedMatch>,
  p: GamesShareParameters,
): string => {
  const numbers: Record<string, Number> = {};
  const meetingTimes: Record<string, number[]> = {};
  const number = (name: string, mean: number, deviation: number) =>
    (numbers[name] ??= { mean, deviation, at: 0, matches: 0 });
  const varianceOf = (firstNumber: Number, maximum: number, drift: number, nowMs: number) =>
    firstNumber.matches === 0
      ? firstNumber.deviation * firstNumber.deviation
      : Math.min(
          maximum * maximum,
          firstNumber.deviation * firstNumber.deviation +
            (drift * drift * (nowMs - firstNumber.at)) / MILLISECONDS_PER_YEAR,
        );
  for (const match of matches) {
    if (match.weight.value === 0) continue;
    const names = match.sides.map((side) => [...side].sort().join('+'));
    const pair = `${match.discipline} ${names.sort().join(' ')}`;
    const since = match.playedAt - p.repeatedPairDays * 86_400_000;
    const pastMeetings = (meetingTimes[pair] ??= []).filter((at) => at >= since);
    meetingTimes[pair].push(match.playedAt);
    const weight =
      pastMeetings.length === 0
        ? match.weight.value
        : match.weight.value / Math.sqrt(pastMeetings.length + 1);
    const sidePlayers = match.sides.map((side) =>
      side.map((player) => {
        const skill = number(`${match.discipline} ${player}`, p.start, p.startDeviation);
        const surface =
          match.surface === null
            ? null
            : number(`${match.discipline} ${player} ${match.surface}`, 0, p.surfaceDeviation);
        const skillVariance = varianceOf(skill, p.startDeviation, p.skillDrift, match.playedAt);
        const surfaceVariance =
          surface && varianceOf(surface, p.surfaceDeviation, p.surfaceDrift, match.playedAt);
        return { skill, surface, skillVariance, surfaceVariance };
      }),
    );
    const strengths = sidePlayers.map((side) => {
      let [mean, variance] = [0, 0];
      for (const { skill, surface, skillVariance, surfaceVariance } of side) {
        mean += skill.mean;
        variance += skillVariance;
        if (surface === null) continue;
        mean += surface.mean;
        variance += surfaceVariance!;
      }
      return { mean: mean / side.length, variance: variance / (side.length * side.length) };
    });
    const [a, b] = [strengths[0]!, strengths[1]!];
    const variance = a.variance + b.variance;
    const g = 1 / Math.sqrt(1 + (3 * p.gameSlope * p.gameSlope * variance) / (Math.PI * Math.PI));
    const expected = Math.tanh((p.gameSlope * g * (a.mean - b.mean)) / 2) / 2;
    const played = match.games[0] + match.games[1];
    const result = match.winner === null ? 0 : match.winner === 0 ? 1 : -1;
    const margin =
      played > 0
        ? (match.games[0] - match.games[1]) / (2 * played)
        : result * (p.unscoredShare - 0.5);
    const games = played > 0 ? Math.min(played, p.mostGames) : p.unscoredGames;
    const counted = p.gameWeight * games * weight;
    const information = p.gameSlope * p.gameSlope * counted * (0.25 - expected * expected);
    const surprise = margin - expected;
    const isWithinLimit = p.winnerNeverDrops && result * surprise < 0;
    const push = isWithinLimit
      ? 0
      : (p.gameSlope * counted * surprise) / (1 + information * variance);
    const pull = isWithinLimit ? 0 : information / (1 + information * variance);
    for (const [side, members] of sidePlayers.entries())
      for (const { skill, surface, skillVariance, surfaceVariance } of members) {
        const change = ((side === 0 ? 1 : -1) * push) / members.length;
        const shrink = pull / (members.length * members.length);
        for (const [firstNumber, estimate] of [
          [skill, skillVariance] as const,
          [surface, surfaceVariance] as const,
        ]) {
          if (firstNumber === null || estimate === null) continue;
          firstNumber.mean = round(firstNumber.mean + estimate * change);
          firstNumber.deviation = round(Math.sqrt(estimate * (1 - estimate * shrink)));
          firstNumber.at = match.playedAt;
          firstNumber.matches++;
        }
      }
  }
  const textLines = Object.entries(numbers).map(
    ([name, { mean, deviation, matches: n }]) => `${name} ${mean} ${deviation} ${n}`,
  );
  return textLines.sort().join('\n');
};
