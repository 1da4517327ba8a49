import { DAY_MS, type Estimate, type Formula, type Sides, type Standing, resultOf, rounded } from './formula.js';

/** The numbers of Glicko-2. Ratings and deviations are on Glicko's usual scale. */
export type Glicko2Parameters = Readonly<{
  start: number;
  startDeviation: number;
  startVolatility: number;
  /** How much a volatility may change: between 0.3 and 1.2, the less the more improbable surprises are to count. */
  tau: number;
  /** Every match is a rating period; of idle time so many days are one. */
  periodDays: number;
}>;

const defaults: Glicko2Parameters = {
  start: 1_500,
  startDeviation: 350,
  startVolatility: 0.06,
  tau: 0.5,
  periodDays: 30,
};

/** From Glicko's scale to Glicko-2's: 400 / ln 10. */
const SCALE = 400 / Math.log(10);
const TOLERANCE = 1e-6;

/** A result of one period: how far ahead of the opponent the player was, the opponent's deviation, and the score from 0 to 1. */
type Result = Readonly<{ lead: number; deviation: number; score: number; weight: number }>;

const damping = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

const expectation = (lead: number, phi: number): number => 1 / (1 + Math.exp((-damping(phi) * lead) / SCALE));

/** Step 5 of the paper: the root of f by the Illinois algorithm, in the logarithm of the squared volatility. */
const nextVolatility = (phi2: number, volatility: number, v: number, delta2: number, tau: number): number => {
  const a = 2 * Math.log(volatility);
  const f = (x: number) => {
    const e = Math.exp(x);
    const d = phi2 + v + e;
    return (e * (delta2 - d)) / (2 * d * d) - (x - a) / (tau * tau);
  };
  let A = a;
  let B = a - tau;
  if (delta2 > phi2 + v) B = Math.log(delta2 - phi2 - v);
  else while (f(B) < 0) B -= tau;
  let [fA, fB] = [f(A), f(B)];
  while (Math.abs(B - A) > TOLERANCE) {
    const C = A + ((A - B) * fA) / (fB - fA);
    const fC = f(C);
    if (fC * fB <= 0) [A, fA] = [B, fB];
    else fA /= 2;
    [B, fB] = [C, fC];
  }
  return Math.exp(A / 2);
};

/** The deviation before a match, on Glicko-2's scale: step 6 for each idle period (of which the match's own is none). */
const idle = ({ deviation, volatility, at, matches }: Estimate, periodDays: number, now: number): number => {
  const phi = deviation / SCALE;
  const periods = matches === 0 ? 0 : (now - at) / (periodDays * DAY_MS) - 1;
  return periods <= 0 ? phi : Math.sqrt(phi * phi + volatility * volatility * periods);
};

type Rated = Readonly<Pick<Estimate, 'mean' | 'deviation' | 'volatility'>>;

/**
 * One player after one rating period: steps 2 to 8 of Glickman's "Example of the Glicko-2 system" (2012). A weight scales what a
 * result tells; 1 is the paper's.
 */
export const afterPeriod = (before: Rated, results: readonly Result[], tau: number = defaults.tau): Rated => {
  let [information, surprise] = [0, 0];
  for (const { lead, deviation, score, weight } of results) {
    const phi = deviation / SCALE;
    const [g, e] = [damping(phi), expectation(lead, phi)];
    information += weight * g * g * e * (1 - e);
    surprise += weight * g * (score - e);
  }
  const phi = before.deviation / SCALE;
  if (!(information > 0)) return { ...before, deviation: Math.hypot(phi, before.volatility) * SCALE };
  const v = 1 / information;
  const volatility = nextVolatility(phi * phi, before.volatility, v, v * v * surprise * surprise, tau);
  const variance = 1 / (1 / (phi * phi + volatility * volatility) + information);
  return { mean: before.mean + variance * surprise * SCALE, deviation: Math.sqrt(variance) * SCALE, volatility };
};

const meanOf = (side: readonly Standing[]): number =>
  side.reduce((sum, { skill }) => sum + skill.mean, 0) / side.length;

/** Glicko-2 by results alone, without surfaces, every match a period of its own; a side of two is the mean of both. */
export const glicko2 = (changes: Partial<Glicko2Parameters> = {}): Formula => {
  const parameters = { ...defaults, ...changes };
  const { start, startDeviation, startVolatility, tau, periodDays } = parameters;
  const newcomer: Estimate = {
    mean: start,
    deviation: startDeviation,
    volatility: startVolatility,
    at: 0,
    matches: 0,
  };
  const phiOf = (side: readonly Standing[], now: number) =>
    Math.sqrt(side.reduce((sum, { skill }) => sum + idle(skill, periodDays, now) ** 2, 0)) / side.length;
  return {
    id: 'glicko-2-1',
    parameters,
    repeatedPairDays: 0,
    start: () => ({ skill: newcomer, onSurface: newcomer }),
    forecast: ([one, other], { playedAt }) =>
      expectation(meanOf(one) - meanOf(other), Math.hypot(phiOf(one, playedAt), phiOf(other, playedAt))),
    rate: ([one, other], match, weight) => {
      const { playedAt: at } = match;
      const actual = resultOf(match);
      const lead = meanOf(one) - meanOf(other);
      const deviations: Sides<number> = [phiOf(one, at) * SCALE, phiOf(other, at) * SCALE];
      const move = (side: readonly Standing[], result: Result): Standing[] =>
        side.map(({ skill, onSurface }) => {
          const { mean, volatility, matches } = skill;
          const before = { mean, volatility, deviation: idle(skill, periodDays, at) * SCALE };
          const after = afterPeriod(before, [result], tau);
          const estimate: Estimate = {
            mean: rounded(after.mean),
            deviation: rounded(after.deviation),
            // A match moves it by less than a millionth.
            volatility: rounded(after.volatility * 1e3) / 1e3,
            at,
            matches: matches + 1,
          };
          return { skill: estimate, onSurface };
        });
      return {
        expected: rounded(expectation(lead, deviations[1] / SCALE)),
        actual,
        held: false,
        after: [
          move(one, { lead, deviation: deviations[1], score: actual, weight }),
          move(other, { lead: -lead, deviation: deviations[0], score: 1 - actual, weight }),
        ],
      };
    },
  };
};
