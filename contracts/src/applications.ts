import { z } from 'zod';
import { Surface } from './courts.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Zone } from './wire.js';

export const ApplicationStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

export const CourtType = z.enum(['tennis', 'pickleball', 'both'], 'Please select a court type');
export type CourtType = z.infer<typeof CourtType>;

export const ApplicantLevel = z.enum(
  ['Beginner', 'Intermediate', 'Advanced', 'Collegiate/Pro'],
  'Skill level is required',
);
export type ApplicantLevel = z.infer<typeof ApplicantLevel>;

const line = (least: number, message: string, most: number) =>
  z
    .string()
    .trim()
    .min(least, message)
    .max(most, `Use at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]*$/u, 'Use one line, without invisible characters');

const paragraph = (least: number, message: string, most: number) =>
  z.string(message).trim().min(least, message).max(most, `Use at most ${most} characters`);

export const MOST_APPLICATION_PHOTOS = 5;
export const COURT_DESCRIPTION = { least: 20, most: 500 } as const;

/** The form of somebody who wants to be a host, multipart: every value arrives as text. Photos are the files `photo_0` to `photo_4`. */
export const HostApplicationForm = z.strictObject({
  fullName: line(2, 'Full name must be at least 2 characters', 80),
  email: z.email('Please enter a valid email address').max(254).toLowerCase(),
  phoneNumber: line(10, 'Please enter a valid phone number', 30).regex(
    /^[\d +().-]*$/,
    'Please enter a valid phone number',
  ),
  propertyAddress: line(5, 'Please enter a complete address', 160),
  courtType: CourtType,
  courtSurface: Surface,
  availability: paragraph(5, 'Please describe your availability', 300),
  courtDescription: z
    .string('Court description must be at least 20 characters long')
    .trim()
    .min(COURT_DESCRIPTION.least, 'Court description must be at least 20 characters long')
    .max(COURT_DESCRIPTION.most, 'Description must be under 500 characters'),
  agreeToTerms: z.preprocess(
    (value) => value === true || value === 'true',
    z.literal(true, 'You must agree to the terms and conditions'),
  ),
});
export type HostApplicationForm = z.infer<typeof HostApplicationForm>;

/** The form of somebody who wants to subscribe to Elite by the month. */
export const PlayerApplicationForm = z.strictObject({
  fullName: line(2, 'Full name is required', 80),
  email: z.email('Valid email is required').max(254).toLowerCase(),
  city: line(2, 'City is required', 80),
  skillLevel: ApplicantLevel,
  otherClubs: z.string().trim().max(200, 'Use at most 200 characters').default(''),
  whyJoin: paragraph(10, 'Please tell us why you want to join', 1_000),
  agreeToTerms: z.literal(true, 'You must understand the membership terms'),
});
export type PlayerApplicationForm = z.infer<typeof PlayerApplicationForm>;

/** The same answer whether somebody with this e-mail has applied before or not: it is nobody else's business. */
export const ApplicationReceived = z.object({ message: z.string() });
export type ApplicationReceived = z.infer<typeof ApplicationReceived>;

const review = z
  .object({ by: z.string().describe('the name of the admin'), at: z.string(), reason: z.string() })
  .nullable();

const its = {
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: ApplicationStatus,
  submittedAt: z.string(),
  answerBy: z.string().describe('by when the applicant was told that they would hear from us'),
  review,
  accountId: z
    .string()
    .nullable()
    .describe('whose application it is: who was signed in, or has used the link that was sent'),
};

export const HostApplication = z.object({
  ...its,
  phone: z.string(),
  address: z.string(),
  courtType: CourtType,
  courtSurface: Surface,
  availability: z.string(),
  description: z.string(),
  photos: z.array(z.string()),
});
export type HostApplication = z.infer<typeof HostApplication>;

export const PlayerApplication = z.object({
  ...its,
  city: z.string(),
  skillLevel: ApplicantLevel,
  clubMembership: z.string(),
  motivation: z.string(),
  agreeToFees: z.literal(true),
});
export type PlayerApplication = z.infer<typeof PlayerApplication>;

export const ApplicationFilters = z.strictObject({
  status: ApplicationStatus.optional(),
  search: z
    .string()
    .trim()
    .max(80)
    .optional()
    .describe('text in the name or the e-mail, whatever its case'),
  overdue: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('those that should have been answered by now'),
  ...pageQuery({ most: 100 }),
});
export type ApplicationFilters = z.infer<typeof ApplicationFilters>;

export const ReviewApplication = z.strictObject({
  status: ApplicationStatus.exclude(['pending', 'withdrawn']),
  reason: z.string().trim().max(500, 'Use at most 500 characters for the reason').default(''),
});
export type ReviewApplication = z.infer<typeof ReviewApplication>;

/** A host who is approved gets a draft of a court, which needs a city and a zone: where the address tells them, they are left out. */
export const ReviewHostApplication = ReviewApplication.extend({
  location: z
    .string()
    .trim()
    .min(2, 'Please enter the city')
    .max(80)
    .optional()
    .describe('the city of the court'),
  zone: Zone.optional(),
});
export type ReviewHostApplication = z.infer<typeof ReviewHostApplication>;

const counts = z.object({ total: z.number(), pending: z.number(), overdue: z.number() });
export const ApplicationCounts = z.object({ player: counts, host: counts });
export type ApplicationCounts = z.infer<typeof ApplicationCounts>;

/** What was given to the account that used the link of an approved application. */
export const ClaimedApplication = z.object({ kind: z.enum(['host', 'player']) });
export type ClaimedApplication = z.infer<typeof ClaimedApplication>;

const applicationId = z.object({ applicationId: z.string().max(40) });

export const applicationRoutes = {
  applyAsHost: route({
    method: 'POST',
    path: '/api/host-apply',
    summary: 'Apply to be a host',
    access: 'anyone',
    body: HostApplicationForm,
    files: ['photo_0', 'photo_1', 'photo_2', 'photo_3', 'photo_4'],
    status: 201,
    response: ApplicationReceived,
    errors: ['too_large', 'unsupported_image', 'store_unavailable'],
  }),
  applyAsPlayer: route({
    method: 'POST',
    path: '/api/player-applications',
    summary: 'Apply for Elite membership by the month',
    access: 'anyone',
    body: PlayerApplicationForm,
    status: 201,
    response: ApplicationReceived,
    errors: ['store_unavailable'],
  }),
  claimApplication: route({
    method: 'POST',
    path: '/api/applications/claims',
    summary: 'Take what an approved application gives, by the link that was sent to its e-mail',
    access: 'signedIn',
    body: z.strictObject({ token: z.string().max(200) }),
    status: 200,
    response: ClaimedApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  countApplications: route({
    method: 'GET',
    path: '/api/admin/applications',
    summary: 'How many applications there are, and how many wait',
    access: 'admin',
    reads: ['applications'],
    status: 200,
    response: ApplicationCounts,
  }),
  hostApplications: route({
    method: 'GET',
    path: '/api/admin/host-applications',
    summary:
      'Applications of hosts, in pages: those that wait the longest first, all others the newest first',
    access: 'admin',
    query: ApplicationFilters,
    reads: ['applications'],
    status: 200,
    response: z.array(HostApplication),
  }),
  playerApplications: route({
    method: 'GET',
    path: '/api/admin/player-applications',
    summary:
      'Applications for Elite membership, in pages: those that wait the longest first, all others the newest first',
    access: 'admin',
    query: ApplicationFilters,
    reads: ['applications'],
    status: 200,
    response: z.array(PlayerApplication),
  }),
  reviewHostApplication: route({
    method: 'PATCH',
    path: '/api/admin/host-applications/:applicationId/status',
    summary:
      'Approve or reject an application that is pending; details.zones lists what to choose from where its place is not known',
    access: 'admin',
    params: applicationId,
    body: ReviewHostApplication,
    status: 200,
    response: HostApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  reviewPlayerApplication: route({
    method: 'PATCH',
    path: '/api/admin/player-applications/:applicationId/status',
    summary: 'Approve or reject an application that is pending',
    access: 'admin',
    params: applicationId,
    body: ReviewApplication,
    status: 200,
    response: PlayerApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  applicationPhoto: route({
    method: 'GET',
    path: '/api/photos/applications/:applicationId/:file',
    summary: 'A photo of an application',
    access: 'admin',
    kind: 'bytes',
    mediaType: 'image/webp',
    params: applicationId.extend({ file: z.string() }),
    reads: ['applications'],
    status: 200,
    response: z.instanceof(Uint8Array),
    errors: ['not_found'],
  }),
};
