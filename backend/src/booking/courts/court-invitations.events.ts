import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const its = { courtId: z.string(), hostId: z.string(), invitationId: z.string() };

/**
 * Who may book a court that is by invitation. The stream is `courtInvitations-<courtId>`. An e-mail is what the host wrote, and goes
 * with the host's key; what stays is a keyed hash, null for a link.
 */
export const courtInvitationEvents = defineEvents(['courtInvitations'], {
  GuestInvited: {
    version: 1,
    data: z.object({
      ...its,
      email: z.string(),
      emailHash: z.string().nullable(),
      invitedAt: z.string(),
    }),
    personal: [{ of: 'hostId', erased: { email: '' } }],
  },
  InvitationAccepted: {
    version: 1,
    data: z.object({ ...its, playerId: z.string(), acceptedAt: z.string() }),
  },
  InvitationRevoked: { version: 1, data: z.object({ ...its, revokedAt: z.string() }) },
});

export type CourtInvitationEvent = EventOf<typeof courtInvitationEvents>;
