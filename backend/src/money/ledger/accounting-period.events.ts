import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The closed months of the books. The only stream is `accounting-periods`. `balances` are those at
 * the end of the UTC month, in cents: debits are positive, and credits are negative.
 */
export const accountingPeriodEvents = defineEvents(['accounting'], {
  AccountingPeriodClosed: {
    version: 1,
    data: z.object({
      month: z.string(),
      balances: z.array(z.object({ account: z.string(), amountCents: z.number().int() })),
      closedBy: z.string(),
      closedAt: z.string(),
    }),
  },
});

export type AccountingPeriodEvent = EventOf<typeof accountingPeriodEvents>;
