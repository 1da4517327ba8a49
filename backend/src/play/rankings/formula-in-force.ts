import type { EvidenceVerdict } from '@courtly/contracts/rating-replays';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { type Decider, type Message, foldAll } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  FIRST_FORMULA,
  type FormulaParameters,
  checkParameters,
  configuredFormula,
} from './formulas.js';
import { needsAcknowledgement } from './forecast-evidence.js';
import type { RatingFormulaEvent } from './rankings.events.js';

export type FormulaInForce = Readonly<{
  formula: string;
  parameters: FormulaParameters;
  formulaId: string;
}>;

type AdoptionEvidence = NonNullable<RatingFormulaEvent['data']['evidence']>;

const refusals: Record<Exclude<EvidenceVerdict, 'better'> | 'untested', string> = {
  unclear:
    'The formula forecasts about as well as the current one. Acknowledge this to adopt it anyway.',
  worse: 'This formula forecasts worse than the current one. Acknowledge this to adopt it anyway.',
  too_few:
    'There are too few matches to compare the formulas. Acknowledge this to adopt it anyway.',
  untested:
    'No replay has compared this formula with the current one. Acknowledge this to adopt it anyway.',
};

type Adoption = Readonly<{
  formula: string;
  parameters: FormulaParameters;
  /** The id of the formula that is expected to be replaced. */
  expectedCurrent: string;
  adoptedBy: string;
  reason: string;
  at: string;
}>;

/** Courtly adopts a release's default itself, without an acknowledgement. */
export type RatingFormulaCommand =
  | Message<
      'AdoptFormula',
      Adoption & Readonly<{ evidence: AdoptionEvidence | null; acknowledged: boolean }>
    >
  | Message<'AdoptDefaultFormula', Adoption>;

/** The id of the only stream, `ratings-formula`. */
export const FORMULA_STREAM_ID = 'formula';

/**
 * The formula in force, initially the one of the first release. Reverting is another adoption. Of
 * two adoptions that replace the same formula, the second is refused.
 */
export const formulaInForce: Decider<FormulaInForce, RatingFormulaCommand, RatingFormulaEvent> = {
  category: 'ratings',
  initial: {
    formula: FIRST_FORMULA,
    parameters: {},
    formulaId: configuredFormula(FIRST_FORMULA).formula.id,
  },

  decide({ type, data }, formulaState) {
    const { at, expectedCurrent, formula, parameters, adoptedBy, reason } = data;
    checkParameters(formula, parameters);
    const formulaId = configuredFormula(formula, parameters).formula.id;
    if (formulaId === formulaState.formulaId) return [];
    if (expectedCurrent !== formulaState.formulaId)
      throw new DomainError(
        'conflict',
        `The formula in force has changed to ${formulaState.formulaId}. Compare your formula with it first.`,
        {
          current: formulaState.formulaId,
        },
      );
    const { evidence, acknowledged } =
      type === 'AdoptFormula' ? data : { evidence: null, acknowledged: false };
    const verdict = evidence?.verdict ?? null;
    if (type === 'AdoptFormula' && needsAcknowledgement(verdict) && !acknowledged)
      throw new DomainError('evidence_unacknowledged', refusals[verdict ?? 'untested'], {
        verdict,
      });
    const adoptedData = {
      formula,
      parameters,
      formulaId,
      replaced: formulaState.formulaId,
      adoptedBy,
      reason,
      evidence,
      acknowledged,
      adoptedAt: at,
    };
    return [{ type: 'RatingFormulaAdopted', data: adoptedData }];
  },

  evolve: (_, { data: { formula, parameters, formulaId } }) => ({ formula, parameters, formulaId }),
};

/** The formula in force at an instant (UTC, null for now), folded from all events in its stream. */
export const formulaInForceAt = (
  formulaEvents: readonly RecordedEvent[],
  asOf: string | null,
): FormulaInForce => {
  const eventsUntil = formulaEvents.filter(({ metadata }) => asOf === null || metadata.at <= asOf);
  return foldAll(formulaInForce, eventsUntil as unknown as RatingFormulaEvent[]);
};

/**
 * Whether Courtly itself (`systemId`) made all adoptions, so that a newer default replaces them.
 */
export const areDefaults = (adoptions: readonly RecordedEvent[], systemId: string): boolean =>
  adoptions.every(({ data }) => (data as RatingFormulaEvent['data']).adoptedBy === systemId);
