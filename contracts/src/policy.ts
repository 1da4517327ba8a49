import { z } from 'zod';
import { oneLine } from './fields.js';
import { GuestWaiverRule } from './guest-waiver-rule.js';
import { searchable } from './text.js';

const basisPoints = z.number().int().min(0).max(10_000).describe('Basis points: 1000 is 10%.');

/** Every number has a maximum, so that every instant computed from it can be represented. */
const MAX_COUNT = 1_000_000;
const MAX_CENTS = 100_000_000;
const minutes = z.number().int().min(0).max(525_600);
const hours = z.number().int().min(1).max(720);
const days = z.number().int().min(1).max(3_650);
const cents = z.number().int().min(1).max(MAX_CENTS);
const count = z.number().int().min(1).max(MAX_COUNT);

/** Banks hold an authorized amount for at least 7 days. This value leaves a day for the charge. */
const MAX_HOLD_MINUTES = 6 * 24 * 60;

/** Prices and terms of Elite membership (domain rules, G1 and "Membership"). */
export const ElitePolicy = z.strictObject({
  foundingCents: cents.describe('The founding price per year.'),
  foundingSeats: z.number().int().min(0).max(1000).describe('The total number of founding seats.'),
  monthlyCents: cents.describe('The subscription price per month.'),
  seatMinutes: minutes.min(1).describe('How long a founding seat is reserved for an unpaid buyer.'),
  graceDays: days.min(0).describe('How long a subscriber remains a member after a failed renewal.'),
  monthlyNeedsApplication: z.boolean().describe('Whether only approved applicants can subscribe.'),
  founderSeatAfterReversal: z
    .enum(['kept', 'freed'])
    .default('kept')
    .describe(
      'What happens to a founding seat once all of its payments are refunded or charged back.',
    ),
});
export type ElitePolicy = z.infer<typeof ElitePolicy>;

/** A tax on what the player pays for an hour, including the service fee. */
export const CityTax = z.strictObject({
  name: oneLine({ least: 1, most: 40 }).describe('As on receipts, such as `Sales tax`.'),
  rate: z.number().int().min(1).max(5_000).describe('Basis points: 825 is 8.25%.'),
  included: z
    .boolean()
    .describe('Whether the price contains the tax. Otherwise, it is added to the price.'),
});
export type CityTax = z.infer<typeof CityTax>;

/** The policy values of one city. */
export const CityPolicy = z.strictObject({
  tax: CityTax.nullable().default(null),
  allInPrices: z
    .boolean()
    .default(false)
    .describe('Whether lists show the full price, with the service fee and an added tax.'),
});
export type CityPolicy = z.infer<typeof CityPolicy>;

/** The tax on a booking, and the city to which it is due. */
export const BookingTax = CityTax.extend({ city: z.string() });
export type BookingTax = z.infer<typeof BookingTax>;

/** The roles that need a second factor. Their pages refuse sessions without one. */
export const SecondFactorPolicy = z.strictObject({
  admin: z.boolean().default(true),
  host: z.boolean().default(false),
  owner: z.boolean().default(false),
});
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>;

/**
 * How long personal data without an account is kept. The deadline is set when the period starts.
 */
export const RetentionPolicy = z.strictObject({
  rejectedApplicationDays: days.default(180).describe('How long a rejected application is kept.'),
  lapsedApplicationDays: days
    .default(90)
    .describe(
      'How long an application is kept after its link has expired or, if no one decided it, after its response was due.',
    ),
  contactDays: days
    .default(365)
    .describe('How long an email that someone entered for another person is kept.'),
  guestWaiverDays: days
    .default(1_095)
    .describe("How long a guest's signature on the waiver is kept after the hour."),
});
export type RetentionPolicy = z.infer<typeof RetentionPolicy>;

