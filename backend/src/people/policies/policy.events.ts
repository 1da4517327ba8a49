import { PolicyValues } from '@courtly/contracts/policies';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * That servers began to decide by a policy. The stream is `policy-club`, the one of its kind. `values` are all it says, by name, in the
 * units of its file: so a version of years ago can be read, whatever policies say by then.
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
