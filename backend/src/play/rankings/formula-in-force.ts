import { DomainError } from '../../platform/kernel/domain-error.js';
import { type Decider, type Message, foldAll } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { DEFAULT_FORMULA, type Parameters, formulaOf } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';

/** The formula that rates all players. */
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
    /** The id of the formula that the admin expects to replace. */
    expectedCurrent: string;
    adoptedBy: string;
    reason: string;
    at: string;
  }>
>;

/** The id of the only stream, `ratings-formula`. */
export const THE_FORMULA = 'formula';

/**
 * The formula in force; the default one until another is adopted. Reverting is another adoption. If
 * two adoptions replace the same formula, the second is refused; adopting the current formula does
 * nothing.
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
        `The formula in force has changed to ${current.formulaId}.`,
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

/** The formula in force at an instant (UTC, null for now), folded from all events of its stream. */
export const inForceAt = (events: readonly RecordedEvent[], at: string | null): FormulaInForce => {
  const known = events.filter(({ metadata }) => at === null || metadata.at <= at);
  return foldAll(formulaInForce, known as unknown as RatingFormulaEvent[]);
};
