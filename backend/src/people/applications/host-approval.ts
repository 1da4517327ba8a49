import type { HostApproval } from '@courtly/contracts/applications';
import type { Application } from './application.js';

type HostApplication = Pick<
  Application,
  'status' | 'erasure' | 'isClaimed' | 'appliedAt' | 'answerBy' | 'email' | 'linkExpiresAt'
> &
  Readonly<{ review: Pick<NonNullable<Application['review']>, 'reason'> | null }>;

/** The first of these that any application has is what the host has to know. */
const statusesByPrecedence = ['approved', 'pending', 'rejected'] as const;

/** The application that determines what a host, who is not approved, can do. Null if none does. */
export const decisiveApplication = <A extends HostApplication>(
  applications: readonly A[],
): A | null => {
  const openApplications = applications
    .filter(({ erasure, isClaimed }) => erasure === 'none' && !isClaimed)
    .toSorted((one, other) => (one.appliedAt > other.appliedAt ? -1 : 1));
  for (const status of statusesByPrecedence) {
    const application = openApplications.find((each) => each.status === status);
    if (application) return application;
  }
  return null;
};

/**
 * @param applications those of a host who is not approved
 * @param ownEmail the email of the host's account
 */
export const hostApprovalAfter = (
  applications: readonly HostApplication[],
  ownEmail: string,
): Exclude<HostApproval, { state: 'granted' }> => {
  const application = decisiveApplication(applications);
  if (!application) return { state: 'missing' };
  const { status, email, linkExpiresAt, answerBy, review } = application;
  if (status === 'pending') return { state: 'pending', answerBy };
  if (status === 'rejected') return { state: 'rejected', reason: review?.reason ?? '' };
  const isOwnEmail = email.toLowerCase() === ownEmail.toLowerCase();
  return { state: 'approved', email, isOwnEmail, linkExpiresAt: linkExpiresAt ?? '' };
};