/** Reports about an hour, and what follows from them (domain rules, "Conduct"). */
export const ConductPolicy = z.strictObject({
  noShowReportMinutes: minutes
    .min(1)
    .default(1440)
    .describe('How long after the end either side can report a no-show.'),
  damageReportMinutes: minutes
    .min(1)
    .default(2880)
    .describe('How long after the end a host can claim damage.'),
  weatherBeforeMinutes: minutes
    .default(120)
    .describe('How long before the start a weather claim is possible. It ends with the hour.'),
  weatherMoveMinutes: minutes
    .default(0)
    .describe(
      'How long after an upheld weather claim the player can move the hour for free, at most until it ends. Then it is refunded. At 0, it is always refunded.',
    ),
  answerMinutes: minutes
    .min(1)
    .default(2880)
    .describe('How long the other side can respond. After that, a no-show report counts.'),
  rulingMinutes: minutes
    .min(1)
    .default(4320)
    .describe('How long an admin has to rule before all admins are alerted.'),
  strikeDays: days.default(90).describe('How long an upheld no-show counts.'),
  strikesForInstantOnly: count
    .default(2)
    .describe('With this many, a player can only book prepaid courts with instant confirmation.'),
  strikesForSuspension: count.default(4).describe('With this many, the account is suspended.'),
});
export type ConductPolicy = z.infer<typeof ConductPolicy>;

/** What is reserved for approved hosts (domain rules, G21). Everyone can list a court. */
export const HostApprovalPolicy = z.strictObject({
  payouts: z.boolean().default(false).describe('Whether payouts wait until the host is approved.'),
  listing: z
    .boolean()
    .default(false)
    .describe(
      'Whether players can find and book only the courts of approved hosts. Existing bookings remain valid.',
    ),
});
export type HostApprovalPolicy = z.infer<typeof HostApprovalPolicy>;

const cityName = oneLine({ least: 2, most: 80 }).regex(
  /^[^,]+$/,
  'must be a city without its state',
);

/**
 * All numbers and limits that the product specification leaves open. Events copy a version's `id`
 * and the values they depend on, so a new version never changes past decisions.
 */
