import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/**
 * Whether Stripe's balance covers what belongs to hosts, and its available part what is due to
 * them, in the stream `platformCoverage-all`. Only changes are recorded.
 */
export const platformCoverageEvents = defineEvents(['platformCoverage'], {
  /** A check found another result than the one before. A later check has to confirm it. */
  PlatformCoverageRead: {
    version: 1,
    data: z.object({ uncoveredCents: cents, hostsCents: cents, readAt: instant }),
  },
  PlatformBalanceUncovered: {
    version: 1,
    data: z.object({ uncoveredCents: cents, hostsCents: cents, foundAt: instant }),
  },
  PlatformBalanceCovered: { version: 1, data: z.object({ coveredAt: instant }) },
});

export type PlatformCoverageEvent = EventOf<typeof platformCoverageEvents>;
