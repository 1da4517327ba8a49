import { z } from 'zod';
import { PaidCard, TaxLine } from './bookings.js';
import { ElitePlan } from './membership.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { zoned } from './wire.js';

/**
 * A charge, a refund, or a bank's decision. `*_otherwise` means that the money moved outside the
 * card.
 */
export const ReceiptMovement = z.object({
  what: z.enum([
    'paid',
    'refunded',
    'refund_failed',
    'dispute_open',
    'disputed',
    'dispute_won',
    'paid_otherwise',
    'refunded_otherwise',
  ]),
  amount: z.string(),
  at: z.string(),
});
export type ReceiptMovement = z.infer<typeof ReceiptMovement>;

/** The charges and refunds for a booking. */
export const Receipt = z.object({
  receiptNumber: z.string().describe('Unique and permanent.'),
  issuedAt: z.string().describe('When the card was charged (UTC).'),
  seller: z.string().describe("The seller's name and address, one line per part."),
  bookingId: z.string(),
  court: z.string(),
  address: z.string(),
  sport: Sport.nullable().describe('Null if the booking did not record one.'),
  player: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  lines: z.array(z.object({ what: z.enum(['rate', 'fee']), amount: z.string() })),
  tax: TaxLine.nullable().describe('Null if the booking is not taxed.'),
  totalAmount: z.string(),
  card: PaidCard.nullable().describe('Null for charges made before Courtly recorded cards.'),
  moved: z.array(ReceiptMovement).describe('In chronological order.'),
  netAmount: z.string().describe('The amount charged minus refunds.'),
  netTax: z.string().describe('The tax within `netAmount`.'),
  policyId: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** The charge for an Elite period, with its refunds and disputes. */
export const MembershipReceipt = z.object({
  receiptNumber: z.string().describe('Unique and permanent.'),
  issuedAt: z.string().describe('When the payment was recorded (UTC).'),
  seller: z.string().describe("The seller's name and address, one line per part."),
  member: z.string(),
  plan: ElitePlan,
  period: z.object({ from: z.string(), until: z.string() }),
  amount: z.string().describe('The charge. Memberships carry no tax.'),
  card: PaidCard.nullable().describe('Null for charges made before Courtly recorded cards.'),
  moved: z.array(ReceiptMovement).describe('In chronological order.'),
  netAmount: z.string().describe('The amount charged minus refunds.'),
});
export type MembershipReceipt = z.infer<typeof MembershipReceipt>;

export const receiptRoutes = {
  membershipReceipts: route({
    method: 'GET',
    path: '/api/membership/receipts',
    summary: "Get the receipts of the caller's membership payments, newest first.",
    access: 'signedIn',
    reads: ['memberships'],
    status: 200,
    response: z.array(MembershipReceipt),
  }),
  bookingReceipt: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/receipt',
    summary: 'Get the receipt of a booking, as its player.',
    access: 'signedIn',
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['bookings', 'ledger', 'courts', 'people'],
    status: 200,
    response: z.object({ receipt: Receipt.nullable().describe('Null if nothing was charged.') }),
    errors: ['not_found'],
  }),
};
