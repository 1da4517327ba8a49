import { z } from 'zod';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** One value of a policy; null is no limit. */
export const PolicyValue = z.union([z.number(), z.boolean(), z.string(), z.null()]);
export type PolicyValue = z.infer<typeof PolicyValue>;

/** All values of a policy by their names; one within another has both, as `elite.graceDays`. */
export const PolicyValues = z.record(z.string(), PolicyValue);
export type PolicyValues = z.infer<typeof PolicyValues>;

/** A policy that took effect. Money is in cents, shares are in basis points, as the policy's file has them. */
export const PolicyVersion = z.object({
  policyId: z.string(),
  effectiveAt: z.string().describe('when the first server began to decide by it (UTC)'),
  changedBy: z.string().nullable(),
  reason: z.string().nullable(),
  isInForce: z.boolean().describe('the last one that took effect'),
  isRunHere: z
    .boolean()
    .describe(
      'the one by which the server that answers decides; while servers are replaced it may be another',
    ),
  values: PolicyValues,
  changes: z
    .array(
      z.object({ name: z.string(), before: PolicyValue.optional(), after: PolicyValue.optional() }),
    )
    .nullable()
    .describe(
      'against the version before; a value that it did not have has no `before`. null for the first version',
    ),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

export const policyRoutes = {
  listPolicies: route({
    method: 'GET',
    path: '/api/admin/policies',
    summary: 'The policies that took effect, in pages: the one in force first',
    access: 'admin',
    query: z.strictObject(pageQuery({ usual: 12, most: 24 })),
    status: 200,
    response: z.array(PolicyVersion),
    errors: ['store_unavailable'],
  }),
};
