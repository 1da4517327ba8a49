import { defineProjection } from '../../platform/projections/projection.js';
import type { ApplicationEvent } from './application.events.js';
import { type Application, applications as decider } from './application.js';

/** All applications by id, for admins. Each one is folded with the decider's fold. */
export const applications = defineProjection<Application, ApplicationEvent>({
  name: 'applications',
  version: 3,
  indexes: [
    { kind: 1, status: 1, appliedAt: 1, _id: 1 },
    { kind: 1, status: 1, answerBy: 1 },
    { kind: 1, appliedAt: -1, _id: -1 },
    { userId: 1 },
  ],
  handles: [
    'HostApplied',
    'PlayerApplied',
    'ApplicationReviewed',
    'ApplicationWithdrawn',
    'ApplicationClaimed',
  ],
  key: ({ data }) => data.applicationId,
  evolve: (application, event) =>
    decider.evolve(application ? [application] : [], event)[0] ?? null,
  audience: () => [],
  people: ({ applicationId, userId }) =>
    userId === null ? [applicationId] : [applicationId, userId],
});
