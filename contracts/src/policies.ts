import { z } from 'zod';
import { Reason, ReasonBody } from './admin-users.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { AwaitsConfirmation } from './second-admin.js';
import { Instant } from './wire.js';

/** A policy value. Null means no limit. */
export const PolicyValue = z.union([z.number(), z.boolean(), z.string(), z.null()]);
export type PolicyValue = z.infer<typeof PolicyValue>;

/** Policy values by name. Nested names are joined with a dot, such as `elite.graceDays`. */
export const PolicyValues = z.record(z.string(), PolicyValue);
export type PolicyValues = z.infer<typeof PolicyValues>;

/** The change of one value. A new value has no `before`, and a removed one has no `after`. */
export const PolicyChange = z.object({
  name: z.string(),
  before: PolicyValue.optional(),
  after: PolicyValue.optional(),
});
export type PolicyChange = z.infer<typeof PolicyChange>;

const person = z.object({ id: z.string(), name: z.string() });

/** `withdrawn`: it was withdrawn before it took effect. */
export const PolicyStatus = z.enum(['scheduled', 'inForce', 'replaced', 'withdrawn']);
export type PolicyStatus = z.infer<typeof PolicyStatus>;

/** A version of the policy. Money is in cents and shares in basis points. */
export const PolicyVersion = z.object({
  policyId: z.string(),
  status: PolicyStatus,
  effectiveAt: z
    .string()
    .describe('When it takes effect, or when the first server started to use its file (UTC).'),
  changedBy: z.string().nullable().describe('The role that the policy file names.'),
  publishedBy: person.nullable().describe('Null for a version from a policy file.'),
  confirmedBy: person.nullable(),
  reason: z.string().nullable(),
  withdrawal: z.object({ by: person, at: z.string(), reason: z.string() }).nullable(),
  isRunHere: z.boolean().describe('Whether the responding server uses this version.'),
  values: PolicyValues,
  changes: z
    .array(PolicyChange)
    .nullable()
    .describe('Changes from the version that it replaced. Null for the first version.'),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** The input that a value allows. `min` and `max` are in the units of the value. */
export const PolicyField = z.object({
  name: z
    .string()
    .describe('The name of the value. For cities, the last part, such as `tax.rate`.'),
  kind: z.enum(['number', 'boolean', 'choice', 'text']),
  isNullable: z.boolean().describe('Whether null is allowed, which means no limit.'),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()),
  description: z.string().nullable(),
});
export type PolicyField = z.infer<typeof PolicyField>;

/** The starting point of a policy change. */
export const PolicyDraft = z.object({
  replaces: z.string().describe('The id of the latest version. Send it with the change.'),
  values: PolicyValues,
  scheduled: z
    .object({ policyId: z.string(), effectiveAt: z.string() })
    .nullable()
    .describe('A version that has yet to take effect. Until then, no other can be published.'),
  needsSecondAdmin: z.boolean(),
  leadMinutes: z.number().describe('The minimum time before a change takes effect.'),
  fields: z.array(PolicyField),
  cityFields: z.array(PolicyField),
});
export type PolicyDraft = z.infer<typeof PolicyDraft>;

/**
 * `values` replaces the values that it names. A city without values is removed. Without
 * `effectiveAt`, or if it has passed when the change is confirmed, the version takes effect as soon
 * as possible.
 */
export const PublishPolicyBody = z.strictObject({
  replaces: z.string().max(40),
  values: PolicyValues,
  effectiveAt: Instant.nullable(),
  reason: Reason,
});
export type PublishPolicyBody = z.infer<typeof PublishPolicyBody>;

const noParties = { noParties: 'A policy applies to everyone.' };
const changeErrors = [
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const policyRoutes = {
  listPolicies: route({
    method: 'GET',
    path: '/api/admin/policies',
    summary: 'List policy versions, latest first.',
    access: 'admin',
    query: z.strictObject(pageQuery({ defaultLimit: 12, maxLimit: 24 })),
    reads: ['people'],
    status: 200,
    response: z.array(PolicyVersion),
    errors: ['store_unavailable'],
  }),
  policyDraft: route({
    method: 'GET',
    path: '/api/admin/policy-draft',
    summary: 'Get the values that a policy change starts from, and the input that each allows.',
    access: 'admin',
    status: 200,
    response: PolicyDraft,
    errors: ['not_found', 'store_unavailable'],
  }),
  publishPolicy: route({
    method: 'POST',
    path: '/api/admin/policies',
    summary: 'Change the policy. Another admin must confirm the change.',
    access: 'admin',
    decides: noParties,
    needsSecondAdmin: 'policy_change',
    body: PublishPolicyBody,
    status: 202,
    response: z.union([
      z.object({ policyId: z.string(), effectiveAt: z.string() }),
      AwaitsConfirmation,
    ]),
    errors: ['policy_changed', ...changeErrors],
  }),
  withdrawPolicy: route({
    method: 'POST',
    path: '/api/admin/policies/:policyId/withdrawals',
    summary: 'Withdraw a version that has yet to take effect.',
    access: 'admin',
    decides: noParties,
    params: z.object({ policyId: z.string().max(40) }),
    body: ReasonBody,
    status: 200,
    response: z.object({ policyId: z.string() }),
    errors: ['not_found', ...changeErrors],
  }),
};
