import { defineProjection } from '../../platform/projections/projection.js';
import { type Incident, incident, nextOf } from './incident.js';
import type { IncidentEvent } from './incident.events.js';

/**
 * Who has to act by `dueAt` (UTC); both are empty once it is decided. `settleAt` is set between a
 * decision and its settlement, which waits while the player can move the hour. `decidedAt` is empty before the decision.
 */
export type IncidentDocument = Incident &
  Readonly<{ owner: string; dueAt: string; decidedAt: string; settleAt: string }>;

/** Incidents by id. The indexes serve the list of a booking, the admin's queue, and the sweeps. */
export const incidents = defineProjection<IncidentDocument, IncidentEvent>({
  name: 'incidents',
  version: 4,
  indexes: [
    { bookingId: 1 },
    { status: 1, dueAt: 1, _id: 1 },
    { status: 1, decidedAt: -1, _id: -1 },
    { settleAt: 1 },
  ],
  handles: [
    'IncidentReported',
    'IncidentAnswered',
    'IncidentEscalated',
    'IncidentOverdue',
    'IncidentDecided',
    'IncidentMoveDeclined',
    'IncidentSettled',
  ],
  key: ({ data }) => data.incidentId,
  evolve(document, event) {
    const state = incident.evolve(document, event);
    if (!state) return null;
    const { owner, dueAt } = nextOf(state);
    const decidedAt = state.decision?.decidedAt ?? '';
    const settleAt = state.settlement ? '' : (state.moveBy ?? decidedAt);
    return { ...state, owner: owner ?? '', dueAt: dueAt ?? '', decidedAt, settleAt };
  },
  audience: ({ playerId, hostId }) => [playerId, hostId],
  people: ({ playerId, hostId, reportedBy, answer, decision }) => [
    ...new Set([
      playerId,
      hostId,
      reportedBy,
      ...(answer ? [answer.answeredBy] : []),
      ...(decision ? [decision.decidedBy] : []),
    ]),
  ],
});
