import type { HostApproval } from '@courtly/contracts/applications';
import type { Application } from './application.js';

type HostApplication = Pick<
  Application,
  'status' | 'erasure' | 'isClaimed' | 'appliedAt' | 'answerBy' | 'email' | 'linkExpiresAt'
> &
  Readonly<{ review: Pick<NonNullable<Application['review']>, 'reason'> | null }>;

/**
 * The application that determines what a host, who is not approved, can do: the newest one that can
 * still be approved or claimed, otherwise the latest rejection. Null if there is none.
 */
export const decisiveApplication = <A extends HostApplication>(
  applications: readonly A[],
): A | null => {
  const newestFirst = applications
    .filter(({ erasure, isClaimed }) => erasure === 'none' && !isClaimed)
    .toSorted((one, other) => (one.appliedAt > other.appliedAt ? -1 : 1));
  return (
    newestFirst.find(({ status }) => status === 'pending' || status === 'approved') ??
    newestFirst.find(({ status }) => status === 'rejected') ??
    null
  );
};

/** @param applications those of a host who is not approved */
export const hostApprovalAfter = (
  applications: readonly HostApplication[],
): Exclude<HostApproval, { state: 'granted' }> => {
  const application = decisiveApplication(applications);
  if (!application) return { state: 'missing' };
  const { status, email, linkExpiresAt, answerBy, review } = application;
  if (status === 'pending') return { state: 'pending', answerBy };
  if (status === 'rejected') return { state: 'rejected', reason: review?.reason ?? '' };
  return { state: 'approved', email, linkExpiresAt: linkExpiresAt ?? '' };
};
