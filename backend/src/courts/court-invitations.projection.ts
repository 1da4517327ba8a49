import { defineProjection } from '../projections/projection.js';
import { type CourtInvitations, courtInvitations as decider } from './court-invitations.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';

/** Who is invited to a court, by the court's id. */
export const courtInvitations = defineProjection<CourtInvitations, CourtInvitationEvent>({
  name: 'courtInvitations',
  version: 1,
  indexes: [],
  handles: ['GuestInvited', 'InvitationAccepted', 'InvitationRevoked'],
  key: ({ data }) => data.courtId,
  evolve: (document, event) => decider.evolve(document ?? decider.initial, event),
});
