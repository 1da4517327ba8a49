import { z } from 'zod';

const share = z.number().int().min(0).max(10_000).describe('basis points: 1000 is 10 %');
const minutes = z.number().int().min(0);
const cents = z.number().int().min(1);

/** What membership of Elite costs and how it ends (domain rules, G1 and "Membership"). */
export const ElitePolicy = z.strictObject({
  foundingCents: cents.describe('a year as a founding member'),
  foundingSeats: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .describe('so many founding members there ever are'),
  monthlyCents: cents.describe('a month as a member by subscription'),
  seatMinutes: minutes.min(1).describe('a founding seat is kept for a buyer who has not paid'),
  graceDays: z
    .number()
    .int()
    .min(0)
    .describe('a subscriber whose renewal fails stays a member for'),
  monthlyNeedsApplication: z.boolean().describe('whether only approved applicants may subscribe'),
});
export type ElitePolicy = z.infer<typeof ElitePolicy>;

/**
 * Every number that decides about a booking and is not written in the product's rules, and how much one person may ask for. A policy is a versioned value:
 * events copy its `id` and the numbers that decided them, so that a change never reaches back.
 */
export const Policy = z.strictObject({
  id: z.string().min(1).max(40),
  feeShare: share.describe("the player's fee, of the hourly rate"),
  eliteFeeShare: share.describe("an Elite player's fee, of the hourly rate"),
  payoutShare: share.describe("the host's pay, of the hourly rate"),
  lateRefundShare: share.describe('what comes back when a player cancels late, of the total'),
  freeCancelMinutes: minutes.describe(
    'a player cancels free of charge until so long before the start',
  ),
  graceMinutes: minutes.describe(
    'and for so long after the confirmation, when that came early enough',
  ),
  leadMinutes: minutes.describe(
    'a court without its own value is booked at least so long before the start',
  ),
  horizonDays: z.number().int().min(1).max(1000).describe('and at most so many days before'),
  headStartMinutes: minutes.describe('every slot opens to Elite so much earlier than to others'),
  hostAnswerMinutes: minutes.describe('a host answers a request within'),
  hostAnswerBeforeStartMinutes: minutes.describe('and at the latest so long before the start'),
  paymentRequired: z
    .boolean()
    .describe('whether a booking is paid by card: a hold on request, a charge on approval'),
  payMinutes: minutes.describe('an unpaid request holds its hour for'),
  payoutDelayMinutes: minutes.describe('a host is paid so long after the end of the hour'),
  elite: ElitePolicy,
  openBookings: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('live bookings a player may hold; null is no limit'),
  eliteOpenBookings: z.number().int().min(1).nullable(),
  hoursPerCourtDay: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('hours one player may hold of one court on one day'),
  requestsPerCourtDay: z.number().int().min(1).describe('and requests for it, however they ended'),
  closureChangesPerCourtDay: z
    .number()
    .int()
    .min(1)
    .describe('changes of the closed hours of one court on one day'),
  changesPerDay: z
    .number()
    .int()
    .min(1)
    .describe('changes of one court, or of one profile, on one day (UTC)'),
  overlappingBookings: z
    .boolean()
    .describe('whether one player may hold two courts at the same time'),
  waiverMonths: z.number().int().min(1).describe('an accepted waiver is asked for again after'),
  matchAnswerMinutes: minutes
    .min(1)
    .describe('a match that its opponents neither confirm nor dispute is confirmed after'),
  reviewDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .describe('an hour is reviewed and written about within, and reviews are hidden until then'),
  commandsPerMinute: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('changes by one person in one process; null is no limit'),
  reviewHours: z.number().int().min(1).describe('an applicant hears from us within'),
  registrationsPerHour: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('new accounts from one address; null is no limit'),
});
export type Policy = z.infer<typeof Policy>;

/**
 * The file of a policy: its values, and who changed them and why. Both stay in the log for good, where nothing erases them, so that
 * they name no person: who decided is `the board`, say.
 */
export const PolicyFile = Policy.extend({
  changedBy: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^[^@]*$/, 'must be no e-mail: the log keeps it for good')
    .optional(),
  reason: z.string().trim().min(1).max(300).optional(),
});

/** The numbers of a policy that go on deciding about a booking after it was made, copied into its request. */
export const BookingTerms = Policy.pick({
  lateRefundShare: true,
  freeCancelMinutes: true,
  graceMinutes: true,
  payoutDelayMinutes: true,
});
export type BookingTerms = z.infer<typeof BookingTerms>;
