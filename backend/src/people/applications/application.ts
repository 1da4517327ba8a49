import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ApplicationEvent, ApplicationKind } from './application.events.js';

type EventData<T extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: T }>['data'];
export type HostApplied = EventData<'HostApplied'>;
export type PlayerApplied = EventData<'PlayerApplied'>;
type ReviewedData = EventData<'ApplicationReviewed'>;

/**
 * `reviewedBy` is a user id, `reviewedAt` is UTC, and `place` is the location of a host's court.
 */
type ApplicationReview = Pick<ReviewedData, 'reason' | 'place' | 'reviewedBy' | 'reviewedAt'>;

type ApplicationBase = Readonly<{
  applicationId: string;
  applicant: string;
  userId: string | null;
  fullName: string;
  email: string;
  status: 'pending' | 'withdrawn' | ReviewedData['status'];
  appliedAt: string;
  answerBy: string;
  review: ApplicationReview | null;
  isClaimed: boolean;
}>;

/** `userId` is null until a user proves that the email belongs to them. */
export type Application = ApplicationBase &
  (Readonly<{ kind: 'host'; form: HostForm }> | Readonly<{ kind: 'player'; form: PlayerForm }>);

export type HostForm = Readonly<
  Pick<
    HostApplied,
    'phone' | 'address' | 'courtType' | 'courtSurface' | 'availability' | 'description' | 'photos'
  >
>;
export type PlayerForm = Readonly<
  Pick<PlayerApplied, 'city' | 'skillLevel' | 'otherClubs' | 'whyJoin'>
>;

/** All applications of one kind from one email, oldest first. */
export type Applications = readonly Application[];

export type ApplicationCommand =
  | Message<'ApplyAsHost', HostApplied>
  | Message<'ApplyAsPlayer', PlayerApplied>
  | Message<'ReviewApplication', Pick<ReviewedData, 'applicationId' | 'status'> & ApplicationReview>
  | Message<'Withdraw', Readonly<{ applicationId: string; at: string }>>
  | Message<'Claim', Readonly<{ applicationId: string; userId: string; at: string }>>;

/** At most one application of each kind is pending, and decisions are final. */
export const applications: Decider<Applications, ApplicationCommand, ApplicationEvent> = {
  category: 'application',
  initial: [],

  decide({ type, data }, existingApplications) {
    switch (type) {
      case 'ApplyAsHost':
        return isPending(existingApplications) ? [] : [{ type: 'HostApplied', data }];
      case 'ApplyAsPlayer':
        return isPending(existingApplications) ? [] : [{ type: 'PlayerApplied', data }];
      case 'ReviewApplication':
        return reviewApplication(applicationIn(existingApplications, data.applicationId), data);
      case 'Withdraw':
        return withdrawApplication(
          applicationIn(existingApplications, data.applicationId),
          data.at,
        );
      case 'Claim':
        return claimApplication(
          applicationIn(existingApplications, data.applicationId),
          data.userId,
          data.at,
        );
    }
  },

  evolve(existingApplications, { type, data }) {
    if (type === 'HostApplied')
      return [
        ...existingApplications,
        { ...pendingApplication(data), kind: 'host', form: hostFormOf(data) },
      ];
    if (type === 'PlayerApplied')
      return [
        ...existingApplications,
        { ...pendingApplication(data), kind: 'player', form: playerFormOf(data) },
      ];
    return existingApplications.map((application) =>
      application.applicationId === data.applicationId
        ? afterLaterEvent(application, { type, data } as LaterEvent)
        : application,
    );
  },
};

type LaterEvent = Extract<
  ApplicationEvent,
  { type: 'ApplicationReviewed' | 'ApplicationWithdrawn' | 'ApplicationClaimed' }
>;

export const isPending = (existingApplications: Applications): boolean =>
  existingApplications.some(({ status }) => status === 'pending');

export const applicationIn = (
  existingApplications: Applications,
  applicationId: string,
): Application => {
  const application = existingApplications.find((each) => each.applicationId === applicationId);
  if (!application) throw notFound('application');
  return application;
};

/** Applicants with a verified account get the benefit immediately. Others receive a link. */
const reviewApplication = (
  application: Application,
  { reviewedAt, ...decision }: ApplicationReview & Pick<ReviewedData, 'status'>,
) => {
  const { applicationId, applicant, kind, userId, status, review } = application;
  if (status !== 'pending')
    throw new DomainError('wrong_status', `This application was already ${status}.`, {
      status,
      reviewedBy: review?.reviewedBy,
      reviewedAt: review?.reviewedAt,
    });
  const applicationKey = { applicationId, applicant, kind };
  const { reason, place, reviewedBy } = decision;
  const events: ApplicationEvent[] = [
    {
      type: 'ApplicationReviewed',
      data: { ...applicationKey, status: decision.status, reason, place, reviewedBy, reviewedAt },
    },
  ];
  if (decision.status === 'approved' && userId !== null)
    events.push({
      type: 'ApplicationClaimed',
      data: { ...applicationKey, userId, claimedAt: reviewedAt },
    });
  return events;
};

const claimApplication = (
  application: Application,
  userId: string,
  claimedAt: string,
): ApplicationEvent[] => {
  const { applicationId, applicant, kind, status, isClaimed } = application;
  if (status !== 'approved')
    throw new DomainError('wrong_status', "This application isn't approved.", { status });
  if (isClaimed && application.userId === userId) return [];
  if (isClaimed)
    throw new DomainError('wrong_status', 'This link was already used.', { status: 'claimed' });
  return [
    {
      type: 'ApplicationClaimed',
      data: { applicationId, applicant, kind, userId, claimedAt },
    },
  ];
};

const withdrawApplication = (
  { applicationId, applicant, kind, status }: Application,
  withdrawnAt: string,
): ApplicationEvent[] =>
  status === 'pending'
    ? [
        {
          type: 'ApplicationWithdrawn',
          data: { applicationId, applicant, kind, withdrawnAt },
        },
      ]
    : [];

const pendingApplication = (appliedData: HostApplied | PlayerApplied): ApplicationBase => {
  const { applicationId, applicant, userId, fullName, email, appliedAt, answerBy } = appliedData;
  const applicationFields = {
    applicationId,
    applicant,
    userId,
    fullName,
    email,
    appliedAt,
    answerBy,
  };
  return { ...applicationFields, status: 'pending', review: null, isClaimed: false };
};

const hostFormOf = ({
  phone,
  address,
  courtType,
  courtSurface,
  availability,
  description,
  photos,
}: HostApplied): HostForm => ({
  phone,
  address,
  courtType,
  courtSurface,
  availability,
  description,
  photos,
});

const playerFormOf = ({ city, skillLevel, otherClubs, whyJoin }: PlayerApplied): PlayerForm => ({
  city,
  skillLevel,
  otherClubs,
  whyJoin,
});

const afterLaterEvent = (application: Application, { type, data }: LaterEvent): Application => {
  if (type === 'ApplicationClaimed')
    return { ...application, userId: data.userId, isClaimed: true };
  if (type === 'ApplicationWithdrawn') return { ...application, status: 'withdrawn' };
  const { status, reason, place, reviewedBy, reviewedAt } = data;
  return { ...application, status, review: { reason, place, reviewedBy, reviewedAt } };
};

export const applicantOf = (applicationKind: ApplicationKind, emailHash: string): string =>
  `${applicationKind}-${emailHash}`;
