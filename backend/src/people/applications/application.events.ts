import { ApplicantLevel, ApplicationStatus, CourtType } from '@courtly/contracts/applications';
import { Surface } from '@courtly/contracts/courts';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

export const ApplicationKind = z.enum(['host', 'player']);
export type ApplicationKind = z.infer<typeof ApplicationKind>;

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
const instantSchema = z.string();
const applicationKey = { applicationId: z.string(), applicant: z.string() };
const submittedFields = {
  ...applicationKey,
  /** Set if the applicant was signed in with this email and had verified it. */
  userId: z.string().nullable(),
  answerBy: instantSchema,
  appliedAt: instantSchema,
};

/**
 * The applications of one email, in the stream `application-<applicant>`: `host-` or `player-` and
 * a keyed hash of the email, so only one of a kind can be pending.
 */
export const applicationEvents = defineEvents(['application'], {
  /** Has its own key, as applicants may have no account. A damaged one must not hide later ones. */
  HostApplied: {
    version: 1,
    data: z.object({ ...submittedFields, ...hostFormFields }),
    personal: [
      {
        of: 'applicationId',
        createsKey: true,
        isRemark: true,
        erased: {
          ...formerApplicant,
          phone: '',
          address: '',
          availability: '',
          description: '',
          photos: [],
        },
      },
    ],
  },
  PlayerApplied: {
    version: 1,
    data: z.object({ ...submittedFields, ...playerFormFields }),
    personal: [
      {
        of: 'applicationId',
        createsKey: true,
        isRemark: true,
        erased: { ...formerApplicant, city: '', otherClubs: '', whyJoin: '' },
      },
    ],
  },
  ApplicationReviewed: {
    version: 1,
    data: z.object({
      ...applicationKey,
      kind: ApplicationKind,
      status: ApplicationStatus.exclude(['pending', 'withdrawn']),
      reason: z.string(),
      /** The location of the draft court. */
      place: z.object({ location: z.string(), zone: z.string() }).nullable(),
      reviewedBy: z.string(),
      reviewedAt: instantSchema,
    }),
    personal: [{ of: 'applicationId', erased: { reason: '' }, isRemark: true }],
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
