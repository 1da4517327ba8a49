import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { histories } from '../../../testing/rated-matches.js';
import { referenceRatings } from '../../../tools/ratings/reference-ratings.js';
import { elo } from './elo.js';
import { evidenceDefaults, evidenceGlicko } from './evidence-glicko.js';
import { RatingFold, type Receipt } from './fold.js';
import { type Formula, type RatedMatch, byRatingOrder } from './formula.js';
import { gamesShareDefaults, gamesShareGlicko } from './games-share-glicko.js';
import { glicko2 } from './glicko2.js';

const formulas: readonly Formula[] = [
  gamesShareGlicko(),
  evidenceGlicko(),
  elo(),
  elo({ surfaceShare: 0.5 }),
  glicko2(),
];

const folded = (
  matches: readonly RatedMatch[],
  ratingFormula: Formula = gamesShareGlicko(),
): RatingFold => {
  const fold = new RatingFold(ratingFormula);
  for (const match of [...matches].sort(byRatingOrder)) fold.rateMatch(match);
  return fold;
};

/** One line per estimate with a rated match. */
const linesOf = (fold: RatingFold): string => {
  const lines: string[] = [];
  for (const matchDiscipline of ['singles', 'doubles'] as const)
    for (const [player, { skill, surfaces }] of fold.allRatings(matchDiscipline))
      for (const [surfaceName, { mean, deviation, matches }] of [['', skill] as const, ...surfaces])
        if (matches > 0)
          lines.push(
            `${matchDiscipline} ${player}${surfaceName && ` ${surfaceName}`} ${mean} ${deviation} ${matches}`,
          );
  return lines.sort().join('\n');
};

const match = (parameterChanges: Partial<RatedMatch> = {}): RatedMatch => ({
  matchId: 'm1',
  playedAt: Date.UTC(2026, 4, 1),
  position: 1,
  discipline: 'singles',
  surface: 'hard',
  sides: [['ana'], ['ben']],
  games: [6, 3],
  winner: 0,
  weight: { value: 1, reasons: ['confirmed'] },
  ...parameterChanges,
});

const receiptsOf = (...matches: RatedMatch[]): Receipt[] => {
  const receipts: Receipt[] = [];
  const fold = new RatingFold(gamesShareGlicko(), {
    onReceipt: (ratingReceipt) => receipts.push(ratingReceipt),
  });
  for (const ratedMatch of matches) fold.rateMatch(ratedMatch);
  return receipts;
};

describe('a rating fold', () => {
  it('does not depend on the order in which a store returns matches', () =>
    fc.assert(
      fc.property(histories, fc.constantFrom(...formulas), (matches, ratingFormula) => {
        expect(linesOf(folded([...matches].reverse(), ratingFormula))).toBe(
          linesOf(folded(matches, ratingFormula)),
        );
      }),
      { numRuns: 50 },
    ));

  it('equals a plain reference implementation, to the last digit', () =>
    fc.assert(
      fc.property(histories, (matches) => {
        const inTime = [...matches].sort(byRatingOrder);
        expect(linesOf(folded(matches))).toBe(referenceRatings(inTime, gamesShareDefaults));
        const hours = inTime.map((ratedMatch) => ({ ...ratedMatch, hours: 1 }));
        expect(linesOf(folded(hours, evidenceGlicko()))).toBe(
          referenceRatings(hours, evidenceDefaults),
        );
      }),
      { numRuns: 200 },
    ));

  it('produces the same numbers on every machine', () => {
    const generated = fc.sample(histories, { numRuns: 100, seed: 42 }).flat();
    const matches = generated.map((ratedMatch, position) => ({ ...ratedMatch, position }));
    const hash = createHash('sha256')
      .update(linesOf(folded(matches)))
      .digest('hex');
    expect(hash).toBe('5aa6ca075faee9fe9251c72daed4a318013205d0043183f610eb59f1b627cce7');
  });

  it('treats a withdrawn match as if it had never been logged', () =>
    fc.assert(
      fc.property(histories, fc.nat(), (matches, timestamp) => {
        const withdrawn = matches[timestamp % matches.length]!;
        const disputed = matches.map((ratedMatch) =>
          ratedMatch === withdrawn
            ? { ...ratedMatch, weight: { value: 0, reasons: ['disputed'] as const } }
            : ratedMatch,
        );
        const without = matches.filter((ratedMatch) => ratedMatch !== withdrawn);
        expect(linesOf(folded(disputed))).toBe(linesOf(folded(without)));
      }),
      { numRuns: 50 },
    ));
});

describe('rating receipts', () => {
  it('contain both shares and both ratings, each starting where the previous one ended', () => {
    const [ana, ben, later] = receiptsOf(
      match(),
      match({ matchId: 'm2', position: 2, games: [6, 0] }),
    );
    expect(ana).toMatchObject({
      matchId: 'm1',
      playerId: 'ana',
      expected: 0.5,
      actual: 0.666667,
      held: false,
    });
    expect(ben).toMatchObject({
      playerId: 'ben',
      expected: 0.5,
      actual: 0.333333,
      formula: 'games-share-glicko-1',
    });
    expect(ana!.after.skill.mean).toBeGreaterThan(4);
    expect(ana!.after.skill.mean - 4).toBeCloseTo(4 - ben!.after.skill.mean, 6);
    expect(later).toMatchObject({ matchId: 'm2', before: ana!.after });
  });

  it('reduce the weight of a second meeting within 30 days, but not a moment later', () => {
    const span = gamesShareDefaults.repeatedPairDays * 86_400_000;
    const { playedAt } = match();
    const again = match({ playedAt: playedAt + span, sides: [['ben'], ['ana']], position: 2 });
    expect(receiptsOf(match(), again).at(-1)!.weight).toEqual({
      value: 1 / Math.sqrt(2),
      reasons: ['confirmed', 'repeated_pair'],
    });
    const later = { ...again, playedAt: playedAt + span + 1 };
    expect(receiptsOf(match(), later).at(-1)!.weight).toEqual({ value: 1, reasons: ['confirmed'] });
  });

  it("leave both ratings unchanged if the winner's would drop", () => {
    const strong = Array.from({ length: 12 }, (_, n) =>
      match({ position: n, games: [6, 0], sides: [['ana'], [`p${n}`]] }),
    );
    const [ana, ben] = receiptsOf(...strong, match({ position: 99, games: [7, 6] })).slice(-2);
    expect(ana).toMatchObject({ held: true, after: { skill: { mean: ana!.before.skill.mean } } });
    expect(ben).toMatchObject({ held: true, after: { skill: { mean: ben!.before.skill.mean } } });
  });

  it('leave ratings unchanged after a match without weight', () => {
    const [ana] = receiptsOf(match({ weight: { value: 0, reasons: ['unclaimed'] } }));
    expect(ana!.after).toEqual(ana!.before);
  });

  it('separate singles and doubles', () => {
    const both = match({
      discipline: 'doubles',
      sides: [
        ['ana', 'cleo'],
        ['ben', 'dev'],
      ],
      position: 2,
    });
    const receipts = receiptsOf(match(), both);
    expect(receipts).toHaveLength(6);
    expect(receipts[2]!.before.skill).toMatchObject({ mean: 4, matches: 0 });
  });
});

it('starts a player at the initial estimate', () => {
  const fold = new RatingFold(gamesShareGlicko(), {
    guess: (player) => (player === 'ana' ? 5.5 : null),
  });
  expect(fold.forecast(match())).toBeGreaterThan(0.6);
  expect(fold.rating('singles', 'ana')!.skill.mean).toBe(5.5);
  expect(fold.rating('doubles', 'ana')).toBeNull();
});
