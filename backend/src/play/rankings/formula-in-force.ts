import { DomainError } from '../../platform/kernel/domain-error.js';
import { type Decider, type Message, foldAll } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { DEFAULT_FORMULA, type Parameters, formulaOf } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';

/** Which formula rates everybody. */
export type FormulaInForce = Readonly<{
  formula: string;
  parameters: Parameters;
  formulaId: string;
}>;

export type RatingFormulaCommand = Message<
  'AdoptFormula',
  Readonly<{
    formula: string;
    parameters: Parameters;
    /** The id of the formula that whoever decides believes to be in force. */
    expectedCurrent: string;
    adoptedBy: string;
    reason: string;
    at: string;
  }>
>;

/** The one stream of its kind: `ratings-formula`. */
export const THE_FORMULA = 'formula';

/**
 * The formula in force, the default one until another is adopted; going back is one more adoption. Of two that replace the same
 * formula one wins. What is in force already is adopted without another word.
 */
export const formulaInForce: Decider<FormulaInForce, RatingFormulaCommand, RatingFormulaEvent> = {
  category: 'ratings',
  initial: {
    formula: DEFAULT_FORMULA,
    parameters: {},
    formulaId: formulaOf(DEFAULT_FORMULA).formula.id,
  },

  decide({ data: { at, expectedCurrent, formula, parameters, ...said } }, current) {
    const formulaId = formulaOf(formula, parameters).formula.id;
    if (formulaId === current.formulaId) return [];
    if (expectedCurrent !== current.formulaId)
      throw new DomainError(
        'conflict',
        `Another formula is in force by now: ${current.formulaId}.`,
        {
          current: current.formulaId,
        },
      );
    const adopted = {
      formula,
      parameters,
      formulaId,
      replaced: current.formulaId,
      ...said,
      adoptedAt: at,
    };
    return [{ type: 'RatingFormulaAdopted', data: adopted }];
  },

  evolve: (_, { data: { formula, parameters, formulaId } }) => ({ formula, parameters, formulaId }),
};

/** The formula that was in force at an instant (UTC, null for now), by all events of its stream. */
export const inForceAt = (events: readonly RecordedEvent[], at: string | null): FormulaInForce => {
  const known = events.filter(({ metadata }) => at === null || metadata.at <= at);
  return foldAll(formulaInForce, known as unknown as RatingFormulaEvent[]);
};
