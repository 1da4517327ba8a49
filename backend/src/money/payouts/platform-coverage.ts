import type { Decider, Message } from '../../platform/kernel/decider.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { PlatformBalance } from './platform-balance.js';
import type { PlatformCoverageEvent } from './platform-coverage.events.js';

export type PlatformCoverageCommand = Message<
  'RecordCoverage',
  Pick<PlatformBalance, 'uncoveredCents' | 'hostsCents'> & Readonly<{ at: string }>
>;

export const ONE_BALANCE = 'all';

/** Several workers can check at about the same time, while the same money moves. */
const CONFIRMED_AFTER_MS = 10 * MINUTE_MS;

type PlatformCoverage = Readonly<{
  isUncovered: boolean;
  /** A result that differs from the recorded one, or that ended such a difference. */
  lastRead: Readonly<{ isUncovered: boolean; readAt: string }> | null;
}>;

/**
 * Whether the balance covers what belongs to hosts, and its available part what is due to them.
 * Money may be moving during one check, so only two checks in a row with the same result change it.
 */
export const platformCoverage: Decider<
  PlatformCoverage,
  PlatformCoverageCommand,
  PlatformCoverageEvent
> = {
  category: 'platformCoverage',
  initial: { isUncovered: false, lastRead: null },

  decide({ data: { uncoveredCents, hostsCents, at } }, { isUncovered: wasUncovered, lastRead }) {
    const isUncovered = uncoveredCents > 0;
    if (isUncovered !== (lastRead?.isUncovered ?? wasUncovered))
      return [{ type: 'PlatformCoverageRead', data: { uncoveredCents, hostsCents, readAt: at } }];
    if (!lastRead || isUncovered === wasUncovered) return [];
    if (Date.parse(at) < Date.parse(lastRead.readAt) + CONFIRMED_AFTER_MS) return [];
    return isUncovered
      ? [{ type: 'PlatformBalanceUncovered', data: { uncoveredCents, hostsCents, foundAt: at } }]
      : [{ type: 'PlatformBalanceCovered', data: { coveredAt: at } }];
  },

  evolve({ isUncovered }, { type, data }) {
    if (type !== 'PlatformCoverageRead')
      return { isUncovered: type === 'PlatformBalanceUncovered', lastRead: null };
    const lastRead = { isUncovered: data.uncoveredCents > 0, readAt: data.readAt };
    return { isUncovered, lastRead };
  },
};
