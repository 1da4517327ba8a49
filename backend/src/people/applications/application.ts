import type { ApplicationKind } from '@courtly/contracts/applications';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type ApplicationEvent, erasedHostForm, erasedPlayerForm } from './application.events.js';

type EventData<T extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: T }>['data'];
export type HostApplied = EventData<'HostApplied'>;
export type PlayerApplied = EventData<'PlayerApplied'>;
type ReviewedData = EventData<'ApplicationReviewed'>;

/**
 * `reviewedBy` is a user id, `reviewedAt` is UTC, and `place` is the location of a host's court.
 */
type ApplicationReview = Pick<ReviewedData, 'reason' | 'place' | 'reviewedBy' | 'reviewedAt'>;

/** The last email about a status; null until its outcome is known. */
type ApplicationEmail = Pick<EventData<'ApplicationEmailed'>, 'about' | 'outcome' | 'emailedAt'>;

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
  /** When the newest link expires (UTC); null if there is none. */
  linkExpiresAt: string | null;
  emailState: ApplicationEmail | null;
  erasure: 'none' | 'requested' | 'erased';
  /** When the application is due for erasure (UTC); null while it belongs to an account. */
  eraseAt: string | null;
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
  | Message<'ReviewApplication', ReviewInput>
  | Message<'RenewLink', Reference<'ApplicationLinkRenewed'>>
  | Message<'RecordEmail', Reference<'ApplicationEmailed'>>
  | Message<'Withdraw', Readonly<{ applicationId: string; at: string }>>
  | Message<
      'Claim',
      Readonly<{ applicationId: string; userId: string; linkExpiresAt: string; at: string }>
    >
  | Message<'RequestErasure', Reference<'ApplicationErasureRequested'>>
  | Message<'FinishErasure', Readonly<{ applicationId: string; at: string }>>;

/** The data of an event without the fields that the application already has. */
type Reference<T extends ApplicationEvent['type']> = Omit<EventData<T>, 'applicant' | 'kind'>;
/** `linkExpiresAt` and `keepUntil` apply if the applicant has yet to claim the application. */
type ReviewInput = Pick<ReviewedData, 'applicationId' | 'status' | 'linkExpiresAt' | 'keepUntil'> &
  ApplicationReview;

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
      case 'RenewLink':
        return renewLink(applicationIn(existingApplications, data.applicationId), data);
      case 'RecordEmail':
        return recordEmail(applicationIn(existingApplications, data.applicationId), data);
      case 'RequestErasure':
        return requestErasure(applicationIn(existingApplications, data.applicationId), data);
      case 'FinishErasure':
        return finishErasure(applicationIn(existingApplications, data.applicationId), data.at);
      case 'Withdraw':
        return withdrawApplication(
          applicationIn(existingApplications, data.applicationId),
          data.at,
        );
      case 'Claim':
        return claimApplication(applicationIn(existingApplications, data.applicationId), data);
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

type LaterEvent = Exclude<ApplicationEvent, { type: 'HostApplied' | 'PlayerApplied' }>;

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
const reviewApplication = (application: Application, { reviewedAt, ...decision }: ReviewInput) => {
  const { applicationId, applicant, kind, userId, status, review } = application;
  if (status !== 'pending')
    throw new DomainError('wrong_status', `This application was already ${status}.`, {
      status,
      reviewedBy: review?.reviewedBy,
      reviewedAt: review?.reviewedAt,
    });
  const applicationKey = { applicationId, applicant, kind };
  const { reason, place, reviewedBy } = decision;
  const isApproved = decision.status === 'approved';
  const isClaimed = isApproved && userId !== null;
  const events: ApplicationEvent[] = [
    {
      type: 'ApplicationReviewed',
      data: {
        ...applicationKey,
        status: decision.status,
        reason,
        place,
        reviewedBy,
        reviewedAt,
        linkExpiresAt: isApproved && !isClaimed ? decision.linkExpiresAt : null,
        keepUntil: isClaimed ? null : decision.keepUntil,
      },
    },
  ];
  if (isClaimed)
    events.push({
      type: 'ApplicationClaimed',
      data: { ...applicationKey, userId, claimedAt: reviewedAt },
    });
  return events;
};

const claimApplication = (
  application: Application,
  { userId, at: claimedAt, ...link }: Extract<ApplicationCommand, { type: 'Claim' }>['data'],
): ApplicationEvent[] => {
  const { applicationId, applicant, kind, status, isClaimed, erasure } = application;
  if (erasure !== 'none')
    throw new DomainError('not_found', 'This application was deleted. You can apply again.');
  if (status !== 'approved')
    throw new DomainError('wrong_status', "This application isn't approved.", { status });
  if (isClaimed && application.userId === userId) return [];
  if (isClaimed)
    throw new DomainError('wrong_status', 'This link was already used.', { status: 'claimed' });
  if (link.linkExpiresAt !== application.linkExpiresAt)
    throw new DomainError(
      'not_found',
      'We sent you a newer link. Please use the one in our latest email.',
    );
  return [
    {
      type: 'ApplicationClaimed',
      data: { applicationId, applicant, kind, userId, claimedAt },
    },
  ];
};

