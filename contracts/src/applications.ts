import { z } from 'zod';
import { COURT_DESCRIPTION } from './court-limits.js';
import { Surface } from './courts.js';
import { WrittenErasureBody } from './erasure.js';
import { emailAddress, lines, oneLine, personName, phoneNumber } from './fields.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Zone } from './wire.js';

/** Players apply for monthly Elite membership, and hosts to list their court. */
export const ApplicationKind = z.enum(['host', 'player']);
export type ApplicationKind = z.infer<typeof ApplicationKind>;

export const ApplicationStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** `undeliverable`: the address does not exist. A failed email is tried again for an hour. */
export const EmailOutcome = z.enum(['sent', 'failed', 'undeliverable']);
export type EmailOutcome = z.infer<typeof EmailOutcome>;

export const CourtType = z.enum(['tennis', 'pickleball', 'both'], 'Please select a court type');
export type CourtType = z.infer<typeof CourtType>;

export const ApplicantLevel = z.enum(
  ['Beginner', 'Intermediate', 'Advanced', 'Collegiate/Pro'],
  'Skill level is required',
);
export type ApplicantLevel = z.infer<typeof ApplicantLevel>;

/**
 * A multipart form, in which every value arrives as text. Photos are the files `photo_0` to
 * `photo_4`.
 */
export const HostApplicationForm = z.strictObject({
  fullName: personName('Full name must be at least 2 characters'),
  email: emailAddress('Please enter a valid email address'),
  phoneNumber: phoneNumber('Please enter a valid phone number'),
  propertyAddress: oneLine({ least: 5, most: 160, tooShort: 'Please enter a complete address' }),
  courtType: CourtType,
  courtSurface: Surface,
  availability: lines({ least: 5, most: 300, tooShort: 'Please describe your availability' }),
  courtDescription: lines({
    ...COURT_DESCRIPTION,
    tooShort: `Court description must be at least ${COURT_DESCRIPTION.least} characters long`,
    tooLong: `Description must be under ${COURT_DESCRIPTION.most} characters`,
  }),
  agreeToTerms: z.preprocess(
    (value) => value === true || value === 'true',
    z.literal(true, 'You must agree to the terms and conditions'),
  ),
});
export type HostApplicationForm = z.infer<typeof HostApplicationForm>;

/** The application for a monthly Elite membership. */
export const PlayerApplicationForm = z.strictObject({
  fullName: personName('Full name is required'),
  email: emailAddress('Valid email is required'),
  city: oneLine({ least: 2, most: 80, tooShort: 'City is required' }),
  skillLevel: ApplicantLevel,
  otherClubs: lines({ most: 200 }).default(''),
  whyJoin: lines({ least: 10, most: 1_000, tooShort: 'Please tell us why you want to join' }),
  agreeToTerms: z.literal(true, 'You must understand the membership terms'),
});
export type PlayerApplicationForm = z.infer<typeof PlayerApplicationForm>;

/** This must not reveal whether someone has already applied with this email. */
export const ApplicationReceived = z.object({ message: z.string() });
export type ApplicationReceived = z.infer<typeof ApplicationReceived>;

const reviewSummary = z
  .object({ by: z.string().describe('The name of the admin.'), at: z.string(), reason: z.string() })
  .nullable();

const sharedApplicationFields = {
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: ApplicationStatus,
  submittedAt: z.string(),
  answerBy: z.string().describe('The response deadline promised to the applicant (UTC).'),
  review: reviewSummary,
  accountId: z
    .string()
    .nullable()
    .describe(
      'The account that was signed in when applying, or that claimed the application by link.',
    ),
  isClaimed: z.boolean(),
  link: z
    .object({ expiresAt: z.string() })
    .nullable()
    .describe('The emailed link that an approved applicant has yet to use.'),
  emailState: z
    .object({ about: ApplicationStatus, outcome: EmailOutcome, at: z.string() })
    .nullable()
    .describe("The last email's outcome; null until it is known."),
  erasure: z.enum(['none', 'requested', 'erased']),
  eraseAt: z
    .string()
    .nullable()
    .describe('When the data will be deleted (UTC); null while it belongs to an account.'),
};

