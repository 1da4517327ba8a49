import { z } from 'zod';
import { pageQuery } from './paging.js';
import { payoutNeeds } from './payout-account-texts.js';
import { route } from './route.js';
import { zoned } from './wire.js';

/** `restricted`: Stripe needs more information or is still reviewing the account. */
export const PayoutAccountState = z.enum(['none', 'onboarding', 'active', 'restricted']);
export type PayoutAccountState = z.infer<typeof PayoutAccountState>;

/**
 * Why a payout waits. `account`: the host cannot be paid yet. `held`: by an admin or a suspension.
 * `approval`: the policy pays only approved hosts. `refused`: by Stripe. `debt`: the host owes the
 * amount, and later payouts repay it.
 */
export const PayoutWait = z.enum([
  'not_due',
  'held',
  'approval',
  'account',
  'disputed',
  'refused',
  'debt',
]);
export type PayoutWait = z.infer<typeof PayoutWait>;

/** What Stripe needs from a host. */
export const PayoutNeed = z.enum(payoutNeeds);

const bankPayout = z.object({
  amount: z.string(),
  failureCode: z.string().nullable().describe("The bank's reason. Null if the payout arrived."),
  endedAt: z.string().describe('When Courtly recorded that it arrived or failed.'),
});

export const PayoutAccount = z.object({
  state: PayoutAccountState,
  needs: z
    .array(PayoutNeed)
    .describe('The information that Stripe needs from the host. Empty during onboarding.'),
  deadline: z
    .string()
    .nullable()
    .describe('When Stripe stops payouts if the information is missing. Null if it sets no date.'),
  isRejected: z.boolean().describe('Whether Stripe closed the account for good.'),
  isPastDue: z.boolean().describe('Whether the deadline for any of the needs has passed.'),
  returned: bankPayout
    .nullable()
    .describe(
      'The last payout to the bank, if the bank returned it and the problem is not resolved.',
    ),
  bankPayouts: z.array(bankPayout).describe('The last 10 payouts to the bank, newest first.'),
  needsApproval: z.boolean().describe('Whether payouts wait until Courtly approves the host.'),
  payoutDelayMinutes: z
    .number()
    .describe('How long after the end of a new booking its payout is due.'),
  isNeeded: z.boolean().describe('Whether bookings are paid by card in this deployment.'),
  waiting: z
    .object({ bookings: z.number(), amount: z.string() })
    .describe('Payouts that are due and unpaid, excluding disputed ones.'),
  refused: z
    .object({ bookings: z.number(), amount: z.string() })
    .describe('The part of `waiting` that Stripe refused. Courtly keeps trying.'),
});
export type PayoutAccount = z.infer<typeof PayoutAccount>;

/** The payout of one booking. */
export const BookingPayout = z.object({
  bookingId: z.string(),
  courtId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  amount: z.string().describe('The amount paid or due to the host.'),
  paid: z.string(),
  paidAt: z.string().nullable(),
  dueAt: z.string(),
  waitsFor: PayoutWait.nullable().describe(
    'Null if the payout is paid or there is nothing to pay.',
  ),
  isDisputeLost: z
    .boolean()
    .describe("Whether the player's bank decided a dispute about this hour for the player."),
  isDisputed: z
    .boolean()
    .describe("Whether the player's bank is reviewing a dispute about this hour."),
});
export type BookingPayout = z.infer<typeof BookingPayout>;

/** The most bookings whose payouts one request returns. */
export const MAX_PAYOUT_BOOKINGS = 48;

const bookingIds = z
  .string()
  .max(4_000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().min(1).max(80)).max(MAX_PAYOUT_BOOKINGS))
  .optional()
  .describe('Only the payouts of these bookings, separated by commas. Up to 48.');

export const payoutRoutes = {
  showPayoutAccount: route({
    method: 'GET',
    path: '/api/host/payout-account',
    summary: "Get the caller's payout status and pending payouts.",
    access: 'owner',
    reads: ['payoutAccounts', 'payouts', 'people'],
    status: 200,
    response: PayoutAccount,
  }),
  openPayoutAccount: route({
    method: 'POST',
    path: '/api/host/payout-account',
    summary:
      'Create a link to Stripe onboarding or, once the account is active, to its dashboard. It is valid for one visit and a few minutes.',
    access: 'owner',
    status: 200,
    response: z.object({ url: z.string() }),
    errors: ['conflict', 'store_unavailable'],
  }),
  checkPayoutAccount: route({
    method: 'POST',
    path: '/api/host/payout-account/check',
    summary: "Refresh the caller's payout status from Stripe (asynchronous).",
    access: 'owner',
    status: 202,
    response: z.undefined(),
    errors: ['store_unavailable'],
  }),
  listPayouts: route({
    method: 'GET',
    path: '/api/host/payouts',
    summary: "List the caller's payouts by booking, newest first.",
    access: 'owner',
    query: z.strictObject({ ...pageQuery({ maxLimit: MAX_PAYOUT_BOOKINGS }), bookingIds }),
    reads: ['payouts', 'payoutAccounts', 'people'],
    status: 200,
    response: z.array(BookingPayout),
  }),
  bookingPayout: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/payout',
    summary: 'Get the payout of a booking, as its host.',
    access: 'owner',
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['payouts', 'payoutAccounts', 'people'],
    status: 200,
    response: z.object({
      payout: BookingPayout.nullable().describe('Null if the booking is not paid by card.'),
    }),
    errors: ['not_found'],
  }),
};
