import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ApplicationEvent, ApplicationKind } from './application.events.js';

type Data<T extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: T }>['data'];
export type HostApplied = Data<'HostApplied'>;
export type PlayerApplied = Data<'PlayerApplied'>;
type Reviewed = Data<'ApplicationReviewed'>;

/** What was decided, by whom (a user id) and when (UTC), and where the court of a host lies. */
type Review = Pick<Reviewed, 'reason' | 'place' | 'reviewedBy' | 'reviewedAt'>;

type Base = Readonly<{
  applicationId: string;
  applicant: string;
  userId: string | null;
  fullName: string;
  email: string;
  status: 'pending' | 'withdrawn' | Reviewed['status'];
  appliedAt: string;
  answerBy: string;
  review: Review | null;
  isClaimed: boolean;
}>;

/** One application; `userId` is whose it is, null while nobody with an account has shown that. */
export type Application = Base &
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

/** All applications of one kind under one e-mail, the newest last. */
export type Applications = readonly Application[];

export type ApplicationCommand =
  | Message<'ApplyAsHost', HostApplied>
  | Message<'ApplyAsPlayer', PlayerApplied>
  | Message<'Review', Pick<Reviewed, 'applicationId' | 'status'> & Review>
  | Message<'Withdraw', Readonly<{ applicationId: string; at: string }>>
  | Message<'Claim', Readonly<{ applicationId: string; userId: string; at: string }>>;

/** What people apply for. One application of a kind waits at a time; what was decided stays so. */
export const applications: Decider<Applications, ApplicationCommand, ApplicationEvent> = {
  category: 'application',
  initial: [],

  decide({ type, data }, known) {
    switch (type) {
      case 'ApplyAsHost':
        return isPending(known) ? [] : [{ type: 'HostApplied', data }];
      case 'ApplyAsPlayer':
        return isPending(known) ? [] : [{ type: 'PlayerApplied', data }];
      case 'Review':
        return reviewed(applicationIn(known, data.applicationId), data);
      case 'Withdraw':
        return withdrawn(applicationIn(known, data.applicationId), data.at);
      case 'Claim':
        return claimed(applicationIn(known, data.applicationId), data.userId, data.at);
    }
  },

  evolve(known, { type, data }) {
    if (type === 'HostApplied')
      return [...known, { ...opened(data), kind: 'host', form: hostForm(data) }];
    if (type === 'PlayerApplied')
      return [...known, { ...opened(data), kind: 'player', form: playerForm(data) }];
    return known.map((one) =>
      one.applicationId === data.applicationId ? later(one, { type, data } as Later) : one,
    );
  },
};

type Later = Extract<
  ApplicationEvent,
  { type: 'ApplicationReviewed' | 'ApplicationWithdrawn' | 'ApplicationClaimed' }
>;

export const isPending = (known: Applications): boolean =>
  known.some(({ status }) => status === 'pending');

/** @throws DomainError not_found */
export const applicationIn = (known: Applications, applicationId: string): Application => {
  const found = known.find((one) => one.applicationId === applicationId);
  if (!found) throw notFound('application');
  return found;
};

/** Who was signed in when they applied is given at once what an approval gives; others are sent a link. */
const reviewed = (
  application: Application,
  { reviewedAt, ...decision }: Review & Pick<Reviewed, 'status'>,
) => {
  const { applicationId, applicant, kind, userId, status, review } = application;
  if (status !== 'pending')
    throw new DomainError('wrong_status', `This application was ${status} already.`, {
      status,
      reviewedBy: review?.reviewedBy,
      reviewedAt: review?.reviewedAt,
    });
  const its = { applicationId, applicant, kind };
  const { reason, place, reviewedBy } = decision;
  const events: ApplicationEvent[] = [
    {
      type: 'ApplicationReviewed',
      data: { ...its, status: decision.status, reason, place, reviewedBy, reviewedAt },
    },
  ];
  if (decision.status === 'approved' && userId !== null)
    events.push({ type: 'ApplicationClaimed', data: { ...its, userId, claimedAt: reviewedAt } });
  return events;
};

const claimed = (
  application: Application,
  userId: string,
  claimedAt: string,
): ApplicationEvent[] => {
  const { applicationId, applicant, kind, status, isClaimed } = application;
  if (status !== 'approved')
    throw new DomainError('wrong_status', 'This application is not approved.', { status });
  if (isClaimed && application.userId === userId) return [];
  if (isClaimed)
    throw new DomainError('wrong_status', 'This link was used already.', { status: 'claimed' });
  return [
    { type: 'ApplicationClaimed', data: { applicationId, applicant, kind, userId, claimedAt } },
  ];
};

const withdrawn = (
  { applicationId, applicant, kind, status }: Application,
  withdrawnAt: string,
): ApplicationEvent[] =>
  status === 'pending'
    ? [{ type: 'ApplicationWithdrawn', data: { applicationId, applicant, kind, withdrawnAt } }]
    : [];

const opened = (data: HostApplied | PlayerApplied): Base => {
  const { applicationId, applicant, userId, fullName, email, appliedAt, answerBy } = data;
  const its = { applicationId, applicant, userId, fullName, email, appliedAt, answerBy };
  return { ...its, status: 'pending', review: null, isClaimed: false };
};

const hostForm = ({
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

const playerForm = ({ city, skillLevel, otherClubs, whyJoin }: PlayerApplied): PlayerForm => ({
  city,
  skillLevel,
  otherClubs,
  whyJoin,
});

const later = (application: Application, { type, data }: Later): Application => {
  if (type === 'ApplicationClaimed')
    return { ...application, userId: data.userId, isClaimed: true };
  if (type === 'ApplicationWithdrawn') return { ...application, status: 'withdrawn' };
  const { status, reason, place, reviewedBy, reviewedAt } = data;
  return { ...application, status, review: { reason, place, reviewedBy, reviewedAt } };
};

/** Narrows an application. @throws Error if it is of the other kind, which its command excludes */
export const ofKind = <Kind extends ApplicationKind>(
  application: Application,
  kind: Kind,
): Extract<Application, { kind: Kind }> => {
  if (application.kind !== kind)
    throw new Error(`application ${application.applicationId} is not of kind ${kind}`);
  return application as Extract<Application, { kind: Kind }>;
};

/** The stream of an applicant: a kind and a keyed hash of an e-mail. */
export const applicantOf = (kind: ApplicationKind, emailHash: string): string =>
  `${kind}-${emailHash}`;
