import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { previewRating } from './aside.js';
import { type Estimate, type RatedMatch, type Standing, rounded } from './formula.js';
import { gamesShareDefaults, gamesShareGlicko } from './games-share-glicko.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const ratingFormula = gamesShareGlicko();
const playedTimestamp = Date.UTC(2026, 4, 1);

const estimate = (mean: fc.Arbitrary<number>, upperBound: number): fc.Arbitrary<Estimate> =>
  fc.record({
    mean,
    deviation: fc.double({ min: 0.05, max: upperBound, noNaN: true }),
    volatility: fc.constant(0),
    at: fc.integer({ min: playedTimestamp - 900 * DAY_MS, max: playedTimestamp }),
    matches: fc.integer({ min: 1, max: 500 }),
  });

const standing: fc.Arbitrary<Standing> = fc.record({
  skill: estimate(fc.double({ min: -5, max: 22, noNaN: true }), gamesShareDefaults.startDeviation),
  onSurface: estimate(
    fc.double({ min: -3, max: 3, noNaN: true }),
    gamesShareDefaults.surfaceDeviation,
  ),
});

const sideRows = fc.array(standing, { minLength: 1, maxLength: 2 });
const games = fc.integer({ min: 0, max: 100 });

const match = (parameterChanges: Partial<RatedMatch> = {}): RatedMatch => ({
  matchId: 'm1',
  playedAt: playedTimestamp,
  position: 1,
  discipline: 'singles',
  surface: 'hard',
  sides: [['ana'], ['ben']],
  games: [6, 4],
  winner: 0,
  weight: { value: 1, reasons: ['confirmed'] },
  ...parameterChanges,
});

const newcomer = ratingFormula.start(null);

describe('games-share Glicko', () => {
  it('mirrors its result when the sides are swapped, to the last digit', () =>
    fc.assert(
      fc.property(
        sideRows,
        sideRows,
        games,
        games,
        fc.constantFrom(0 as const, 1 as const, null),
        (a, b, ownGames, otherGames, winner) => {
          const firstPreview = previewRating(
            ratingFormula,
            [a, b],
            match({ games: [ownGames, otherGames], winner }),
            1,
          );
          const swapped = winner === null ? null : winner === 0 ? 1 : 0;
          const other = previewRating(
            ratingFormula,
            [b, a],
            match({ games: [otherGames, ownGames], winner: swapped }),
            1,
          );
          expect(other.after).toEqual([firstPreview.after[1], firstPreview.after[0]]);
          expect(other.held).toBe(firstPreview.held);
        },
      ),
    ));

  it('stays finite for any score, and caps the number of games', () =>
    fc.assert(
      fc.property(sideRows, sideRows, fc.constantFrom(100, 1_000_000), (a, b, ownGames) => {
        const { after } = previewRating(ratingFormula, [a, b], match({ games: [ownGames, 0] }), 1);
        const upperPreview = previewRating(
          ratingFormula,
          [a, b],
          match({ games: [gamesShareDefaults.mostGames, 0] }),
          1,
        );
        expect(after).toEqual(upperPreview.after);
        for (const { skill, onSurface } of after.flat())
          for (const { mean, deviation } of [skill, onSurface]) {
            expect(Number.isFinite(mean)).toBe(true);
            expect(deviation).toBeGreaterThan(0);
          }
      }),
    ));

  it('reduces the deviation of both players after a match', () =>
    fc.assert(
      fc.property(standing, standing, (a, b) => {
        const still = {
          ...match(),
          playedAt: Math.max(a.skill.at, b.skill.at, a.onSurface.at, b.onSurface.at),
        };
        const fresh = (standing: Standing): Standing => ({
          skill: { ...standing.skill, at: still.playedAt },
          onSurface: { ...standing.onSurface, at: still.playedAt },
        });
        const matchOutcome = previewRating(
          gamesShareGlicko({ winnerNeverDrops: false }),
          [[fresh(a)], [fresh(b)]],
          still,
          1,
        );
        expect(matchOutcome.after[0][0]!.skill.deviation).toBeLessThanOrEqual(
          rounded(a.skill.deviation),
        );
        expect(matchOutcome.after[1][0]!.skill.deviation).toBeLessThanOrEqual(
          rounded(b.skill.deviation),
        );
      }),
    ));

  it('increases the deviation with idle time, up to that of a newcomer', () => {
    const deviationAfter = (days: number) => {
      const parameters = {
        ...newcomer.skill,
        deviation: 0.3,
        at: playedTimestamp - days * DAY_MS,
        matches: 9,
      };
      const { after } = previewRating(
        ratingFormula,
        [[{ ...newcomer, skill: parameters }], [newcomer]],
        match({ games: [1, 1] }),
        1e-9,
      );
      return after[0][0]!.skill.deviation;
    };
    expect(deviationAfter(0)).toBeCloseTo(0.3, 6);
    expect(deviationAfter(30)).toBeGreaterThan(deviationAfter(7));
    expect(deviationAfter(100_000)).toBeCloseTo(gamesShareDefaults.startDeviation, 6);
  });

  it('expects six of ten games from an established player who is a point ahead', () => {
    const parametersOf = (meanRating: number) => ({
      skill: {
        ...newcomer.skill,
        mean: meanRating,
        deviation: 1e-6,
        at: playedTimestamp,
        matches: 50,
      },
      onSurface: { ...newcomer.onSurface, deviation: 1e-6, at: playedTimestamp, matches: 50 },
    });
    expect(
      previewRating(ratingFormula, [[parametersOf(5)], [parametersOf(4)]], match(), 1).expected,
    ).toBe(0.6);
  });

  it('treats a win without games as 6 to 4, and a draw as even', () => {
    const bare = previewRating(
      ratingFormula,
      [[newcomer], [newcomer]],
      match({ games: [0, 0] }),
      1,
    );
    expect(bare).toEqual(
      previewRating(ratingFormula, [[newcomer], [newcomer]], match({ games: [6, 4] }), 1),
    );
    const draw = previewRating(
      ratingFormula,
      [[newcomer], [newcomer]],
      match({ games: [0, 0], winner: null }),
      1,
    );
    expect(draw).toMatchObject({ actual: 0.5, held: false });
  });

  it('moves the newcomer of a doubles side more than the established partner', () => {
    const parameters = {
      ...newcomer,
      skill: { ...newcomer.skill, deviation: 0.2, at: playedTimestamp, matches: 40 },
    };
    const { after } = previewRating(
      ratingFormula,
      [
        [newcomer, parameters],
        [parameters, parameters],
      ],
      match({ games: [9, 3] }),
      1,
    );
    expect(after[0][0]!.skill.mean - 4).toBeGreaterThan(5 * (after[0][1]!.skill.mean - 4));
  });

  it('leaves surface offsets unchanged if the surface is unknown', () => {
    const { after } = previewRating(
      ratingFormula,
      [[newcomer], [newcomer]],
      match({ surface: null }),
      1,
    );
    expect(after[0][0]!.onSurface).toEqual(newcomer.onSurface);
  });
});
