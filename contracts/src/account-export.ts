import { z } from 'zod';
import { ApplicantLevel, ApplicationKind, ApplicationStatus, CourtType } from './applications.js';
import {
  BookingSide,
  BookingStatus,
  CancelReason,
  CancelRule,
  DeclineReason,
  HostExcuse,
  PaidCard,
  PaymentStatus,
} from './bookings.js';
import { CourtAccess, Surface } from './courts.js';
import { IncidentKind, IncidentStatus, WeatherReason } from './incidents.js';
import { PageAudience, Preferences, Role, Session } from './identity.js';
import { Discipline, MatchOutcome, MatchSide, MatchStatus, SetGames } from './matches.js';
import { Membership } from './membership.js';
import { PaperName } from './papers.js';
import { NeighborRules } from './neighbor-rules.js';
import { NotificationItem, NotificationPreferences } from './notifications.js';
import { BookingRules, WeeklyHours } from './opening-hours.js';
import { Provider } from './provider-accounts.js';
import { MembershipReceipt } from './receipts.js';
import { reversalCauses } from './reversal-causes.js';
import { ReportReason } from './reviews.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { StatementLineKind } from './statements.js';

/** The maximum number of items in each list of an export. Lists contain the newest items. */
export const MOST_EXPORTED = 1_000;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    isComplete: z.boolean().describe(`False if there are more than ${MOST_EXPORTED} items.`),
    items: z.array(item).describe('Newest first.'),
  });

const amount = z.string();
const instant = z.string();

export const ExportedAccount = z.object({
  userId: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailProven: z.boolean(),
  phone: z.string(),
  homeCity: z.string(),
  picture: z.string().nullable(),
  ...Preferences.shape,
  pageAudience: PageAudience,
  roles: z.array(Role),
  registeredAt: instant,
  waiver: z.object({ version: z.string(), textHash: z.string(), acceptedAt: instant }).nullable(),
  suspension: z
    .object({
      since: instant,
      until: instant.nullable(),
      reason: z.string().nullable().describe('Null if the reason is for admins only.'),
    })
    .nullable(),
});

/** The fields depend on `what`, the type of the event. */
export const ExportedChange = z.object({
  what: z.string(),
  at: instant,
  ...ExportedAccount.pick({
    username: true,
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    homeCity: true,
    picture: true,
    skillLevel: true,
    surfaces: true,
    socialTags: true,
    pageAudience: true,
  }).partial().shape,
  previous: z.string().optional().describe('The former email.'),
  replaced: z.string().nullable().optional().describe('The former picture.'),
  role: Role.optional(),
  proof: z.string().optional(),
  version: z.string().optional(),
  textHash: z.string().optional(),
  userAgent: z.string().optional(),
  ipAddress: z.string().optional(),
  papers: z
    .object({ terms: z.string(), privacy: z.string(), policyId: z.string() })
    .optional()
    .describe('The versions that the person agreed to.'),
  by: z.string().optional(),
  reference: z.string().optional(),
  until: instant.nullable().optional().describe('When a suspension ends automatically.'),
  reason: z.string().optional().describe('Why an admin suspended the person or changed a role.'),
});

export const ExportedSecondFactor = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  addedAt: instant,
});

export const ExportedLinkedAccount = z.object({
  provider: Provider,
  subject: z.string(),
  email: z.string(),
  linkedAt: instant,
});

const bookedHour = {
  bookingId: z.string(),
  courtId: z.string(),
  startTime: instant,
  endTime: instant,
  zone: z.string(),
};

export const ExportedHostedBooking = z.object({
  ...bookedHour,
  offsetMinutes: z.number().optional(),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  rate: amount,
  fee: amount,
  tax: amount,
  total: amount,
  payout: amount,
  requestedAt: instant,
  payBy: instant.nullable(),
  answerBy: instant,
  approvedAt: instant.nullable(),
  completedAt: instant.nullable(),
  movedAt: instant.optional().describe('Set if the player moved the hour after bad weather.'),
  instantBook: z.boolean(),
  sport: Sport.nullable().describe('Null for bookings of earlier releases.'),
  cancellation: z
    .object({
      reason: CancelReason,
      declineReason: DeclineReason.nullable(),
      rule: CancelRule,
      excuse: HostExcuse.nullable(),
      refund: amount,
      host: amount,
      platform: amount,
      tax: amount,
      cancelledAt: instant,
      note: z.string().describe('As the page of the booking shows it.'),
    })
    .nullable(),
});

