import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * An admin marked a money problem as done. The stream is `moneyCase-<caseId>`. New facts reopen a
 * case; `openedAt` (UTC) identifies the opening that was closed.
 */
export const moneyCaseEvents = defineEvents(['moneyCase'], {
  MoneyCaseClosed: {
    version: 1,
    data: z.object({
      caseId: z.string(),
      openedAt: z.string(),
      reason: z.string(),
      closedBy: z.string(),
      closedAt: z.string(),
    }),
    personal: [{ of: 'closedBy', erased: { reason: '' }, isRemark: true }],
  },
});

export type MoneyCaseEvent = EventOf<typeof moneyCaseEvents>;
