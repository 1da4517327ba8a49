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
export type PlaceInList = Readonly<{ appliedAt: string; applicationId: string }>;

type Chosen = Pick<ApplicationFilters, 'status' | 'search' | 'overdue'>;

/** What an admin looks for, as a filter; overdue is what is pending after its applicant should have heard from us. */
export const applicationFilter = (
  kind: ApplicationKind,
  { status, search, overdue }: Chosen,
  now: string,
): ApplicationFilter => {
  const text = search && { $regex: literally(search), $options: 'i' };
  const wanted = overdue ? 'pending' : status;
  return {
    kind,
    ...(wanted && { status: wanted }),
    ...(overdue && { answerBy: { $lte: now } }),
    ...(text && { $or: [{ fullName: text }, { email: text }] }),
  };
};

const isQueue = ({ status, overdue }: Chosen): boolean => status === 'pending' || overdue === true;

/** Who waits the longest comes first; what is decided is a history, the newest first. */
export const orderOf = (chosen: Chosen) =>
  isQueue(chosen) ? ({ appliedAt: 1, _id: 1 } as const) : ({ appliedAt: -1, _id: -1 } as const);

/** The applications after a place in their list. */
export const coming = (chosen: Chosen, after: PlaceInList | undefined) => {
  if (!after) return {};
  const { appliedAt, applicationId } = after;
  const next = isQueue(chosen) ? '$gt' : '$lt';
  return {
    $and: [
      {
        $or: [{ appliedAt: { [next]: appliedAt } }, { appliedAt, _id: { [next]: applicationId } }],
      },
    ],
  };
};