export const ExportedBooking = ExportedHostedBooking.extend({
  waiverVersion: z.string(),
  papers: z
    .object({ terms: z.string(), cancellationPolicy: z.string() })
    .optional()
    .describe('The versions that the person agreed to. Earlier bookings lack them.'),
  notes: z.string(),
  owed: amount.optional().describe('What you still owe because a charge failed.'),
  charge: z
    .object({
      amount,
      chargedAt: instant,
      card: PaidCard.nullable(),
      disputed: amount,
      settled: amount.describe('Refunds that were settled outside the card.'),
      refunds: z.array(z.object({ amount, refundedAt: instant, hasFailed: z.boolean() })),
    })
    .nullish(),
});

const exportedRefunds = z.array(
  z.object({ refundId: z.string(), amount, failed: z.boolean(), source: z.string() }),
);
const exportedDisputes = z.array(
  z.object({
    disputeId: z.string(),
    status: z.string(),
    isInquiry: z.boolean(),
    disputed: amount,
    bankReason: z.string(),
    taken: amount,
    returned: amount,
  }),
);

export const ExportedPayment = z.object({
  bookingId: z.string(),
  status: z.string(),
  intentId: z.string(),
  chargeId: z.string().nullable(),
  captured: amount,
  captureBefore: instant.nullable(),
  overdueAt: instant.nullable(),
  returnDue: amount,
  declines: z.array(z.object({ chargeId: z.string(), code: z.string() })),
  refusal: z
    .object({
      step: z.string(),
      code: z.string(),
      message: z.string(),
      attempts: z.number(),
      refusedAt: instant,
    })
    .nullable(),
  refunds: exportedRefunds,
  disputes: exportedDisputes,
  wrongCharge: z
    .object({
      chargeId: z.string(),
      amount,
      currency: z.string(),
      refunds: exportedRefunds,
      disputes: exportedDisputes,
      settled: amount,
      paid: amount,
    })
    .nullable()
    .describe('A charge whose amount or currency differs from the price.'),
  settledOtherwise: z.object({
    refund: amount,
    paidRefund: amount,
    charge: amount,
    paidCharge: amount,
  }),
});

export const ExportedCourt = z.object({
  courtId: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  street: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zone: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  rate: amount,
  amenities: z.array(z.string()),
  weeklyHours: WeeklyHours,
  bookingRules: BookingRules,
  houseRules: z.string(),
  arrivalNotes: z.string(),
  gateCode: z.string(),
  neighborRules: NeighborRules,
  photos: z.array(z.string()),
  isActive: z.boolean(),
  hiddenBecause: z.string().nullable(),
  listedAt: instant,
});

export const ExportedClosure = z.object({
  courtId: z.string(),
  startTime: instant,
  endTime: instant,
  reason: z.string(),
});

export const ExportedInvitation = z.object({
  courtId: z.string(),
  invitationId: z.string(),
  email: z.string().describe('The address that the person entered; empty for a link.'),
  invitedAt: instant,
  guests: z.number().describe('How many players have accepted the link.'),
});

export const ExportedGuest = z.object({
  bookingId: z.string(),
  name: z.string().describe('As the person entered it. The signature belongs to the guest.'),
  email: z.string().describe('The address that the person entered; empty if there is none.'),
  addedAt: instant,
  hasSigned: z.boolean(),
  isRemoved: z.boolean().describe('The person removed the guest, whose signature Courtly keeps.'),
});

export const ExportedPayout = z.object({
  bookingId: z.string(),
  courtId: z.string(),
  startTime: instant,
  zone: z.string(),
  share: amount,
  paid: amount,
  due: amount,
  frozen: amount,
  disputed: amount,
  unpaid: amount,
  debt: amount,
});

export const ExportedStatementLine = z.object({
  ...bookedHour,
  kind: StatementLineKind,
  at: instant,
  charged: amount,
  paid: amount,
  borne: amount,
  adjusted: amount,
  note: z.string(),
  cause: z.enum(reversalCauses).nullable().describe('Why a payout was taken back.'),
});

export const ExportedPayoutHold = z.object({
  bookingId: z.string().nullable().describe('Null if all payouts are affected.'),
  isHeld: z.boolean(),
  heldAt: instant,
});

export const ExportedPayoutAccount = z.object({
  accountId: z.string(),
  transfers: z.string(),
  payoutsEnabled: z.boolean(),
  isSubmitted: z.boolean(),
  currentlyDue: z.array(z.string()),
  pastDue: z.array(z.string()),
  disabledReason: z.string().nullable(),
  deadline: instant.nullable(),
  bankPayouts: z.array(
    z.object({
      payoutId: z.string(),
      amount,
      failureCode: z.string().nullable(),
      endedAt: instant,
    }),
  ),
});

/**
 * Texts and names are those that the person entered. Numbers of games are from the logger's side.
 */
