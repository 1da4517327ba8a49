import type { HostApproval } from '@courtly/contracts/applications';
import type { Application } from './application.js';
import type { ApplicationDocument } from './applications.projection.js';

type HostApplication = Pick<
  Application,
  | 'status'
  | 'erasure'
  | 'isClaimed'
  | 'appliedAt'
  | 'answerBy'
  | 'email'
  | 'linkExpiresAt'
  | 'userId'
> &
  Pick<ApplicationDocument, 'submittedBy'> &
  Readonly<{ review: Pick<NonNullable<Application['review']>, 'reason'> | null }>;

/**
 * The application that decides what an unapproved host can do, or null. Anyone can apply with a
 * host's email, so a pending one replaces an approved one only if the host sent it.
 */
export const decisiveApplication = <A extends HostApplication>(
  applications: readonly A[],
  hostId: string,
): A | null => {
  const isOwn = ({ userId, submittedBy }: A) => userId === hostId || submittedBy === hostId;
  const newestFirst = applications
    .filter(({ erasure, isClaimed }) => erasure === 'none' && !isClaimed)
    .toSorted((one, other) => (one.appliedAt > other.appliedAt ? -1 : 1));
  return (
    newestFirst.find(
      (each) => each.status === 'approved' || (each.status === 'pending' && isOwn(each)),
    ) ??
    newestFirst.find(({ status }) => status === 'pending') ??
    newestFirst.find(({ status }) => status === 'rejected') ??
    null
  );
};

/** @param applications those of a host who is not approved */
export const hostApprovalAfter = (
  applications: readonly HostApplication[],
  hostId: string,
): Exclude<HostApproval, { state: 'granted' }> => {
  const application = decisiveApplication(applications, hostId);
  if (!application) return { state: 'missing' };
  const { status, email, linkExpiresAt, answerBy, review } = application;
  if (status === 'pending') return { state: 'pending', answerBy };
  if (status === 'rejected') return { state: 'rejected', reason: review?.reason ?? '' };
  return { state: 'approved', email, linkExpiresAt: linkExpiresAt ?? '' };
};
