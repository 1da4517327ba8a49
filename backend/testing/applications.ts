import type { HostApplied, PlayerApplied } from '../src/people/applications/application.js';
import type { ApplicationEvent } from '../src/people/applications/application.events.js';

export const APPLIED_AT = '2027-03-10T12:00:00.000Z';
export const REVIEWED_AT = '2027-03-11T09:00:00.000Z';
/** Thirty days after the review, and ninety days after that. */
export const LINK_EXPIRES_AT = '2027-04-10T09:00:00.000Z';
export const KEEP_UNTIL = '2027-07-09T09:00:00.000Z';

const applicationFields = {
  applicationId: 'app1',
  userId: null,
  answerBy: '2027-03-12T12:00:00.000Z',
  appliedAt: APPLIED_AT,
  keepUntil: '2027-06-10T12:00:00.000Z',
};

export const hostApplication = (changes: Partial<HostApplied> = {}): HostApplied => ({
  ...applicationFields,
  applicant: 'host-aa',
  fullName: 'Robin Baseline',
  email: 'robin@example.test',
  phone: '4805550123',
  address: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
  courtType: 'both',
  courtSurface: 'hard',
  availability: 'Weekday mornings',
  description: 'A quiet court between citrus trees.',
  photos: ['/api/photos/applications/app1/1.webp'],
  ...changes,
});

/** An application for a monthly membership. */
export const playerApplication = (changes: Partial<PlayerApplied> = {}): PlayerApplied => ({
  ...applicationFields,
  applicant: 'player-aa',
  fullName: 'Robin Baseline',
  email: 'robin@example.test',
  city: 'Scottsdale',
  skillLevel: 'Advanced',
  otherClubs: '',
  whyJoin: 'I would like to play every week.',
  ...changes,
});

type Reviewed = Extract<ApplicationEvent, { type: 'ApplicationReviewed' }>;
type Claimed = Extract<ApplicationEvent, { type: 'ApplicationClaimed' }>;

export const applicationReviewed = (changes: Partial<Reviewed['data']> = {}): Reviewed => ({
  type: 'ApplicationReviewed',
  data: {
    applicationId: 'app1',
    applicant: 'host-aa',
    kind: 'host',
    status: 'approved',
    reason: '',
    place: { location: 'Paradise Valley', zone: 'America/Phoenix' },
    reviewedBy: 'ada',
    reviewedAt: REVIEWED_AT,
    linkExpiresAt: LINK_EXPIRES_AT,
    keepUntil: KEEP_UNTIL,
    ...changes,
  },
});

export const applicationClaimed = (userId: string, claimedAt: string): Claimed => ({
  type: 'ApplicationClaimed',
  data: { applicationId: 'app1', applicant: 'host-aa', kind: 'host', userId, claimedAt },
});
