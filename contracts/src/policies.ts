import { z } from 'zod';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** A policy value. Null means no limit. */
export const PolicyValue = z.union([z.number(), z.boolean(), z.string(), z.null()]);
export type PolicyValue = z.infer<typeof PolicyValue>;

/** Policy values by name. Nested names are joined with a dot, such as `elite.graceDays`. */
export const PolicyValues = z.record(z.string(), PolicyValue);
export type PolicyValues = z.infer<typeof PolicyValues>;

/** A policy version that took effect. Money is in cents and shares in basis points. */
export const PolicyVersion = z.object({
  policyId: z.string(),
  effectiveAt: z.string().describe('When the first server started to use it (UTC).'),
  changedBy: z.string().nullable(),
  reason: z.string().nullable(),
  isInForce: z.boolean().describe('Whether this is the latest version in effect.'),
  isRunHere: z
    .boolean()
    .describe(
      'Whether the responding server uses this version. Servers can differ during a rolling deployment.',
    ),
  values: PolicyValues,
  changes: z
    .array(
      z.object({ name: z.string(), before: PolicyValue.optional(), after: PolicyValue.optional() }),
    )
    .nullable()
    .describe(
      'Changes from the previous version. A new value has no `before`. Null for the first version.',
    ),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

export const policyRoutes = {
  listPolicies: route({
    method: 'GET',
    path: '/api/admin/policies',
    summary: 'List policy versions, the current one first.',
    access: 'admin',
    query: z.strictObject(pageQuery({ defaultLimit: 12, maxLimit: 24 })),
    status: 200,
    response: z.array(PolicyVersion),
    errors: ['store_unavailable'],
  }),
};
