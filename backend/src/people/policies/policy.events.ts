import { PolicyValues } from '@courtly/contracts/policies';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * A policy took effect. The only stream is `policy-club`. `values` are stored in full, in the units
 * of the policy file, so that old versions stay readable.
 */
export const policyEvents = defineEvents(['policy'], {
  PolicyTookEffect: {
    version: 1,
    data: z.object({
      policyId: z.string(),
      values: PolicyValues,
      changedBy: z.string().nullable(),
      reason: z.string().nullable(),
      effectiveAt: z.string(),
    }),
  },
});

export type PolicyEvent = EventOf<typeof policyEvents>;
