import { DomainError, isDomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { LoneDecisionEvent } from './lone-decision.events.js';

type LoneDecision = LoneDecisionEvent['data'];
type CountDecision = Message<
  'CountDecision',
  Readonly<{ decision: LoneDecision; since: string; mostCents: number }>
>;

/** The refusal of `CountDecision`, which callers turn into a request for confirmation. */
export const needsSecondAdmin = (): DomainError =>
  new DomainError('forbidden', 'Another admin has to confirm this.', { needsSecondAdmin: true });

export const isNeedForSecondAdmin = (error: unknown): boolean =>
  isDomainError(error, 'forbidden') && error.details?.needsSecondAdmin === true;

/**
 * What an admin decides alone. A decision counts only if the sum since an instant, in the smallest
 * currency units, is at most `mostCents`. Concurrent decisions are counted one by one.
 */
export const loneDecisions: Decider<readonly LoneDecision[], CountDecision, LoneDecisionEvent> = {
  category: 'loneDecisions',
  initial: [],

  decide({ data: { decision, since, mostCents } }, decisions) {
    const countedCents = decisions
      .filter(({ decidedAt }) => decidedAt > since)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (countedCents + decision.amountCents > mostCents) throw needsSecondAdmin();
    return [{ type: 'LoneDecisionCounted', data: decision }];
  },

  evolve: (decisions, { data }) => [...decisions, data],
};
