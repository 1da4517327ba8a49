import { ConfirmedAct } from '@courtly/contracts/second-admin';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const utcInstant = z.string();

/**
 * `bookingId` is null for a membership, and `userId` (the member) for a booking. For a policy
 * change, both are null, and the amount is 0.
 */
const subjectFields = {
  confirmationId: z.string(),
  act: ConfirmedAct,
  bookingId: z.string().nullable(),
  userId: z.string().nullable(),
  amountCents: z.number().int(),
  currency: z.string(),
};

/**
 * A change by one admin that another has to confirm, in the stream `confirmation-<id>`. `input` is
 * the validated request as JSON.
 */
export const confirmationEvents = defineEvents(['confirmation'], {
  ConfirmationRequested: {
    version: 1,
    data: z.object({
      ...subjectFields,
      input: z.string(),
      reason: z.string(),
      requestedBy: z.string(),
      requestedAt: utcInstant,
      expiresAt: utcInstant,
    }),
    personal: [{ of: 'requestedBy', erased: { input: '', reason: '' }, isRemark: true }],
  },
  ConfirmationGiven: {
    version: 1,
    data: z.object({ ...subjectFields, confirmedBy: z.string(), confirmedAt: utcInstant }),
  },
  ConfirmationRejected: {
    version: 1,
    data: z.object({
      ...subjectFields,
      reason: z.string(),
      rejectedBy: z.string(),
      rejectedAt: utcInstant,
    }),
    personal: [{ of: 'rejectedBy', erased: { reason: '' }, isRemark: true }],
  },
  ConfirmationExpired: {
    version: 1,
    data: z.object({ ...subjectFields, expiredAt: utcInstant }),
  },
  /** The confirmed change was made. Its events are in the stream that it changes. */
  ConfirmedChangeMade: {
    version: 1,
    data: z.object({ ...subjectFields, madeAt: utcInstant }),
  },
  /** The confirmed change was no longer possible. */
  ConfirmedChangeRefused: {
    version: 1,
    data: z.object({ ...subjectFields, message: z.string(), refusedAt: utcInstant }),
  },
});

export type ConfirmationEvent = EventOf<typeof confirmationEvents>;
