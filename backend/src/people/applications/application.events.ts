import {
  ApplicantLevel,
  ApplicationKind,
  ApplicationStatus,
  CourtType,
  EmailOutcome,
} from '@courtly/contracts/applications';
import { Surface } from '@courtly/contracts/courts';
import type { RetentionPolicy } from '@courtly/contracts/policy';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

/** `photos` are URLs below `/api/photos/`. */
const hostFormFields = {
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  courtType: CourtType,
  courtSurface: Surface,
  availability: z.string(),
  description: z.string(),
  photos: z.array(z.string()),
};
const playerFormFields = {
  fullName: z.string(),
  email: z.string(),
  city: z.string(),
  skillLevel: ApplicantLevel,
  otherClubs: z.string(),
  whyJoin: z.string(),
};

const formerApplicant = { fullName: 'Former applicant', email: '' };
/** The personal fields of a form after erasure. */
export const erasedHostForm = {
  ...formerApplicant,
  phone: '',
  address: '',
  availability: '',
  description: '',
  photos: [],
};
export const erasedPlayerForm = { ...formerApplicant, city: '', otherClubs: '', whyJoin: '' };
const instantSchema = z.string();

/** How long a link works. */
const LINK_DAYS = 30;
/** The retention that applies to events from before there was a policy for it. */
const EARLIER_RETENTION_DAYS = { rejected: 180, lapsed: 90 };
/**
 * Earlier applications are kept until this instant, so that operators have time to read about
 * retention.
 */
const FIRST_EARLIER_ERASURE = '2027-02-01T00:00:00.000Z';

/**
 * The instant (UTC) some days later, rounded down to whole seconds, because tokens contain seconds.
 */
export const daysAfter = (instant: unknown, days: number): string => {
  const milliseconds = Date.parse(String(instant)) + days * DAY_MS;
  return new Date(Math.floor(milliseconds / 1_000) * 1_000).toISOString();
};

/** When a new link expires, and when an unused application is deleted (UTC). */
export const linkDeadlines = (
  instant: string,
  { lapsedApplicationDays }: Pick<RetentionPolicy, 'lapsedApplicationDays'>,
) => {
  const linkExpiresAt = daysAfter(instant, LINK_DAYS);
  return { linkExpiresAt, keepUntil: daysAfter(linkExpiresAt, lapsedApplicationDays) };
};

/** Like `linkDeadlines`, but the application is kept no longer than `keepUntil` (UTC). */
export const linkDeadlinesUntil = (
  keepUntil: string,
  instant: string,
): ReturnType<typeof linkDeadlines> => {
  const linkExpiresAt = daysAfter(instant, LINK_DAYS);
  return { linkExpiresAt: linkExpiresAt < keepUntil ? linkExpiresAt : keepUntil, keepUntil };
};

const earlierRetention = (instant: unknown, days: number): string => {
  const keepUntil = daysAfter(instant, days);
  return keepUntil < FIRST_EARLIER_ERASURE ? FIRST_EARLIER_ERASURE : keepUntil;
};

const withFormRetention = (storedData: Record<string, unknown>) => ({
  ...storedData,
  keepUntil: earlierRetention(storedData['answerBy'], EARLIER_RETENTION_DAYS.lapsed),
});

const withReviewRetention = (storedData: Record<string, unknown>) => {
  const { status, reviewedAt } = storedData;
  if (status !== 'approved')
    return {
      ...storedData,
      linkExpiresAt: null,
      keepUntil: earlierRetention(reviewedAt, EARLIER_RETENTION_DAYS.rejected),
    };
  const linkExpiresAt = daysAfter(reviewedAt, LINK_DAYS);
  const keepUntil = earlierRetention(linkExpiresAt, EARLIER_RETENTION_DAYS.lapsed);
  return { ...storedData, linkExpiresAt, keepUntil };
};
const applicationKey = { applicationId: z.string(), applicant: z.string() };
const submittedFields = {
  ...applicationKey,
  /** Set if the applicant was signed in with this email and had verified it. */
  userId: z.string().nullable(),
  answerBy: instantSchema,
  appliedAt: instantSchema,
  /** When the application is erased unless someone decides it. */
  keepUntil: instantSchema,
};

/**
 * The applications of one email, in the stream `application-<applicant>`: `host-` or `player-` and
 * a keyed hash of the email, so only one of a kind can be pending.
 */
export const applicationEvents = defineEvents(['application'], {
  /**
   * The application has its own key, as applicants may have no account. A damaged key must not hide
   * later applications.
   */
  HostApplied: {
    version: 2,
    data: z.object({
      ...submittedFields,
      ...hostFormFields,
      /** The version that the applicant agreed to. Applications from earlier releases lack it. */
      papers: z.object({ hostingTerms: z.string(), policyId: z.string() }).optional(),
    }),
    personal: [{ of: 'applicationId', createsKey: true, isRemark: true, erased: erasedHostForm }],
    upcasts: { 1: withFormRetention },
  },
  PlayerApplied: {
    version: 2,
    data: z.object({ ...submittedFields, ...playerFormFields }),
    personal: [{ of: 'applicationId', createsKey: true, isRemark: true, erased: erasedPlayerForm }],
    upcasts: { 1: withFormRetention },
  },
  ApplicationReviewed: {
    version: 2,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      status: ApplicationStatus.exclude(['pending', 'withdrawn']),
      reason: z.string(),
      /** The location of the draft court. */
      place: z.object({ location: z.string(), zone: z.string() }).nullable(),
      reviewedBy: z.string(),
      reviewedAt: instantSchema,
      /** When the emailed link expires; null if there is none. */
      linkExpiresAt: instantSchema.nullable(),
      /**
       * When the application is erased unless its applicant claims it; null if they already have.
       */
      keepUntil: instantSchema.nullable(),
    }),
    personal: [{ of: 'applicationId', erased: { reason: '' }, isRemark: true }],
    upcasts: { 1: withReviewRetention },
  },
  /** An admin sent the link again. Only the newest link works. */
  ApplicationLinkRenewed: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      linkExpiresAt: instantSchema,
      keepUntil: instantSchema,
      renewedBy: z.string(),
      renewedAt: instantSchema,
    }),
  },
  /** The outcome of the email about this status. */
  ApplicationEmailed: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      about: ApplicationStatus.exclude(['withdrawn']),
      outcome: EmailOutcome,
      emailedAt: instantSchema,
    }),
  },
  /**
   * `retention` requests it at the end of the period. `reference` is where a written request is
   * filed.
   */
  ApplicationErasureRequested: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      by: z.enum(['applicant', 'admin', 'operator', 'retention']),
      reference: z.string(),
      requestedAt: instantSchema,
    }),
  },
  /** The application's key was deleted. */
  ApplicationErased: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      erasedAt: instantSchema,
    }),
  },
  /** The applicant's account was deleted. */
  ApplicationWithdrawn: {
    version: 1,
    data: z.object({ ...applicationKey, kind: ApplicationKind, withdrawnAt: instantSchema }),
  },
  ApplicationClaimed: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      userId: z.string(),
      claimedAt: instantSchema,
    }),
  },
});

export type ApplicationEvent = EventOf<typeof applicationEvents>;