export const ExportedMatch = z.object({
  matchId: z
    .string()
    .nullable()
    .describe('Null if another person booked the hour, as it contains their id.'),
  bookingId: z.string().nullable().describe('Null if another person booked the hour.'),
  role: z.enum(['logger', 'partner', 'opponent']),
  courtId: z.string(),
  playedAt: instant,
  zone: z.string(),
  surface: z.string(),
  sport: Sport,
  discipline: Discipline,
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  sets: z.array(SetGames),
  status: MatchStatus,
  loggedAt: instant,
  notes: z.string(),
  reason: z.string().nullable(),
  players: z
    .array(z.object({ side: MatchSide, name: z.string(), email: z.string(), addedAt: instant }))
    .describe(
      "All other players if the person logged the match; otherwise, only the person's place.",
    ),
});

const exportedFigure = {
  figure: z.number(),
  range: z.array(z.number()).describe('The lowest and the highest figure.'),
  matches: z.number(),
  provisional: z.boolean(),
};

export const ExportedRating = z.object({
  sport: Sport,
  discipline: Discipline,
  ...exportedFigure,
  rank: z.number().nullable(),
  cityRank: z.number().nullable(),
  wins: z.number(),
  losses: z.number(),
  draws: z.number(),
  surfaces: z.array(z.object({ surface: z.string(), ...exportedFigure })),
});

const skill = z.object({ figure: z.number(), uncertainty: z.number() });

/** How a match changed the person's rating. Omits the match id, which can contain other ids. */
export const ExportedRatingReceipt = z.object({
  sport: Sport,
  discipline: Discipline,
  courtId: z.string(),
  playedAt: instant,
  zone: z.string(),
  surface: z.string(),
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  expected: z.number(),
  actual: z.number(),
  weight: z.object({ value: z.number(), reasons: z.array(z.string()) }),
  held: z.boolean(),
  before: skill,
  after: skill,
  formula: z.string(),
});

export const ExportedRankingReview = z.object({
  isHidden: z.boolean(),
  at: instant,
  reason: z.string().nullable().describe('Null if the reason is for admins only.'),
});

export const ExportedAcceptance = z.object({
  name: PaperName,
  version: z.string(),
  policyId: z.string(),
  acceptedAt: instant,
});

export const ExportedReview = z.object({
  bookingId: z.string(),
  courtId: z.string(),
  isMine: z.boolean(),
  rating: z.number(),
  comment: z.string(),
  writtenAt: instant,
  isRemoved: z.boolean().describe('Whether an admin has removed it.'),
});

export const ExportedReport = z.object({
  what: z.enum(['review', 'message']),
  courtId: z.string(),
  reason: ReportReason,
  words: z.string(),
  at: instant,
});

export const ExportedIncident = z.object({
  bookingId: z.string(),
  kind: IncidentKind,
  status: IncidentStatus,
  side: BookingSide,
  words: z.string(),
  amount: amount.nullable(),
  weather: WeatherReason.nullable(),
  answer: z.object({ agrees: z.boolean(), words: z.string() }).nullable(),
  reason: z.string().nullable().describe('The reason for the decision.'),
  at: instant,
});

export const ExportedMessage = z.object({
  bookingId: z.string(),
  number: z.number(),
  isMine: z.boolean(),
  text: z.string(),
  sentAt: instant,
});

export const ExportedNotice = z.object({
  ...bookedHour,
  ...NotificationItem.pick({
    type: true,
    side: true,
    at: true,
    read: true,
    answerBy: true,
    declineReason: true,
    reason: true,
    offsets: true,
  }).shape,
  amount: amount.nullable(),
  currency: z.string(),
});

export const ExportedApplication = z.object({
  applicationId: z.string(),
  kind: ApplicationKind,
  fullName: z.string(),
  email: z.string(),
  status: ApplicationStatus,
  appliedAt: instant,
  answerBy: instant,
  eraseAt: instant.nullable().describe('When the application will be deleted.'),
  isClaimed: z.boolean(),
  review: z
    .object({ reason: z.string().nullable(), place: z.string().nullable(), reviewedAt: instant })
    .nullable(),
  form: z.object({
    phone: z.string().optional(),
    address: z.string().optional(),
    courtType: CourtType.optional(),
    courtSurface: Surface.optional(),
    availability: z.string().optional(),
    description: z.string().optional(),
    photos: z.array(z.string()).optional(),
    city: z.string().optional(),
    skillLevel: ApplicantLevel.optional(),
    otherClubs: z.string().optional(),
    whyJoin: z.string().optional(),
  }),
});

export const ExportedChallenge = z.object({
  ...bookedHour,
  opponent: z.string().describe('The name that the challenged player shows.'),
  challengedAt: instant,
  isConfirmed: z.boolean(),
});

/**
 * All data that Courtly stores about a person. Amounts are US dollars as decimal strings; instants
 * are UTC. Contains no ids of other people, and only those of their texts that pages show to the
 * person.
 */