export const HostApplication = z.object({
  ...sharedApplicationFields,
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
  ...sharedApplicationFields,
  city: z.string(),
  skillLevel: ApplicantLevel,
  clubMembership: z.string(),
  motivation: z.string(),
  agreeToFees: z.literal(true),
});
export type PlayerApplication = z.infer<typeof PlayerApplication>;

export const ApplicationFilters = z.strictObject({
  status: ApplicationStatus.optional(),
  search: oneLine({ most: 80 })
    .optional()
    .describe('Matches the name or email, ignoring case and accents.'),
  overdue: z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional()
    .describe('Only applications whose response deadline has passed.'),
  ...pageQuery({ maxLimit: 100 }),
});
export type ApplicationFilters = z.infer<typeof ApplicationFilters>;

export const ReviewApplicationBody = z.strictObject({
  status: ApplicationStatus.exclude(['pending', 'withdrawn']),
  reason: lines({ most: 500, tooLong: 'Use at most 500 characters for the reason' }).default(''),
});
export type ReviewApplicationBody = z.infer<typeof ReviewApplicationBody>;

/**
 * Approval creates a draft court. Send the city and zone only if the address does not determine
 * them.
 */
export const ReviewHostApplicationBody = ReviewApplicationBody.extend({
  location: oneLine({ least: 2, most: 80, tooShort: 'Please enter the city' })
    .optional()
    .describe('The city of the court.'),
  zone: Zone.optional(),
});
export type ReviewHostApplicationBody = z.infer<typeof ReviewHostApplicationBody>;

const applicationCounts = z.object({ total: z.number(), pending: z.number(), overdue: z.number() });
export const ApplicationCounts = z.object({ player: applicationCounts, host: applicationCounts });
export type ApplicationCounts = z.infer<typeof ApplicationCounts>;

/** The kind of the approved application that the account has claimed. */
export const ClaimedApplication = z.object({ kind: ApplicationKind });
export type ClaimedApplication = z.infer<typeof ClaimedApplication>;

export const ApplicationLink = z.object({ expiresAt: z.string() });
export type ApplicationLink = z.infer<typeof ApplicationLink>;

/**
 * Whether Courtly has approved a host, or what the approval waits for. `missing`: no application is
 * known. `approved`: the host has yet to use the link that was sent to their `email`. Times are UTC.
 */
export const HostApproval = z.discriminatedUnion('state', [
  z.object({ state: z.literal('granted') }),
  z.object({ state: z.literal('missing') }),
  z.object({ state: z.literal('pending'), answerBy: z.string() }),
  z.object({
    state: z.literal('approved'),
    email: z.string(),
    linkExpiresAt: z.string(),
  }),
  z.object({ state: z.literal('rejected'), reason: z.string().describe('May be empty.') }),
]);
export type HostApproval = z.infer<typeof HostApproval>;

/** What the account of an approved applicant starts with. */
export const InvitedApplicant = z.object({
  kind: ApplicationKind,
  fullName: z.string(),
  email: z.string(),
  phone: z.string().describe('Empty if the applicant gave none.'),
});
export type InvitedApplicant = z.infer<typeof InvitedApplicant>;

const applicationId = z.object({ applicationId: z.string().max(40) });

