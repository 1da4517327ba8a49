import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const invitationFields = { courtId: z.string(), hostId: z.string(), invitationId: z.string() };

/**
 * Who may book an invite-only court. The stream is `courtInvitations-<courtId>`. `email` is the
 * host's text and is erased with the host; its keyed hash remains, and is null for a link.
 */
export const courtInvitationEvents = defineEvents(['courtInvitations'], {
  GuestInvited: {
    version: 1,
    data: z.object({
      ...invitationFields,
      email: z.string(),
      emailHash: z.string().nullable(),
      invitedAt: z.string(),
    }),
    personal: [{ of: 'hostId', erased: { email: '' } }],
  },
  InvitationAccepted: {
    version: 1,
    data: z.object({ ...invitationFields, playerId: z.string(), acceptedAt: z.string() }),
  },
  InvitationRevoked: { version: 1, data: z.object({ ...invitationFields, revokedAt: z.string() }) },
});

export type CourtInvitationEvent = EventOf<typeof courtInvitationEvents>;
