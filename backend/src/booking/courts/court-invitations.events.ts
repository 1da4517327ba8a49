import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const invitationFields = { courtId: z.string(), hostId: z.string(), invitationId: z.string() };

/**
 * Who may book an invite-only court, in the stream `courtInvitations-<courtId>`. An `email` has its
 * own key; its keyed hash remains, and is null for a link.
 */
export const courtInvitationEvents = defineEvents(['courtInvitations'], {
  GuestInvited: {
    version: 2,
    data: z.object({
      ...invitationFields,
      email: z.string(),
      emailHash: z.string().nullable(),
      invitedAt: z.string(),
      /** Null for a link, and for emails of earlier releases, which have the host's key. */
      keepUntil: z.string().nullable(),
    }),
    personal: [
      { of: 'hostId', erased: {} },
      { of: 'invitationId', createsKey: true, isRemark: true, erased: { email: '' } },
    ],
    upcasts: { 1: (storedData) => ({ email: '', ...storedData, keepUntil: null }) },
  },
  InvitationAccepted: {
    version: 1,
    data: z.object({ ...invitationFields, playerId: z.string(), acceptedAt: z.string() }),
  },
  /** The email's key was deleted. The invitation remains valid. */
  InvitationEmailErased: {
    version: 1,
    data: z.object({ ...invitationFields, erasedAt: z.string() }),
  },
  InvitationRevoked: { version: 1, data: z.object({ ...invitationFields, revokedAt: z.string() }) },
});

export type CourtInvitationEvent = EventOf<typeof courtInvitationEvents>;
