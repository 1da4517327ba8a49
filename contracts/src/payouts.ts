import { z } from 'zod';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** Whether a host can be paid: a `restricted` account has to tell Stripe more, or Stripe is still looking at what it told. */
export const PayoutAccountState = z.enum(['none', 'onboarding', 'active', 'restricted']);
export type PayoutAccountState = z.infer<typeof PayoutAccountState>;

/** What a payout waits for: its time, an account that can be paid, the end of a dispute, or Stripe, which refused it. */
export const PayoutWait = z.enum(['not_due', 'account', 'disputed', 'refused']);
export type PayoutWait = z.infer<typeof PayoutWait>;

export const PayoutAccount = z.object({
  state: PayoutAccountState,
  isNeeded: z.boolean().describe('whether bookings are paid by card here'),
  waiting: z
    .object({ bookings: z.number(), amount: z.string() })
    .describe('what is due and has not been paid, of disputes apart'),
});
export type PayoutAccount = z.infer<typeof PayoutAccount>;

/** What a host is paid for one booking. */
export const BookingPayout = z.object({
  bookingId: z.string(),
  courtId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
  amount: z.string().describe('what the host is to have of it, or has'),
  paid: z.string(),
  paidAt: z.string().nullable(),
  dueAt: z.string(),
  waitsFor: PayoutWait.nullable().describe('null once it is paid, and where nothing is to be paid'),
});
export type BookingPayout = z.infer<typeof BookingPayout>;

/** What has become of a host's pay for the bookings of one court in one month of its calendar: money that moved, or will. */
export const CourtEarnings = z.object({
  month: z.string(),
  courtId: z.string(),
  court: z.string(),
  bookings: z.number().describe('those of which the host has a share'),
  earned: z.string().describe("the host's share of what was charged"),
  paid: z.string(),
  due: z.string().describe('earned and not paid yet'),
  frozen: z.string().describe('earned and not paid while a dispute is open'),
});
export type CourtEarnings = z.infer<typeof CourtEarnings>;

const months = z.coerce.number().int().min(1).max(24).default(12);

export const payoutRoutes = {
  showPayoutAccount: route({
    method: 'GET',
    path: '/api/host/payout-account',
    summary: 'Whether the caller can be paid, and what waits for that',
    access: 'owner',
    reads: ['payoutAccounts', 'payouts'],
    status: 200,
    response: PayoutAccount,
  }),
  openPayoutAccount: route({
    method: 'POST',
    path: '/api/host/payout-account',
    summary:
      'A page of Stripe, good for one visit within minutes, on which the caller sets up how they are paid',
    access: 'owner',
    status: 200,
    response: z.object({ url: z.string() }),
    errors: ['conflict', 'store_unavailable'],
  }),
  checkPayoutAccount: route({
    method: 'POST',
    path: '/api/host/payout-account/check',
    summary: 'Ask Stripe anew whether the caller can be paid; the answer shows a moment later',
    access: 'owner',
    status: 202,
    response: z.undefined(),
    errors: ['store_unavailable'],
  }),
  listPayouts: route({
    method: 'GET',
    path: '/api/host/payouts',
    summary: 'What the caller is paid for each booking, the latest first, in pages',
    access: 'owner',
    query: z.strictObject(pageQuery()),
    reads: ['payouts', 'payoutAccounts'],
    status: 200,
    response: z.array(BookingPayout),
  }),
  bookingPayout: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/payout',
    summary: 'What the host is paid for one booking, for its host',
    access: 'owner',
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['payouts', 'payoutAccounts'],
    status: 200,
    response: z.object({
      payout: BookingPayout.nullable().describe('null where nothing is paid by card'),
    }),
    errors: ['not_found'],
  }),
  courtEarnings: route({
    method: 'GET',
    path: '/api/host/earnings/courts',
    summary:
      'What was earned, paid, is due and is frozen, by court and month, the latest month first',
    access: 'owner',
    query: z.strictObject({ months }),
    reads: ['payouts', 'courts'],
    status: 200,
    response: z.array(CourtEarnings),
  }),
  earningsCsv: route({
    method: 'GET',
    path: '/api/host/earnings.csv',
    summary: 'The same, a line for each booking, for spreadsheets: the latest 5000 of the year',
    access: 'owner',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ year: z.coerce.number().int().min(2020).max(2100) }),
    reads: ['payouts', 'courts', 'payoutAccounts'],
    status: 200,
    response: z.string(),
  }),
};
