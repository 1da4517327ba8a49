import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PlatformBalance } from './platform-balance.js';
import type { PlatformCoverageEvent } from './platform-coverage.events.js';

export type PlatformCoverageCommand = Message<
  'RecordCoverage',
  Pick<PlatformBalance, 'uncoveredCents' | 'hostsCents'> & Readonly<{ at: string }>
>;

export const ONE_BALANCE = 'all';

/** Whether the balance was uncovered at the last recorded change. */
export const platformCoverage: Decider<boolean, PlatformCoverageCommand, PlatformCoverageEvent> = {
  category: 'platformCoverage',
  initial: false,

  decide({ data: { uncoveredCents, hostsCents, at } }, isUncovered) {
    if (uncoveredCents > 0 === isUncovered) return [];
    return isUncovered
      ? [{ type: 'PlatformBalanceCovered', data: { coveredAt: at } }]
      : [{ type: 'PlatformBalanceUncovered', data: { uncoveredCents, hostsCents, foundAt: at } }];
  },

  evolve: (_isUncovered, { type }) => type === 'PlatformBalanceUncovered',
};