export const applicationRoutes = {
  applyAsHost: route({
    method: 'POST',
    path: '/api/host-apply',
    summary: 'Apply to become a host.',
    access: 'anyone',
    body: HostApplicationForm,
    files: ['photo_0', 'photo_1', 'photo_2', 'photo_3', 'photo_4'],
    status: 201,
    response: ApplicationReceived,
    errors: ['too_large', 'unsupported_image', 'too_many_requests', 'store_unavailable'],
  }),
  applyAsPlayer: route({
    method: 'POST',
    path: '/api/player-applications',
    summary: 'Apply for a monthly Elite membership.',
    access: 'anyone',
    body: PlayerApplicationForm,
    status: 201,
    response: ApplicationReceived,
    errors: ['too_many_requests', 'store_unavailable'],
  }),
  claimApplication: route({
    method: 'POST',
    path: '/api/applications/claims',
    summary: 'Claim an approved application with the token from the email.',
    access: 'signedIn',
    body: z.strictObject({ token: z.string().max(200) }),
    status: 200,
    response: ClaimedApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  showInvitedApplicant: route({
    method: 'POST',
    path: '/api/applications/invitations',
    summary: 'Get what an approved applicant entered, with the token from the email.',
    access: 'anyone',
    body: z.strictObject({ token: z.string().max(200) }),
    status: 200,
    response: InvitedApplicant,
    errors: ['not_found', 'too_many_requests', 'store_unavailable'],
  }),
  eraseOwnApplication: route({
    method: 'POST',
    path: '/api/applications/erasures',
    summary: 'Delete an application with the token from an email about it.',
    access: 'anyone',
    body: z.strictObject({ token: z.string().max(200) }),
    status: 202,
    response: z.undefined(),
    errors: ['not_found', 'wrong_status', 'too_many_requests', 'store_unavailable'],
  }),
  eraseApplication: route({
    method: 'POST',
    path: '/api/admin/applications/:applicationId/erasure',
    summary: "Delete the data of an application at the applicant's written request.",
    access: 'admin',
    decides: 'application',
    params: applicationId,
    body: WrittenErasureBody,
    status: 202,
    response: z.undefined(),
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  renewApplicationLink: route({
    method: 'POST',
    path: '/api/admin/applications/:applicationId/link',
    summary: 'Email an approved applicant a new link. Earlier links stop working.',
    access: 'admin',
    decides: 'application',
    params: applicationId,
    status: 200,
    response: ApplicationLink,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  showHostApproval: route({
    method: 'GET',
    path: '/api/host/approval',
    summary: "Get whether Courtly has approved the caller as a host, or the application's state.",
    access: 'owner',
    reads: ['applications', 'people'],
    status: 200,
    response: HostApproval,
  }),
  renewOwnHostLink: route({
    method: 'POST',
    path: '/api/host/approval/link',
    summary:
      "Email the link of the caller's approved application again. Earlier links stop working.",
    access: 'owner',
    status: 200,
    response: ApplicationLink,
    errors: ['not_found', 'wrong_status', 'too_many_requests', 'store_unavailable'],
  }),
  countApplications: route({
    method: 'GET',
    path: '/api/admin/applications',
    summary: 'Count all, pending, and overdue applications.',
    access: 'admin',
    reads: ['applications'],
    status: 200,
    response: ApplicationCounts,
  }),
  hostApplications: route({
    method: 'GET',
    path: '/api/admin/host-applications',
    summary:
      'List host applications: pending ones first (oldest first), then the others (newest first).',
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
      'List Elite applications: pending ones first (oldest first), then the others (newest first).',
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
      'Approve or reject a pending host application. If the zone is unknown, `details.zones` lists the choices.',
    access: 'admin',
    decides: 'application',
    params: applicationId,
    body: ReviewHostApplicationBody,
    status: 200,
    response: HostApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  reviewPlayerApplication: route({
    method: 'PATCH',
    path: '/api/admin/player-applications/:applicationId/status',
    summary: 'Approve or reject a pending Elite application.',
    access: 'admin',
    decides: 'application',
    params: applicationId,
    body: ReviewApplicationBody,
    status: 200,
    response: PlayerApplication,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  applicationPhoto: route({
    method: 'GET',
    path: '/api/photos/applications/:applicationId/:file',
    summary: 'Get a photo of a host application.',
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
