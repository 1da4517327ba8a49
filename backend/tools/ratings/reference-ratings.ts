import type { RatedMatch } from '../../src/play/ratings/formula.js';
import type { EvidenceParameters } from '../../src/play/ratings/evidence-glicko.js';
import type { GamesShareParameters } from '../../src/play/ratings/games-share-glicko.js';

type Number = { mean: number; deviation: number; at: number; matches: number };

const round = (value: number) => Math.round(value * 1e6) / 1e6;
const MILLISECONDS_PER_YEAR = 365.25 * 86_400_000;

/**
 * An independent, naive implementation of both versions of the formula that keeps all meetings of
 * two sides. Shares no code with the product. Returns one line per number, sorted by name.
 */
export const referenceRatings = (
  ratedMatches: Iterable<RatedMatch>,
  parameters: GamesShareParameters & Partial<EvidenceParameters>,
): string => {
  const { gamesPerHour = Infinity, mostShare = 1, newcomerWeight = 1, knownShare = 1 } = parameters;
  const numbers: Record<string, Number> = {};
  const meetingTimes: Record<string, number[]> = {};
  const number = (numberName: string, mean: number, deviation: number) =>
    (numbers[numberName] ??= { mean, deviation, at: 0, matches: 0 });
  const varianceOf = (firstNumber: Number, maximum: number, drift: number, nowMs: number) =>
    firstNumber.matches === 0
      ? firstNumber.deviation * firstNumber.deviation
      : Math.min(
          maximum * maximum,
          firstNumber.deviation * firstNumber.deviation +
            (drift * drift * (nowMs - firstNumber.at)) / MILLISECONDS_PER_YEAR,
        );
  for (const ratedMatch of ratedMatches) {
    if (ratedMatch.weight.value === 0) continue;
    const names = ratedMatch.sides.map((sidePlayers) => [...sidePlayers].sort().join('+'));
    const pair = `${ratedMatch.discipline} ${names.sort().join(' ')}`;
    const windowStart = ratedMatch.playedAt - parameters.repeatedPairDays * 86_400_000;
    const pastMeetings = (meetingTimes[pair] ??= []).filter(
      (playedAtMs) => playedAtMs >= windowStart,
    );
    meetingTimes[pair].push(ratedMatch.playedAt);
    const weight =
      pastMeetings.length === 0
        ? ratedMatch.weight.value
        : ratedMatch.weight.value / Math.sqrt(pastMeetings.length + 1);
    const sidePlayers = ratedMatch.sides.map((sidePlayers) =>
      sidePlayers.map((playerEntry) => {
        const skill = number(
          `${ratedMatch.discipline} ${playerEntry}`,
          parameters.start,
          parameters.startDeviation,
        );
        const surface =
          ratedMatch.surface === null
            ? null
            : number(
                `${ratedMatch.discipline} ${playerEntry} ${ratedMatch.surface}`,
                0,
                parameters.surfaceDeviation,
              );
        const skillVariance = varianceOf(
          skill,
          parameters.startDeviation,
          parameters.skillDrift,
          ratedMatch.playedAt,
        );
        const surfaceVariance =
          surface &&
          varianceOf(
            surface,
            parameters.surfaceDeviation,
            parameters.surfaceDrift,
            ratedMatch.playedAt,
          );
        return { skill, surface, skillVariance, surfaceVariance };
      }),
    );
    const strengths = sidePlayers.map((sidePlayers) => {
      let [mean, variance] = [0, 0];
      for (const { skill, surface, skillVariance, surfaceVariance } of sidePlayers) {
        mean += skill.mean;
        variance += skillVariance;
        if (surface === null) continue;
        mean += surface.mean;
        variance += surfaceVariance!;
      }
      return {
        mean: mean / sidePlayers.length,
        variance: variance / (sidePlayers.length * sidePlayers.length),
      };
    });
    const [firstSide, secondSide] = [strengths[0]!, strengths[1]!];
    const variance = firstSide.variance + secondSide.variance;
    const g =
      1 /
      Math.sqrt(
        1 + (3 * parameters.gameSlope * parameters.gameSlope * variance) / (Math.PI * Math.PI),
      );
    const expected =
      Math.tanh((parameters.gameSlope * g * (firstSide.mean - secondSide.mean)) / 2) / 2;
    const played = ratedMatch.games[0] + ratedMatch.games[1];
    const result = ratedMatch.winner === null ? 0 : ratedMatch.winner === 0 ? 1 : -1;
    const margin =
      played > 0
        ? (ratedMatch.games[0] - ratedMatch.games[1]) / (2 * played)
        : result * (parameters.unscoredShare - 0.5);
    const most = Math.min(parameters.mostGames, gamesPerHour * (ratedMatch.hours ?? Infinity));
    const games = played > 0 ? Math.min(played, most) : parameters.unscoredGames;
    const surprise = Math.min(mostShare - 0.5, Math.max(0.5 - mostShare, margin)) - expected;
    const isWithinLimit = parameters.winnerNeverDrops && result * surprise < 0;
    const resolved = sidePlayers.map(
      (members) =>
        1 -
        members.reduce((sum, { skillVariance }) => sum + skillVariance, 0) /
          members.length /
          parameters.startDeviation ** 2,
    );
    for (const [side, members] of sidePlayers.entries()) {
      const own = Math.min(knownShare, resolved[side]!);
      const other = resolved[1 - side]!;
      const evidence = other >= own ? 1 : newcomerWeight + ((1 - newcomerWeight) * other) / own;
      const counted = parameters.gameWeight * games * weight * evidence;
      const information =
        parameters.gameSlope * parameters.gameSlope * counted * (0.25 - expected * expected);
      const meanChange = isWithinLimit
        ? 0
        : (parameters.gameSlope * counted * surprise) / (1 + information * variance);
      const precision = isWithinLimit ? 0 : information / (1 + information * variance);
      for (const { skill, surface, skillVariance, surfaceVariance } of members) {
        const change = ((side === 0 ? 1 : -1) * meanChange) / members.length;
        const shrink = precision / (members.length * members.length);
        for (const [firstNumber, estimate] of [
          [skill, skillVariance] as const,
          [surface, surfaceVariance] as const,
        ]) {
          if (firstNumber === null || estimate === null) continue;
          firstNumber.mean = round(firstNumber.mean + estimate * change);
          firstNumber.deviation = round(Math.sqrt(estimate * (1 - estimate * shrink)));
          firstNumber.at = ratedMatch.playedAt;
          firstNumber.matches++;
        }
      }
    }
  }
  const textLines = Object.entries(numbers).map(
    ([numberName, { mean, deviation, matches: n }]) => `${numberName} ${mean} ${deviation} ${n}`,
  );
  return textLines.sort().join('\n');
};
