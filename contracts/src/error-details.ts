import { z } from 'zod';
import { Slot } from './availability.js';
import { CancellationQuote, Quote } from './bookings.js';
import { AccessToCourt } from './courts.js';
import { ErasureBlocker } from './erasure.js';
import type { ErrorCode } from './errors.js';
import { PendingLogin } from './second-factor.js';

/** The `details` of each error code that has any. Responses may leave out each field. */
export const errorDetails = {
  invalid_request: z.object({
    fields: z.array(z.object({ field: z.string(), message: z.string() })),
    zones: z.array(z.string()).describe('The time zones that the place may have.'),
  }),
  second_factor_pending: PendingLogin,
  taken: z.object({ field: z.string(), names: z.array(z.string()) }),
  forbidden: z.object({ access: AccessToCourt, needsSecondAdmin: z.boolean() }),
  slot_taken: z.object({ nearest: z.array(Slot).describe('Free slots near the taken one.') }),
  slot_unavailable: z.object({
    nearest: z.array(Slot),
    opensForYouAt: z.string().describe('When the caller can book the slot (UTC).'),
  }),
  policy_changed: z.object({ policyId: z.string() }),
  price_changed: z.object({
    quote: z
      .union([Quote, CancellationQuote, z.object({ amount: z.string() })])
      .describe('Of a booking, of a cancellation, or of a membership.'),
  }),
  wrong_status: z.object({
    status: z.string(),
    reviewedBy: z.string(),
    reviewedAt: z.string(),
  }),
  already_logged: z.object({ matchId: z.string() }),
  hours_booked: z.object({ bookings: z.array(z.string()).describe('The IDs of the bookings.') }),
  erasure_blocked: z.object({ blockers: z.array(ErasureBlocker) }),
  evidence_unacknowledged: z.object({ verdict: z.string().nullable() }),
  conflict: z.object({ current: z.string() }),
  too_many_requests: z.object({ retryAfterSeconds: z.number() }),
  internal: z.object({ requestId: z.string() }),
} as const satisfies Partial<Record<ErrorCode, z.ZodObject>>;

/** The details by error code. */
export type ErrorDetails = {
  [Code in keyof typeof errorDetails]: z.infer<(typeof errorDetails)[Code]>;
};
