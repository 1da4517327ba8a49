import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { areDefaults, formulaInForce } from './formula-in-force.js';
import { configuredFormula, formulaNames, parameterFields } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';

const given = specification(formulaInForce);
const USUAL = 'games-share-glicko-1';
const recordedAt = '2027-03-10T12:00:00.000Z';
const evidence = {
  replayId: 'replay-1',
  sport: 'tennis' as const,
  asOf: '2027-03-10T08:00:00.000Z',
  inputPosition: '00000000000000000042',
  verdict: 'better' as const,
  matches: 500,
  pairings: 90,
  difference: -0.01,
  interval: { least: -0.0198, most: -0.0002 },
};
const adoptionDetails = {
  adoptedBy: 'operator',
  reason: 'It forecasts better.',
  evidence,
  acknowledged: false,
};
const adopt = (
  formulaName: string,
  parameters: Record<string, number | boolean> = {},
  expectedCurrent = USUAL,
) =>
  ({
    type: 'AdoptFormula',
    data: { formula: formulaName, parameters, expectedCurrent, ...adoptionDetails, at: recordedAt },
  }) as const;
const adopted = (
  formulaName: string,
  formulaId: string,
  replaced: string,
  parameters = {},
): RatingFormulaEvent => ({
  type: 'RatingFormulaAdopted',
  data: {
    formula: formulaName,
    parameters,
    formulaId,
    replaced,
    ...adoptionDetails,
    adoptedAt: recordedAt,
  },
});

describe('the formula in force', () => {
  it('can be replaced by another formula', () => {
    given()
      .when(adopt('elo'))
      .then(adopted('elo', 'elo-1', USUAL));
  });

  it('can be reverted to the previous formula', () => {
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('games-share-glicko', {}, 'elo-1'))
      .then(adopted('games-share-glicko', USUAL, 'elo-1'));
  });

  it('rejects an adoption that expects another formula', () => {
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('glicko2'))
      .thenRefused('conflict');
  });

  it.each([
    ['without a replay', null],
    ['that forecasts worse', { ...evidence, verdict: 'worse' }],
    ['with no clear difference', { ...evidence, verdict: 'unclear' }],
    ['with too few matches', { ...evidence, verdict: 'too_few' }],
  ] as const)('is replaced %s only if the admin acknowledges it', (_, weakEvidence) => {
    const command = adopt('elo');
    const withEvidence = { ...command.data, evidence: weakEvidence };
    given()
      .when({ ...command, data: withEvidence })
      .thenRefused('evidence_unacknowledged');
    given()
      .when({ ...command, data: { ...withEvidence, acknowledged: true } })
      .then({
        type: 'RatingFormulaAdopted',
        data: {
          ...(adopted('elo', 'elo-1', USUAL).data as object),
          evidence: weakEvidence,
          acknowledged: true,
        } as RatingFormulaEvent['data'],
      });
  });

  it('is the default of a release without an acknowledgment', () => {
    const { evidence: _, acknowledged: __, ...adoption } = adopt('elo').data;
    given()
      .when({ type: 'AdoptDefaultFormula', data: adoption })
      .then({
        type: 'RatingFormulaAdopted',
        data: { ...adopted('elo', 'elo-1', USUAL).data, evidence: null, acknowledged: false },
      });
  });

  it('is the newest default until a person adopts one', () => {
    const adoptedBy = (actorId: string) => ({ data: { adoptedBy: actorId } }) as never;
    expect(areDefaults([], 'system')).toBe(true);
    expect(areDefaults([adoptedBy('system')], 'system')).toBe(true);
    expect(areDefaults([adoptedBy('system'), adoptedBy('ada')], 'system')).toBe(false);
  });

  it('ignores an adoption of the current formula', () => {
    given()
      .when(adopt('games-share-glicko', { start: 4 }))
      .thenNothing();
    given(adopted('elo', 'elo-1', USUAL))
      .when(adopt('elo'))
      .thenNothing();
  });

  it('rejects unknown formulas, unknown parameters, and invalid values', () => {
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

  it.each([
    ['glicko2', { periodDays: 0 }],
    ['glicko2', { startDeviation: 1e200 }],
    ['elo', { offset: 0 }],
    ['elo', { surfaceShare: 1.1 }],
    ['games-share-glicko', { mostGames: Infinity }],
    ['games-share-glicko', { winnerNeverDrops: 1 }],
  ])('rejects %s with %j, which is out of range', (formulaName, parameters) => {
    given().when(adopt(formulaName, parameters)).thenRefused('invalid_request');
  });

  it('keeps a formula that an earlier release adopted with a value out of range', () => {
    const parameters = { surfaceDeviation: 0 };
    const formulaId = 'games-share-glicko-1(surfaceDeviation=0)';
    expect(configuredFormula('games-share-glicko', parameters).formula.id).toBe(formulaId);
    given(adopted('games-share-glicko', formulaId, USUAL, parameters))
      .when(adopt('elo', {}, formulaId))
      .then(adopted('elo', 'elo-1', formulaId));
  });

  it.each(formulaNames)('accepts %s with its defaults, which are in range', (formulaName) => {
    const { parameters } = configuredFormula(formulaName).formula;
    expect(configuredFormula(formulaName, parameters).formula.parameters).toEqual(parameters);
    expect(Object.keys(parameterFields(formulaName)).sort()).toEqual(
      Object.keys(parameters).sort(),
    );
  });
});

describe('a formula id', () => {
  it('lists changed parameters in order', () => {
    expect(configuredFormula('games-share-glicko', { start: 3, gameWeight: 0.3 }).formula.id).toBe(
      'games-share-glicko-1(gameWeight=0.3,start=3)',
    );
    expect(
      configuredFormula('games-share-glicko', { gameWeight: 0.3, start: 3 }).formula.parameters,
    ).toMatchObject({
      start: 3,
    });
  });

  it('omits parameters that equal their default', () => {
    expect(configuredFormula('games-share-glicko', { start: 4 }).formula.id).toBe(USUAL);
  });
});

it.each(formulaNames)('%s displays a newcomer at 4', (name) => {
  const { formula, shown } = configuredFormula(name);
  const { skill } = formula.start(null);
  expect(shown({ skill, surfaces: new Map() }, 0)).toMatchObject({
    figure: 4,
    matches: 0,
    provisional: true,
  });
});

it('Elo and the default formula display about the same figure for equal forecasts', () => {
  const { formula, shown } = configuredFormula('elo');
  const { skill } = formula.start(null);
  const better = {
    skill: { ...skill, mean: skill.mean + 400 / Math.log2(10) },
    surfaces: new Map(),
  };
  // Odds of two to one are a difference of ln 2 / (gameSlope matchSlope) points.
  expect(shown(better, 0).figure).toBeCloseTo(4 + Math.LN2 / (Math.log(1.5) * 3.601), 2);
});
