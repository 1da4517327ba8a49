import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { formulaInForce } from './formula-in-force.js';
import { formulaNames, formulaOf } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';

const given = specification(formulaInForce);
const USUAL = 'games-share-glicko-1';
const at = '2027-03-10T12:00:00.000Z';
const said = { adoptedBy: 'operator', reason: 'It forecasts better.' };
const adopt = (
  formula: string,
  parameters: Record<string, number | boolean> = {},
  expectedCurrent = USUAL,
) =>
  ({ type: 'AdoptFormula', data: { formula, parameters, expectedCurrent, ...said, at } }) as const;
const adopted = (
  formula: string,
  formulaId: string,
  replaced: string,
  parameters = {},
): RatingFormulaEvent => ({
  type: 'RatingFormulaAdopted',
  data: { formula, parameters, formulaId, replaced, ...said, adoptedAt: at },
});

describe('the formula in force', () => {
  it('is replaced by another one', () => {
    given()
      .when(adopt('elo'))
      .then(adopted('elo', 'elo-1', USUAL));
  });

  it('is what it was once somebody goes back', () => {
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('games-share-glicko', {}, 'elo-1'))
      .then(adopted('games-share-glicko', USUAL, 'elo-1'));
  });

  it('is not replaced by who believes that another one is in force', () => {
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('glicko2'))
      .thenRefused('conflict');
  });

  it('is not adopted twice', () => {
    given()
      .when(adopt('games-share-glicko', { start: 4 }))
      .thenNothing();
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('elo'))
      .thenNothing();
  });

  it('has numbers that it knows, of their kind', () => {
    given().when(adopt('pagerank')).thenRefused('invalid_request');
    given().when(adopt('toString')).thenRefused('invalid_request');
    given()
      .when(adopt('elo', { startt: 1_500 }))
      .thenRefused('invalid_request');
    given()
      .when(adopt('elo', { start: true }))
      .thenRefused('invalid_request');
    given()
      .when(adopt('games-share-glicko', { gameWeight: -0.1 }))
      .thenRefused('invalid_request');
    given()
      .when(adopt('games-share-glicko', { gameWeight: NaN }))
      .thenRefused('invalid_request');
  });
});

describe('the id of a formula', () => {
  it('names the numbers that were changed, in their order', () => {
    expect(formulaOf('games-share-glicko', { start: 3, gameWeight: 0.3 }).formula.id).toBe(
      'games-share-glicko-1(gameWeight=0.3,start=3)',
    );
    expect(
      formulaOf('games-share-glicko', { gameWeight: 0.3, start: 3 }).formula.parameters,
    ).toMatchObject({
      start: 3,
    });
  });

  it('stays where a number is set to what it is', () => {
    expect(formulaOf('games-share-glicko', { start: 4 }).formula.id).toBe(USUAL);
  });
});

it.each(formulaNames)('%s shows a newcomer at four, on the scale of the figure', (name) => {
  const { formula, shown } = formulaOf(name);
  const { skill } = formula.start(null);
  expect(shown({ skill, surfaces: new Map() }, 0)).toMatchObject({
    figure: 4,
    matches: 0,
    provisional: true,
  });
});

it('a player whom Elo and the default formula forecast alike has about the same figure', () => {
  const { formula, shown } = formulaOf('elo');
  const { skill } = formula.start(null);
  const better = {
    skill: { ...skill, mean: skill.mean + 400 / Math.log2(10) },
    surfaces: new Map(),
  };
  // Odds of two to one are a point by ln 2 / (gameSlope * matchSlope).
  expect(shown(better, 0).figure).toBeCloseTo(4 + Math.LN2 / (Math.log(1.5) * 3.601), 2);
});