export const Policy = z.strictObject({
  id: z.string().min(1).max(40),
  feeShare: basisPoints.describe("The player's fee as a share of the hourly rate."),
  eliteFeeShare: basisPoints.describe(
    "An Elite player's fee as a share of the hourly rate. At 5%, Stripe's fee exceeds the platform's share of rates below about $10.",
  ),
  payoutShare: basisPoints.describe("The host's payout as a share of the hourly rate."),
  lateRefundShare: basisPoints.describe(
    'The refund for a late cancellation as a share of the total.',
  ),
  freeCancelMinutes: minutes.describe('How long before the start a player can cancel for free.'),
  graceMinutes: minutes.describe(
    'How long after an early confirmation a player can cancel for free.',
  ),
  leadMinutes: minutes.describe('The default minimum time between booking and start.'),
  horizonDays: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('The default number of days ahead that can be booked.'),
  headStartMinutes: minutes.describe('How much earlier slots open to Elite members.'),
  hostAnswerMinutes: minutes
    .max(MAX_HOLD_MINUTES)
    .describe('How long a host has to respond to a request. A card can be charged for 7 days.'),
  hostAnswerBeforeStartMinutes: minutes.describe('The latest time to respond, before the start.'),
  paymentRequired: z
    .boolean()
    .describe('Whether bookings are paid by card: authorized on request, charged after approval.'),
  payMinutes: minutes.describe('How long an unpaid request holds its slot.'),
  lateChargeMarginMinutes: minutes
    .min(60)
    .nullable()
    .default(null)
    .describe(
      'Confirmed bookings are charged when free cancellation ends if this much time is left before the start and before the authorization ends; otherwise, and if null, at approval.',
    ),
  payoutDelayMinutes: minutes.describe('The delay from the end of a booking to the payout.'),
  elite: ElitePolicy,
  openBookings: count.nullable().describe('Open bookings per player; null means no limit.'),
  eliteOpenBookings: count.nullable(),
  hoursPerCourtDay: count.nullable().describe('Hours per player, court, and day.'),
  requestsPerCourtDay: count.describe(
    'Requests per player, court, and day, regardless of outcome.',
  ),
  closureChangesPerCourtDay: count.describe('Changes to the closed hours per court and day.'),
  changesPerDay: count.describe('Changes to one court or profile per UTC day.'),
  overlappingBookings: z
    .boolean()
    .describe('Whether a player can book two courts at the same time.'),
  waiverMonths: z.number().int().min(1).max(120).describe('How long an accepted waiver is valid.'),
  guestWaivers: GuestWaiverRule.default('warn').describe(
    'Whether guests of a booking are asked to sign the waiver, and whether entry depends on it.',
  ),
  matchAnswerMinutes: minutes
    .min(1)
    .describe('How long each person named in a match can respond. After that, silence is consent.'),
  matchLogDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('How long the result of an hour can be logged after it ends.'),
  matchClaimDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('How long an emailed invitation to a match is valid. Then an open match expires.'),
  reviewDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .describe(
      'How long reviews and messages are allowed after a booking. Reviews stay hidden until both are in or the period ends.',
    ),
  reviewEditMinutes: minutes
    .default(1440)
    .describe(
      'How long authors can change or withdraw a review. Two reviews appear once neither can be changed.',
    ),
  commandsPerMinute: count
    .nullable()
    .describe('State-changing requests per person and process; null means no limit.'),
  invitationDays: z
    .number()
    .int()
    .min(1)
    .max(90)
    .default(14)
    .describe('How long the link in an emailed invitation to a court works.'),
  reviewHours: hours.describe('The response time promised to applicants.'),
  registrationsPerHour: count
    .nullable()
    .describe('New accounts per IP address; null means no limit.'),
  retention: RetentionPolicy.prefault({}),
  secondAdminAboveCents: cents
    .min(0)
    .nullable()
    .default(50_000)
    .describe(
      'Manual refunds, adjustments, and settlements above this total need a second admin; null means never, for a club with one admin.',
    ),
  secondAdminWindowHours: hours
    .default(24)
    .describe("The period over which one admin's decisions add up to that total."),
  secondAdminHours: hours.default(72).describe('How long a second admin has to confirm.'),
  secondFactor: SecondFactorPolicy.prefault({}).describe(
    'Roles that need a second factor if `SECOND_FACTOR` is `required` (default in production).',
  ),
  conduct: ConductPolicy.prefault({}).describe('No-shows, damage, and weather.'),
  hostApproval: HostApprovalPolicy.prefault({}).describe('What is reserved for approved hosts.'),
  cities: z
    .record(cityName, CityPolicy)
    .refine(
      (cities) => {
        const cityNames = Object.keys(cities).map(searchable);
        return new Set(cityNames).size === cityNames.length;
      },
      { message: 'must name each city once' },
    )
    .default({})
    .describe('Taxes and the display of prices by city, such as `Austin`, ignoring case.'),
});
export type Policy = z.infer<typeof Policy>;

/**
 * A policy file. `changedBy` and `reason` stay in the log permanently and cannot be erased, so they
 * must not name a person. Use a role such as `the board`.
 */
export const PolicyFile = Policy.extend({
  changedBy: oneLine({ least: 1, most: 80 })
    .regex(/^[^@]*$/, 'must not be an email address: the log keeps it permanently')
    .optional(),
  reason: oneLine({ least: 1, most: 300 }).optional(),
  replaces: z
    .string()
    .optional()
    .describe('The id of the policy that this file replaces, if admins published it.'),
});

/** The policy values that apply later in a booking's life. The request event copies them. */
export const BookingTerms = Policy.pick({
  lateRefundShare: true,
  freeCancelMinutes: true,
  graceMinutes: true,
  payoutDelayMinutes: true,
  lateChargeMarginMinutes: true,
}).extend({ tax: BookingTax.nullable().default(null) });
export type BookingTerms = z.infer<typeof BookingTerms>;
