import type { ApplicationFilters } from '@courtly/contracts/applications';
import { literally } from '../../booking/courts/court-filter.js';
import type { ApplicationKind } from './application.events.js';
import type { Application } from './application.js';

/** What the lists of applications ask of their read model. */
export type ApplicationFilter = Readonly<{
  kind: ApplicationKind;
  status?: Application['status'];
  answerBy?: { $lte: string };
  $or?: readonly object[];
}>;

/** Where a page of applications ended, by what lists are sorted by. */
export type ApplicationCursor = Readonly<{ appliedAt: string; applicationId: string }>;

type ApplicationSelection = Pick<ApplicationFilters, 'status' | 'search' | 'overdue'>;

/** What an admin looks for, as a filter; overdue is what is pending after its applicant should have heard from us. */
export const applicationFilter = (
  applicationKind: ApplicationKind,
  { status, search, overdue }: ApplicationSelection,
  currentInstant: string,
): ApplicationFilter => {
  const textMatch = search && { $regex: literally(search), $options: 'i' };
  const statusFilter = overdue ? 'pending' : status;
  return {
    kind: applicationKind,
    ...(statusFilter && { status: statusFilter }),
    ...(overdue && { answerBy: { $lte: currentInstant } }),
    ...(textMatch && { $or: [{ fullName: textMatch }, { email: textMatch }] }),
  };
};

const isReviewQueue = ({ status, overdue }: ApplicationSelection): boolean =>
  status === 'pending' || overdue === true;

/** Who waits the longest comes first; what is decided is a history, the newest first. */
export const applicationOrder = (selection: ApplicationSelection) =>
  isReviewQueue(selection)
    ? ({ appliedAt: 1, _id: 1 } as const)
    : ({ appliedAt: -1, _id: -1 } as const);

/** The applications after a place in their list. */
export const afterCursorFilter = (
  selection: ApplicationSelection,
  afterCursor: ApplicationCursor | undefined,
) => {
  if (!afterCursor) return {};
  const { appliedAt, applicationId } = afterCursor;
  const comparison = isReviewQueue(selection) ? '$gt' : '$lt';
  return {
    $and: [
      {
        $or: [
          { appliedAt: { [comparison]: appliedAt } },
          { appliedAt, _id: { [comparison]: applicationId } },
        ],
      },
    ],
  };
};
