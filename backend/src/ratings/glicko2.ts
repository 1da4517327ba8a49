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

const expectation = (lead: number, g: number): number => 1 / (1 + Math.exp((-g * lead) / SCALE));

/** What step 5 of the paper looks for the root of: in `x`, the logarithm of the squared volatility. */
type Surprise = Readonly<{ phi2: number; v: number; delta2: number; a: number; tau: number }>;

const f = (x: number, { phi2, v, delta2, a, tau }: Surprise): number => {
  const e = Math.exp(x);
  const d = phi2 + v + e;
  return (e * (delta2 - d)) / (2 * d * d) - (x - a) / (tau * tau);
};

/** Step 5 as the paper has it: the Illinois algorithm. */
export const byIllinois = (surprise: Surprise): number => {
  const { phi2, v, delta2, a, tau } = surprise;
  let A = a;
  let B = a - tau;
  if (delta2 > phi2 + v) B = Math.log(delta2 - phi2 - v);
  else while (f(B, surprise) < 0) B -= tau;
  let [fA, fB] = [f(A, surprise), f(B, surprise)];
  while (Math.abs(B - A) > TOLERANCE) {
    const C = A + ((A - B) * fA) / (fB - fA);
    const fC = f(C, surprise);
    if (fC * fB <= 0) [A, fA] = [B, fB];
    else fA /= 2;
    [B, fB] = [C, fC];
  }
  return A;
};

/**
 * The same root by Newton's method. One match hardly moves a volatility, so that two steps are enough nearly always; where four
 * are not, null.
 */
export const byNewton = ({ phi2, v, delta2, a, tau }: Surprise): number | null => {
  let x = a;
  for (let step = 0; step < 4; step++) {
    const e = Math.exp(x);
    const d = phi2 + v + e;
    const value = (e * (delta2 - d)) / (2 * d * d) - (x - a) / (tau * tau);
    const slope = (e * (delta2 * (d - 2 * e) - d * (d - e))) / (2 * d * d * d) - 1 / (tau * tau);
    const next = x - value / slope;
    if (Math.abs(next - x) < TOLERANCE / 10) return next;
    x = next;
  }
  return null;
};

/** The deviation before a match, on Glicko-2's scale: step 6 for each idle period (of which the match's own is none). */
const idle = ({ deviation, volatility, at, matches }: Estimate, periodDays: number, now: number): number => {
  const phi = deviation / SCALE;
  const periods = matches === 0 ? 0 : (now - at) / (periodDays * DAY_MS) - 1;
  return periods <= 0 ? phi : Math.sqrt(phi * phi + volatility * volatility * periods);
};

/** The same on Glicko's usual scale, at an instant (UTC, milliseconds). */
export const idleDeviation = (estimate: Estimate, periodDays: number, at: number): number =>
  idle(estimate, periodDays, at) * SCALE;

type Rated = Readonly<Pick<Estimate, 'mean' | 'deviation' | 'volatility'>>;

/**
 * One player after one rating period: steps 2 to 8 of Glickman's "Example of the Glicko-2 system" (2012). A weight scales what a
 * result tells; 1 is the paper's.
 */
export const afterPeriod = (before: Rated, results: readonly Result[], tau: number = defaults.tau): Rated => {
  let [information, surprise] = [0, 0];
  for (const { lead, deviation, score, weight } of results) {
    const phi = deviation / SCALE;
    const g = damping(phi);
    const e = expectation(lead, g);
    information += weight * g * g * e * (1 - e);
    surprise += weight * g * (score - e);
  }
  const phi = before.deviation / SCALE;
  if (!(information > 0)) return { ...before, deviation: Math.sqrt(phi * phi + before.volatility ** 2) * SCALE };
  const v = 1 / information;
  const a = 2 * Math.log(before.volatility);
  const seen = { phi2: phi * phi, v, delta2: v * v * surprise * surprise, a, tau };
  const volatility = Math.exp((byNewton(seen) ?? byIllinois(seen)) / 2);
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
  const phiOf = (side: readonly Standing[], now: number) => {
    let sum = 0;
    for (const { skill } of side) sum += idle(skill, periodDays, now) ** 2;
    return Math.sqrt(sum) / side.length;
  };
  return {
    id: 'glicko-2-1',
    parameters,
    repeatedPairDays: 0,
    start: () => ({ skill: newcomer, onSurface: newcomer }),
    forecast: ([one, other], { playedAt }) =>
      expectation(
        meanOf(one) - meanOf(other),
        damping(Math.sqrt(phiOf(one, playedAt) ** 2 + phiOf(other, playedAt) ** 2)),
      ),
    rate: ([one, other], match, weight) => {
      const { playedAt: at } = match;
      const actual = resultOf(match);
      const lead = meanOf(one) - meanOf(other);
      const deviations: Sides<number> = [phiOf(one, at) * SCALE, phiOf(other, at) * SCALE];
      const move = (side: readonly Standing[], result: Result): Standing[] =>
        side.map(({ skill, onSurface }) => {
          const { mean, volatility, matches } = skill;
          const before = { mean, volatility, deviation: idleDeviation(skill, periodDays, at) };
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
        expected: rounded(expectation(lead, damping(deviations[1] / SCALE))),
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
