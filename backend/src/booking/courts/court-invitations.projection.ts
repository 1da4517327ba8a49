import { defineProjection } from '../../platform/projections/projection.js';
import { type CourtInvitations, courtInvitations as decider } from './court-invitations.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';

/** `nextErasureAt` is when the next email is due for erasure (UTC). */
export type InvitationsDocument = CourtInvitations &
  Readonly<{ courtId: string; hostId: string; nextErasureAt: string | null }>;

/** Invitations by court id. */
export const courtInvitations = defineProjection<InvitationsDocument, CourtInvitationEvent>({
  name: 'courtInvitations',
  version: 4,
  indexes: [{ nextErasureAt: 1 }],
  handles: ['GuestInvited', 'InvitationAccepted', 'InvitationRevoked', 'InvitationEmailErased'],
  key: ({ data }) => data.courtId,
  evolve(storedInvitations, invitationEvent) {
    const { courtId, hostId } = invitationEvent.data;
    const state = decider.evolve(storedInvitations ?? decider.initial, invitationEvent);
    const nextErasureAt = Object.values(state.emailsUntil).sort()[0] ?? null;
    return { ...state, courtId, hostId, nextErasureAt };
  },
  audience: ({ hostId }) => [hostId],
  people: ({ hostId, emailsUntil }) => [hostId, ...Object.keys(emailsUntil)],
});