export const AccountExport = z.object({
  exportedAt: instant,
  note: z.string(),
  account: ExportedAccount,
  membership: Membership,
  membershipPayments: listOf(MembershipReceipt),
  history: listOf(ExportedChange).describe('Account events: registration, changes, and waivers.'),
  secondFactors: listOf(ExportedSecondFactor).describe(
    'Ways to confirm a sign-in, without their secrets.',
  ),
  linkedAccounts: listOf(ExportedLinkedAccount).describe('Provider accounts that can sign in.'),
  sessions: listOf(Session.pick({ browser: true, since: true, lastSeen: true })),
  adminReads: listOf(z.object({ at: instant })).describe("When admins opened the person's data."),
  emails: NotificationPreferences.shape.mail.describe('Which optional emails the person receives.'),
  calendar: z
    .object({ since: instant })
    .nullable()
    .describe('The private calendar address, without its secret.'),
  record: z
    .object({ played: z.number(), cancelled: z.number(), cancelledLate: z.number() })
    .nullable()
    .describe('The track record. Hosts see it without the number of late cancellations.'),
  isHiddenFromRankings: z.boolean().describe('Whether an admin hid the person from rankings.'),
  rankingReviews: listOf(ExportedRankingReview).describe(
    'When an admin hid the person from rankings, or showed them again.',
  ),
  acceptances: listOf(ExportedAcceptance).describe(
    'The terms, privacy notices, and hosting terms that the person agreed to.',
  ),
  bookings: listOf(ExportedBooking),
  payments: listOf(ExportedPayment),
  challenges: listOf(ExportedChallenge).describe(
    'Players whom the person challenged. `notices` lists received challenges.',
  ),
  courts: listOf(ExportedCourt),
  closures: listOf(ExportedClosure).describe("Closed hours of the person's courts."),
  invitations: listOf(ExportedInvitation).describe("The guest lists of the person's courts."),
  guests: listOf(ExportedGuest).describe("Guests of the person's bookings."),
  hosting: listOf(ExportedHostedBooking).describe("Bookings of the person's courts."),
  payouts: listOf(ExportedPayout),
  statement: listOf(ExportedStatementLine),
  payoutHolds: listOf(ExportedPayoutHold),
  payoutAccount: ExportedPayoutAccount.nullable(),
  matches: listOf(ExportedMatch),
  ratings: listOf(ExportedRating),
  ratingReceipts: listOf(ExportedRatingReceipt).describe(
    "How each rated match changed the person's rating.",
  ),
  reviews: listOf(ExportedReview).describe("The person's reviews, and published ones about them."),
  reports: listOf(ExportedReport).describe('Reviews and messages that the person reported.'),
  incidents: listOf(ExportedIncident).describe(
    "No-show reports, damage claims, and weather claims about the person's bookings.",
  ),
  strikes: listOf(z.object({ bookingId: z.string(), at: instant, until: instant })).describe(
    'Upheld no-show reports.',
  ),
  messages: listOf(ExportedMessage).describe('Messages of both parties, as the person sees them.'),
  notices: listOf(ExportedNotice),
  favourites: listOf(z.object({ courtId: z.string() })),
  acceptedInvitations: listOf(z.object({ courtId: z.string(), at: instant })).describe(
    'Links to courts that the person accepted.',
  ),
  achievements: listOf(
    z.object({ id: z.string(), reached: z.number(), earnedAt: instant.nullable() }),
  ).describe('Achievements with progress.'),
  blocks: listOf(z.object({ name: z.string(), blockedAt: instant })).describe(
    'The people whom the person blocks, by first name.',
  ),
  follows: listOf(z.object({ name: z.string() })).describe('The names that these players show.'),
  cityRequests: listOf(z.object({ city: z.string(), requestedAt: instant })).describe(
    `Requests for the ${MOST_EXPORTED} most requested cities, from verified emails.`,
  ),
  applications: listOf(ExportedApplication),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const accountExportRoutes = {
  exportAccount: route({
    method: 'GET',
    path: '/api/account/export',
    summary: `Export all data stored about the caller. Each list has the newest ${MOST_EXPORTED} items.`,
    access: 'signedIn',
    reads: [
      'bookings',
      'payments',
      'courts',
      'courtDays',
      'achievements',
      'playerRecords',
      'courtInvitations',
      'guestWaivers',
      'payouts',
      'payoutHolds',
      'payoutAccounts',
      'statementLines',
      'matches',
      'reviews',
      'conversations',
      'incidents',
      'strikes',
      'notices',
      'favourites',
      'follows',
      'blocks',
      'people',
      'applications',
      'cityDemand',
      'audit',
    ],
    status: 200,
    response: AccountExport,
    errors: ['store_unavailable'],
  }),
};
