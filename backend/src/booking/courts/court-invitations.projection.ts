import { defineProjection } from '../../platform/projections/projection.js';
import { type CourtInvitations, courtInvitations as decider } from './court-invitations.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';

export type InvitationsDocument = CourtInvitations & Readonly<{ hostId: string }>;

/** By court id. */
export const courtInvitations = defineProjection<InvitationsDocument, CourtInvitationEvent>({
  name: 'courtInvitations',
  version: 3,
  indexes: [],
  handles: ['GuestInvited', 'InvitationAccepted', 'InvitationRevoked'],
  key: ({ data }) => data.courtId,
  evolve: (storedInvitations, invitationEvent) => ({
    ...decider.evolve(storedInvitations ?? decider.initial, invitationEvent),
    hostId: invitationEvent.data.hostId,
  }),
  audience: ({ hostId }) => [hostId],
  people: ({ hostId }) => [hostId],
});
