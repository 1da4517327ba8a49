import type { Estimates } from './estimates.js';
import { DAY_MS, type Estimate, type Formula, type Rows, resultOf, rounded } from './formula.js';

/** Parameters of Glicko-2, on Glicko's usual scale. */
export type Glicko2Parameters = Readonly<{
  start: number;
  startDeviation: number;
  startVolatility: number;
  /**
   * Limits changes of volatility, from 0.3 to 1.2; lower values suit a higher chance of improbable
   * results.
   */
  tau: number;
  /** Every match is a rating period; idle time is divided into periods of this length. */
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

/**
 * One result of a period: the rating lead over the opponent, the opponent's deviation, and the
 * score from 0 to 1.
 */
type Result = Readonly<{ lead: number; deviation: number; score: number; weight: number }>;

const damping = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

const expectation = (lead: number, g: number): number => 1 / (1 + Math.exp((-g * lead) / SCALE));

/** The function of step 5 of the paper, in `x`, the logarithm of the squared volatility. */
type Surprise = Readonly<{ phi2: number; v: number; delta2: number; a: number; tau: number }>;

const f = (x: number, { phi2, v, delta2, a, tau }: Surprise): number => {
  const e = Math.exp(x);
  const d = phi2 + v + e;
  return (e * (delta2 - d)) / (2 * d * d) - (x - a) / (tau * tau);
};

/** Step 5 by the paper's Illinois algorithm. */
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
 * The same root by Newton's method, as the change of the logarithm. A match hardly changes a
 * volatility, so two steps are nearly always enough, and the first needs no exponential. NaN after
 * four steps.
 * @param variance the previous volatility, squared
 */
export const byNewton = (
  phi2: number,
  v: number,
  delta2: number,
  variance: number,
  tau: number,
): number => {
  const stiffness = 1 / (tau * tau);
  let grown = 0;
  let e = variance;
  for (let step = 0; step < 4; step++) {
    const d = phi2 + v + e;
    const value = (e * (delta2 - d)) / (2 * d * d) - grown * stiffness;
    const slope = (e * (delta2 * (d - 2 * e) - d * (d - e))) / (2 * d * d * d) - stiffness;
    const next = grown - value / slope;
    if (Math.abs(next - grown) < TOLERANCE / 10) return next;
    grown = next;
    e = variance * Math.exp(grown);
  }
  return NaN;
};

/**
 * The deviation before a match, on Glicko-2's scale: step 6 for each idle period, without the
 * match's own.
 */
const idle = (
  deviation: number,
  volatility: number,
  idleMs: number,
  periodDays: number,
): number => {
  const phi = deviation / SCALE;
  const periods = idleMs / (periodDays * DAY_MS) - 1;
  return periods <= 0 ? phi : Math.sqrt(phi * phi + volatility * volatility * periods);
};

const phiOf = (skills: Estimates, row: number, periodDays: number, now: number): number => {
  const idleMs = skills.matches(row) === 0 ? 0 : now - skills.at(row);
  return idle(skills.deviation(row), skills.volatility(row), idleMs, periodDays);
};

/** The same on Glicko's usual scale, at `now` (UTC, milliseconds). */
export const idleDeviation = (
  { deviation, volatility, at, matches }: Estimate,
  periodDays: number,
  now: number,
): number => idle(deviation, volatility, matches === 0 ? 0 : now - at, periodDays) * SCALE;

/** Step 5: the volatility after a period. */
const volatilityAfter = (
  phi: number,
  volatility: number,
  information: number,
  surprise: number,
  tau: number,
): number => {
  const v = 1 / information;
  const [phi2, delta2] = [phi * phi, v * v * surprise * surprise];
  const grown = byNewton(phi2, v, delta2, volatility * volatility, tau);
  if (!Number.isNaN(grown)) return volatility * Math.exp(grown / 2);
  return Math.exp(byIllinois({ phi2, v, delta2, a: 2 * Math.log(volatility), tau }) / 2);
};

/** Steps 6 and 7: the variance after a period. */
const varianceAfter = (phi: number, volatility: number, information: number): number =>
  1 / (1 / (phi * phi + volatility * volatility) + information);

type Rated = Readonly<Pick<Estimate, 'mean' | 'deviation' | 'volatility'>>;

/**
 * Rates one player for one period: steps 2 to 8 of Glickman's "Example of the Glicko-2 system"
 * (2012). A weight of 1 is the paper's.
 */
export const afterPeriod = (
  before: Rated,
  results: readonly Result[],
  tau: number = defaults.tau,
): Rated => {
  let [information, surprise] = [0, 0];
  for (const { lead, deviation, score, weight } of results) {
    const phi = deviation / SCALE;
    const g = damping(phi);
    const e = expectation(lead, g);
    information += weight * g * g * e * (1 - e);
    surprise += weight * g * (score - e);
  }
  const phi = before.deviation / SCALE;
  if (!(information > 0))
    return { ...before, deviation: Math.sqrt(phi * phi + before.volatility ** 2) * SCALE };
  const volatility = volatilityAfter(phi, before.volatility, information, surprise, tau);
  const variance = varianceAfter(phi, volatility, information);
  return {
    mean: before.mean + variance * surprise * SCALE,
    deviation: Math.sqrt(variance) * SCALE,
    volatility,
  };
};

const meanOf = (skills: Estimates, side: Rows): number => {
  let sum = 0;
  for (let member = 0; member < side.size; member++) sum += skills.mean(side.skills[member]!);
  return sum / side.size;
};

const sidePhi = (skills: Estimates, side: Rows, periodDays: number, now: number): number => {
  if (side.size === 1) return phiOf(skills, side.skills[0]!, periodDays, now);
  let sum = 0;
  for (let member = 0; member < side.size; member++)
    sum += phiOf(skills, side.skills[member]!, periodDays, now) ** 2;
  return Math.sqrt(sum) / side.size;
};

/**
 * Glicko-2 on results, without surfaces; every match is a period, and a doubles side is the mean of
 * both players.
 */
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
  const move = (
    skills: Estimates,
    side: Rows,
    at: number,
    g: number,
    e: number,
    score: number,
    weight: number,
  ) => {
    const information = weight * g * g * e * (1 - e);
    const surprise = weight * g * (score - e);
    for (let member = 0; member < side.size; member++) {
      const row = side.skills[member]!;
      const phi = phiOf(skills, row, periodDays, at);
      const volatility = volatilityAfter(phi, skills.volatility(row), information, surprise, tau);
      const variance = varianceAfter(phi, volatility, information);
      const mean = rounded(skills.mean(row) + variance * surprise * SCALE);
      // A match moves a volatility by less than a millionth.
      skills.move(
        row,
        mean,
        rounded(Math.sqrt(variance) * SCALE),
        rounded(volatility * 1e3) / 1e3,
        at,
      );
    }
  };
  return {
    id: 'glicko-2-1',
    parameters,
    repeatedPairDays: 0,
    start: () => ({ skill: newcomer, onSurface: newcomer }),
    forecast: ({ skills }, [one, other], { playedAt }) => {
      const [phi, others] = [
        sidePhi(skills, one, periodDays, playedAt),
        sidePhi(skills, other, periodDays, playedAt),
      ];
      return expectation(
        meanOf(skills, one) - meanOf(skills, other),
        damping(Math.sqrt(phi * phi + others * others)),
      );
    },
    rate: ({ skills }, [one, other], match, weight) => {
      const { playedAt: at } = match;
      const actual = resultOf(match);
      const lead = meanOf(skills, one) - meanOf(skills, other);
      const own = damping(sidePhi(skills, one, periodDays, at));
      const others = damping(sidePhi(skills, other, periodDays, at));
      const expected = expectation(lead, others);
      move(skills, one, at, others, expected, actual, weight);
      move(skills, other, at, own, expectation(-lead, own), 1 - actual, weight);
      return { expected: rounded(expected), actual, held: false };
    },
  };
};
