import { z } from 'zod';
import { ReasonBody } from './admin-users.js';
import { CaseBooking } from './money-desk.js';
import { pageQuery } from './paging.js';
import { PolicyChange } from './policies.js';
import { route } from './route.js';
import { ConfirmedAct } from './second-admin.js';
import { CurrencyAmount } from './wire.js';

/**
 * `confirmed`: it is being carried out. `refused`: it was confirmed but was no longer possible, as
 * `refusal` says. `expired`: no one decided in time.
 */
export const ConfirmationStatus = z.enum([
  'waiting',
  'confirmed',
  'done',
  'refused',
  'rejected',
  'expired',
]);
export type ConfirmationStatus = z.infer<typeof ConfirmationStatus>;

const person = z.object({ id: z.string(), name: z.string() });

/** A change by one admin that a second admin must confirm. Instants are UTC. */
export const Confirmation = z.object({
  id: z.string(),
  act: ConfirmedAct,
  status: ConfirmationStatus,
  amount: CurrencyAmount.nullable().describe('Null for a policy change.'),
  bookingId: z.string().nullable().describe('Null for a membership and for a policy change.'),
  booking: CaseBooking.nullable().describe('The booking of `bookingId`.'),
  member: person.nullable().describe('Null for a booking and for a policy change.'),
  policy: z
    .object({
      replaces: z.string(),
      effectiveAt: z.string().nullable().describe('Null means as soon as possible.'),
      changes: z.array(PolicyChange),
    })
    .nullable()
    .describe('The policy change. Null for money.'),
  reason: z.string(),
  requestedBy: person,
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: person.nullable(),
  decidedAt: z.string().nullable(),
  rejection: z.string().nullable().describe('Why it was rejected.'),
  refusal: z.string().nullable().describe('Why it could not be carried out.'),
});
export type Confirmation = z.infer<typeof Confirmation>;

const confirmationId = z.object({ confirmationId: z.string().max(80) });
const decisionErrors = [
  'not_found',
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;
const Decided = z.object({ id: z.string(), status: ConfirmationStatus });

export const confirmationRoutes = {
  listConfirmations: route({
    method: 'GET',
    path: '/api/admin/confirmations',
    summary:
      'List changes that need a second admin: those that wait, oldest first, or the decided ones.',
    access: 'admin',
    query: z.strictObject({
      status: z.enum(['waiting', 'decided']).default('waiting'),
      ...pageQuery(),
    }),
    reads: ['confirmations', 'people', 'bookings', 'courts'],
    status: 200,
    response: z.array(Confirmation),
  }),
  giveConfirmation: route({
    method: 'POST',
    path: '/api/admin/confirmations/:confirmationId/approvals',
    summary: "Confirm another admin's change, which is then carried out.",
    access: 'admin',
    decides: 'confirmation',
    params: confirmationId,
    status: 202,
    response: Decided,
    errors: decisionErrors,
  }),
  rejectConfirmation: route({
    method: 'POST',
    path: '/api/admin/confirmations/:confirmationId/rejections',
    summary: "Reject another admin's change, or withdraw the caller's.",
    access: 'admin',
    decides: 'confirmation',
    params: confirmationId,
    body: ReasonBody,
    status: 200,
    response: Decided,
    errors: decisionErrors,
  }),
};
