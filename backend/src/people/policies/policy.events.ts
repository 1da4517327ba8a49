import { PolicyValues } from '@courtly/contracts/policies';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const utcInstant = z.string();

/**
 * The versions of the policy, in the single stream `policy-club`. `values` are stored in full, in
 * the units of the policy file, so that old versions stay readable.
 */
export const policyEvents = defineEvents(['policy'], {
  /** A policy file took effect at a startup. */
  PolicyTookEffect: {
    version: 1,
    data: z.object({
      policyId: z.string(),
      values: PolicyValues,
      changedBy: z.string().nullable(),
      reason: z.string().nullable(),
      effectiveAt: utcInstant,
    }),
  },
  /** Admins changed the policy. It takes effect at `effectiveAt`, unless it is withdrawn first. */
  PolicyPublished: {
    version: 1,
    data: z.object({
      policyId: z.string(),
      replaces: z.string(),
      values: PolicyValues,
      publishedBy: z.string(),
      confirmedBy: z.string().nullable(),
      reason: z.string(),
      publishedAt: utcInstant,
      effectiveAt: utcInstant,
    }),
    personal: [{ of: 'publishedBy', erased: { reason: '' }, isRemark: true }],
  },
  PolicyWithdrawn: {
    version: 1,
    data: z.object({
      policyId: z.string(),
      withdrawnBy: z.string(),
      reason: z.string(),
      withdrawnAt: utcInstant,
    }),
    personal: [{ of: 'withdrawnBy', erased: { reason: '' }, isRemark: true }],
  },
});

export type PolicyEvent = EventOf<typeof policyEvents>;
/** The events that contain the values of a version. */
export type PolicyVersionEvent = Extract<
  PolicyEvent,
  { type: 'PolicyTookEffect' | 'PolicyPublished' }
>;
export type PolicyFileEvent = Extract<PolicyEvent, { type: 'PolicyTookEffect' }>;

/** Whether an event contains the values of a version. */
export const isPolicyVersion = (type: string): type is PolicyVersionEvent['type'] =>
  type === 'PolicyTookEffect' || type === 'PolicyPublished';
