import { describe, expect, it } from '@jest/globals';
import {
  type Attack,
  cheapAttacks,
  costlyAttacks,
  noAttack,
  silentClub,
  simulateAttack,
} from '../../../tools/ratings/attacks.js';
import { configuredFormula } from '../rankings/formulas.js';

/** Fixed, so that the table in docs/ratings.md can be repeated. */
const SEEDS = [1, 2, 3, 4, 5];
const TOP_TENTH = 0.1;

const outcomesOf = (attack: Attack, formulaName = 'games-share-glicko-3') =>
  SEEDS.map((seed) => simulateAttack(configuredFormula(formulaName), attack, seed));
const bestShare = (outcomes: ReturnType<typeof outcomesOf>) =>
  Math.min(...outcomes.map(({ share }) => share ?? 1));

describe('an average player who makes up results', () => {
  it.each(cheapAttacks)('does not reach the top tenth with $name', (attack) => {
    expect(bestShare(outcomesOf(attack))).toBeGreaterThan(TOP_TENTH);
  });

  it('reached rank 1 with five fresh accounts under the first formula', () => {
    expect(bestShare(outcomesOf(cheapAttacks[0]!, 'games-share-glicko'))).toBe(0);
  });

  it.each(cheapAttacks.slice(-5))(
    'reached the top tenth under the second formula with $name',
    (attack) => {
      expect(bestShare(outcomesOf(attack, 'games-share-glicko-2'))).toBe(0);
    },
  );

  it.each(costlyAttacks)(
    'reaches the top tenth with $name, as docs/ratings.md states',
    (attack) => {
      expect(bestShare(outcomesOf(attack))).toBeLessThan(TOP_TENTH);
    },
  );
});

describe('honest players', () => {
  it('are nearly all ranked after a year, and in about the right order', () => {
    const [first, second] = ['games-share-glicko', 'games-share-glicko-3'].map((formulaName) =>
      outcomesOf(noAttack, formulaName),
    );
    for (const { ranked } of second!) expect(ranked).toBeGreaterThan(180);
    const meanOf = (outcomes: typeof first) =>
      outcomes!.reduce((sum, { orderRight }) => sum + orderRight, 0) / outcomes!.length;
    expect(meanOf(second)).toBeGreaterThan(meanOf(first) - 0.05);
  });

  it('are nearly all ranked if a third of them do not answer, though in a worse order', () => {
    for (const { ranked, orderRight } of outcomesOf(silentClub)) {
      expect(ranked).toBeGreaterThan(180);
      expect(orderRight).toBeGreaterThan(0.6);
    }
  });
});
