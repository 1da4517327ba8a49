import type { ApplicationFilters, ApplicationKind } from '@courtly/contracts/applications';
import { searchable } from '@courtly/contracts/text';
import { escapeRegExp } from '../../platform/http/escaped.js';
import type { Application } from './application.js';

type ApplicationFilter = Readonly<{
  kind: ApplicationKind;
  status?: Application['status'];
  answerBy?: { $lte: string };
  searchTexts?: { $regex: string };
}>;

export type ApplicationCursor = Readonly<{ appliedAt: string; applicationId: string }>;

type ApplicationSelection = Pick<ApplicationFilters, 'status' | 'search' | 'overdue'>;

/** An application is overdue if it is still pending after its `answerBy`. */
export const applicationFilter = (
  applicationKind: ApplicationKind,
  { status, search, overdue }: ApplicationSelection,
  currentInstant: string,
): ApplicationFilter => {
  const statusFilter = overdue ? 'pending' : status;
  return {
    kind: applicationKind,
    ...(statusFilter && { status: statusFilter }),
    ...(overdue && { answerBy: { $lte: currentInstant } }),
    ...(search && { searchTexts: { $regex: escapeRegExp(searchable(search)) } }),
  };
};

const isReviewQueue = ({ status, overdue }: ApplicationSelection): boolean =>
  status === 'pending' || overdue === true;

/** Pending applications are sorted oldest first, decided ones newest first. */
export const applicationOrder = (selection: ApplicationSelection) =>
  isReviewQueue(selection)
    ? ({ appliedAt: 1, _id: 1 } as const)
    : ({ appliedAt: -1, _id: -1 } as const);

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