const keyOf = ({ applicationId, applicant, kind }: Application) => ({
  applicationId,
  applicant,
  kind,
});

const renewLink = (
  application: Application,
  renewal: Reference<'ApplicationLinkRenewed'>,
): ApplicationEvent[] => {
  const { status, isClaimed, erasure } = application;
  if (status !== 'approved' || erasure !== 'none')
    throw new DomainError('wrong_status', 'Only approved applications have a link.', { status });
  if (isClaimed)
    throw new DomainError('wrong_status', 'The applicant has already used their link.', {
      status: 'claimed',
    });
  return [{ type: 'ApplicationLinkRenewed', data: { ...renewal, ...keyOf(application) } }];
};

/**
 * Ignores a repeated outcome, such as another failed attempt, and emails about an earlier status.
 */
const recordEmail = (
  application: Application,
  email: Reference<'ApplicationEmailed'>,
): ApplicationEvent[] => {
  const { emailState, status } = application;
  const isKnown = emailState?.about === email.about && emailState.outcome === email.outcome;
  return isKnown || email.about !== status
    ? []
    : [{ type: 'ApplicationEmailed', data: { ...email, ...keyOf(application) } }];
};

/** At the end of the retention period, nothing happens if a later event has moved the deadline. */
const requestErasure = (
  application: Application,
  request: Reference<'ApplicationErasureRequested'>,
): ApplicationEvent[] => {
  if (request.by === 'retention' && !isErasureDue(application, request.requestedAt)) return [];
  if (application.isClaimed)
    throw new DomainError(
      'wrong_status',
      'This application belongs to an account and is deleted with it.',
      { status: 'claimed' },
    );
  return application.erasure === 'none'
    ? [{ type: 'ApplicationErasureRequested', data: { ...request, ...keyOf(application) } }]
    : [];
};

const finishErasure = (application: Application, erasedAt: string): ApplicationEvent[] =>
  application.erasure === 'requested'
    ? [{ type: 'ApplicationErased', data: { ...keyOf(application), erasedAt } }]
    : [];

const isErasureDue = ({ eraseAt }: Application, currentInstant: string): boolean =>
  eraseAt !== null && eraseAt <= currentInstant;

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
  const { keepUntil: eraseAt } = appliedData;
  const applicationFields = {
    applicationId,
    applicant,
    userId,
    fullName,
    email,
    appliedAt,
    answerBy,
  };
  return {
    ...applicationFields,
    status: 'pending',
    review: null,
    isClaimed: false,
    linkExpiresAt: null,
    emailState: null,
    erasure: 'none',
    eraseAt,
  };
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
  switch (type) {
    case 'ApplicationReviewed': {
      const { status, reason, place, reviewedBy, reviewedAt, linkExpiresAt, keepUntil } = data;
      const review = { reason, place, reviewedBy, reviewedAt };
      return {
        ...application,
        status,
        review,
        linkExpiresAt,
        eraseAt: keepUntil,
        emailState: null,
      };
    }
    case 'ApplicationLinkRenewed': {
      const { linkExpiresAt, keepUntil } = data;
      return { ...application, linkExpiresAt, eraseAt: keepUntil, emailState: null };
    }
    case 'ApplicationEmailed': {
      const { about, outcome, emailedAt } = data;
      return { ...application, emailState: { about, outcome, emailedAt } };
    }
    case 'ApplicationClaimed':
      return { ...application, userId: data.userId, isClaimed: true, eraseAt: null };
    case 'ApplicationWithdrawn':
      return { ...application, status: 'withdrawn' };
    case 'ApplicationErasureRequested':
      return {
        ...application,
        status: application.status === 'pending' ? 'withdrawn' : application.status,
        erasure: 'requested',
        eraseAt: data.requestedAt,
      };
    case 'ApplicationErased':
      return { ...withoutPersonalData(application), erasure: 'erased', eraseAt: null };
  }
};

/** The application as its events show it without its key. */
const withoutPersonalData = (application: Application): Application => {
  const review = application.review && { ...application.review, reason: '' };
  if (application.kind === 'host') {
    const { fullName, email, ...form } = erasedHostForm;
    return { ...application, review, fullName, email, form: { ...application.form, ...form } };
  }
  const { fullName, email, ...form } = erasedPlayerForm;
  return { ...application, review, fullName, email, form: { ...application.form, ...form } };
};

export const applicantOf = (applicationKind: ApplicationKind, emailHash: string): string =>
  `${applicationKind}-${emailHash}`;
