import { searchable } from '@courtly/contracts/text';
import { defineProjection } from '../../platform/projections/projection.js';
import type { ApplicationEvent } from './application.events.js';
import { type Application, applications as decider } from './application.js';

/**
 * `searchTexts` are the name and the email in the form that searches compare. `submittedBy` is the
 * account that was signed in when applying, also with an email that it has not verified.
 */
export type ApplicationDocument = Application &
  Readonly<{ searchTexts: readonly string[]; submittedBy: string | null }>;

/** All applications by id, for admins. Each one is folded with the decider's fold. */
export const applications = defineProjection<ApplicationDocument, ApplicationEvent>({
  name: 'applications',
  version: 6,
  indexes: [
    { kind: 1, status: 1, appliedAt: 1, _id: 1 },
    { kind: 1, status: 1, answerBy: 1 },
    { kind: 1, appliedAt: -1, _id: -1 },
    { userId: 1 },
    { submittedBy: 1 },
    { applicant: 1 },
    { eraseAt: 1 },
  ],
  handles: [
    'HostApplied',
    'PlayerApplied',
    'ApplicationReviewed',
    'ApplicationLinkRenewed',
    'ApplicationEmailed',
    'ApplicationWithdrawn',
    'ApplicationClaimed',
    'ApplicationErasureRequested',
    'ApplicationErased',
  ],
  key: ({ data }) => data.applicationId,
  evolve(application, event) {
    const [nextApplication] = decider.evolve(application ? [application] : [], event);
    if (!nextApplication) return null;
    const { fullName, email } = nextApplication;
    const { id, role } = event.metadata.actor;
    const submittedBy = application ? application.submittedBy : role === 'visitor' ? null : id;
    return {
      ...nextApplication,
      searchTexts: [searchable(fullName), searchable(email)],
      submittedBy,
    };
  },
  audience: () => [],
  people: ({ applicationId, userId }) =>
    userId === null ? [applicationId] : [applicationId, userId],
});
