import { ApplicantLevel, ApplicationStatus, CourtType } from '@courtly/contracts/applications';
import { Surface } from '@courtly/contracts/courts';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

export const ApplicationKind = z.enum(['host', 'player']);
export type ApplicationKind = z.infer<typeof ApplicationKind>;

/** What a host says of themselves and of their court; `photos` are addresses below `/api/photos/`. */
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
  userId: z.string().nullable(),
  answerBy: instantSchema,
  appliedAt: instantSchema,
};

/**
 * What somebody applies for, and what becomes of it. The stream is `application-<applicant>`, where the applicant is
 * `host-` or `player-` and a keyed hash of the e-mail: nobody waits twice. Each application has a person's key of its own, since
 * whoever applies need not have an account; `userId` is who was signed in and had shown that the e-mail is theirs. `place` is where the court of a host
 * lies, by which its draft is made. `ApplicationClaimed` says whose it is.
 */
export const applicationEvents = defineEvents(['application'], {
  HostApplied: {
    version: 1,
    data: z.object({ ...submittedFields, ...hostFormFields }),
    personal: [
      {
        of: 'applicationId',
        createsKey: true,
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
      place: z.object({ location: z.string(), zone: z.string() }).nullable(),
      reviewedBy: z.string(),
      reviewedAt: instantSchema,
    }),
    personal: [{ of: 'applicationId', erased: { reason: '' } }],
  },
  /** The account that it was made with has ended, so that nobody waits for an answer. */
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
