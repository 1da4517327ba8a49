import { z } from 'zod';
import { lines } from './fields.js';
import { WaiverCount } from './guest-waiver-rule.js';
import { SkillLevel } from './skill-level.js';
import { BOOKING_NOTE_LENGTH, CANCEL_NOTE_LENGTH } from './note-lengths.js';
import { pageQuery } from './paging.js';
import { ShownPapers } from './papers.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { MOST_COUNTED } from './total-count.js';
import { Instant, Money, zoned } from './wire.js';

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'cancelled']);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** The two sides of a booking. */
export const BookingSide = z.enum(['player', 'host']);
export type BookingSide = z.infer<typeof BookingSide>;

/** Why a booking was canceled: who canceled it, or which deadline passed. */
export const CancelReason = z.enum([
  'player_cancelled',
  'host_declined',
  'host_cancelled',
  'host_did_not_answer',
  'hours_closed',
  'operator_cancelled',
  'not_paid',
  'payment_failed',
]);
export type CancelReason = z.infer<typeof CancelReason>;

/** Why a host declined a request, as shown to the player. */
export const DeclineReason = z.enum([
  'not_available',
  'maintenance',
  'weather',
  'too_many_players',
  'other',
]);
export type DeclineReason = z.infer<typeof DeclineReason>;

/** A host cancellation for one of these reasons does not count against the host. */
export const HostExcuse = z.enum(['weather', 'safety']);
export type HostExcuse = z.infer<typeof HostExcuse>;

/** The row of the cancellation table that applies (domain rules, "Cancellation"). */
export const CancelRule = z.enum([
  'pending',
  'free',
  'grace',
  'late',
  'started',
  'by_host',
  'not_paid',
]);
export type CancelRule = z.infer<typeof CancelRule>;

/**
 * `authorised`: reserved on the card, before the host sees the request. `captured`: charged at
 * approval or at `chargesAt`. `released`: not charged. `refunded`: refunded in full or in part; a
 * refund can still fail days later. `overdue`: the card could not be charged for a played or
 * late-canceled booking. `settled`: an admin settled or waived the due amount. `refund_due`: money
 * that was paid outside the card must be returned.
 */
export const PaymentStatus = z.enum([
  'not_required',
  'unpaid',
  'authorised',
  'captured',
  'released',
  'refunded',
  'refund_failed',
  'overdue',
  'settled',
  'refund_due',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

const comparedAmount = z.union([Money, z.number().min(0).max(9_999_999)]);

/**
 * The server sets the price. Amounts are optional; if one differs from the price, the response is
 * `price_changed`.
 */
export const RequestBookingBody = z.strictObject({
  courtId: z.string().min(1).max(40),
  startTime: Instant,
  endTime: Instant,
  totalAmount: comparedAmount.optional(),
  serviceFee: comparedAmount.optional(),
  sport: Sport.optional().describe(
    "Required if the court offers several sports. Otherwise, the court's only sport.",
  ),
  notes: lines({ most: BOOKING_NOTE_LENGTH }).optional(),
  papers: ShownPapers.optional().describe(
    'The versions of the texts that the player agrees to. If any is outdated, the response is `policy_changed`.',
  ),
});
export type RequestBookingBody = z.infer<typeof RequestBookingBody>;

/** The tax line of a price. `rate` is in basis points: 825 is 8.25%. */
export const TaxLine = z.object({
  name: z.string(),
  rate: z.number(),
  included: z
    .boolean()
    .describe('Whether the rate and the fee contain the tax. Otherwise, the total adds it.'),
  amount: z.string(),
});
export type TaxLine = z.infer<typeof TaxLine>;

export const Quote = z.object({
  hourlyRate: z.string(),
  serviceFee: z.string(),
  tax: TaxLine.nullable().describe('Null if court hours are not taxed.'),
  totalAmount: z.string(),
  policyId: z.string(),
});
export type Quote = z.infer<typeof Quote>;

export const BookedCourt = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  address: z.string(),
  surfaceType: z.string(),
  sports: z.array(Sport),
  photo: z.string().nullable(),
});

/** The brand, such as `visa`, and the last four digits of a card. */
export const PaidCard = z.object({ brand: z.string(), last4: z.string() });
export type PaidCard = z.infer<typeof PaidCard>;

/** What was charged to the card for a booking, and what was refunded to it. */
export const BookingCharge = z.object({
  amount: z.string(),
  chargedAt: z.string(),
  card: PaidCard.nullable().describe('Null for charges made before Courtly recorded cards.'),
  refunds: z.array(
    z.object({
      amount: z.string(),
      at: z.string(),
      hasFailed: z.boolean().describe('Whether the bank has rejected the refund.'),
    }),
  ),
  settledAmount: z.string().describe('Refunds that were settled outside the card.'),
  isRefundDue: z.boolean().describe('Whether a refund for the cancellation is still due.'),
  disputedAmount: z.string().describe("What the player's bank took back in open disputes."),
  lostAmount: z.string().describe('What the bank returned to the player in closed disputes.'),
  isDisputeOpen: z
    .boolean()
    .describe(
      'Whether `disputedAmount` is from open disputes. In earlier releases, it may not be.',
    ),
});
export type BookingCharge = z.infer<typeof BookingCharge>;

/** How to find and enter the court of a confirmed booking. */
export const Arrival = z.object({
  notes: z.string(),
  gateCode: z
    .string()
    .nullable()
    .describe('Available from one hour before the start until the end; null otherwise.'),
});
export type Arrival = z.infer<typeof Arrival>;

/**
 * The player of a booking. The email and phone number are masked until the booking is confirmed.
 */
export const BookedBy = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  record: z
    .object({
      memberSince: z.string().describe('When the player joined.'),
      level: SkillLevel.nullable().describe('The USTA level that the player shows to everyone.'),
      played: z.number().describe('Hours played.'),
      cancelled: z.number().describe('Confirmed bookings that the player canceled.'),
      rating: z
        .object({
          rating: z.number().nullable().describe('The mean of 1 to 5; null without reviews.'),
          count: z.number(),
        })
        .describe('Revealed reviews by hosts.'),
    })
    .describe("The player's track record, for the host's decision."),
});
export type BookedBy = z.infer<typeof BookedBy>;

/** The caller's own record as a player. */
export const OwnRecord = z.object({
  played: z.number().describe('Hours played.'),
  cancelled: z.number().describe('Confirmed bookings that the player canceled.'),
  cancelledLate: z
    .number()
    .describe('Those of them that were canceled after free cancellation had ended.'),
});
export type OwnRecord = z.infer<typeof OwnRecord>;

export const Booking = z.object({
  id: z.string(),
  userId: z.string(),
  courtId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  offset: z.string().describe('The UTC offset at the start, such as -07:00.'),
  sport: Sport,
  hourlyRate: z.string(),
  serviceFee: z.string(),
  tax: TaxLine.nullable().describe('Null if the booking is not taxed.'),
  totalAmount: z.string(),
  payoutAmount: z.string(),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  charge: BookingCharge.nullable().describe(
    'For the player, once the card is charged; null otherwise and for the host.',
  ),
  owedAmount: z
    .string()
    .describe(
      'For the player: the amount that could not be charged and is not settled yet. `0.00` otherwise and for the host.',
    ),
  chargesAt: z
    .string()
    .nullable()
    .describe(
      'When the card of a confirmed booking is charged, unless the player cancels first (UTC); null if it is not charged later.',
    ),
  payBy: z.string().nullable().describe('The payment deadline of an unpaid request (UTC).'),
  cancelReason: CancelReason.nullable(),
  declineReason: DeclineReason.nullable(),
  cancelNote: z
    .string()
    .describe('The note from the party that canceled or declined, shown to the other party.'),
  notes: z.string().describe("The player's note to the host."),
  hidesContacts: z
    .boolean()
    .describe('Whether the reader of a note cannot see contact details in it yet.'),
  createdAt: z.string(),
  answerBy: z.string().nullable().describe('The response deadline of a pending request (UTC).'),
  freeCancelUntil: z.string(),
  policyId: z.string(),
  instantBook: z.boolean().describe('Whether the booking was confirmed without host approval.'),
  canCancel: z.boolean(),
  needsReview: z
    .boolean()
    .describe(
      'Whether the caller can still review the booking: the court as its player, or the player as the host.',
    ),
  needsResult: z
    .boolean()
    .describe('Whether the caller, as the player, can still log the result of the hour.'),
  resultBy: z
    .string()
    .nullable()
    .describe('The last moment to log the result (UTC), while it can be logged.'),
  unreadMessages: z
    .number()
    .int()
    .describe('Messages from the other party that the caller has not read.'),
  waivers: WaiverCount.nullable().describe(
    'How many people have signed the waiver; null unless the booking is confirmed or completed.',
  ),
  court: BookedCourt,
  arrival: Arrival.nullable().describe(
    'Set while the booking is confirmed; null if the host gives no directions.',
  ),
});
export type Booking = z.infer<typeof Booking>;

export const HostBooking = Booking.extend({ user: BookedBy });
export type HostBooking = z.infer<typeof HostBooking>;

/**
 * The result of canceling now. The refund and the three parts of the remainder add up to the total.
 */
export const CancellationQuote = z.object({
  rule: CancelRule,
  refundAmount: z.string(),
  hostAmount: z.string(),
  platformAmount: z.string(),
  taxAmount: z.string().describe('The tax on what stays charged.'),
  totalAmount: z.string(),
  freeCancelUntil: z.string(),
});
export type CancellationQuote = z.infer<typeof CancellationQuote>;

/** One event of a booking, as the caller may see it. */
export const HistoryEntry = z.object({
  id: z.string(),
  what: z.string(),
  at: z.string(),
  who: z.enum(['you', 'player', 'host', 'courtly', 'operator']),
  why: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/**
 * Filters a list of bookings. Pending bookings are ordered by response deadline, upcoming ones by
 * start, and all others by start, descending.
 */
export const BookingFilters = z.strictObject({
  when: z
    .enum(['upcoming', 'past'])
    .optional()
    .describe(
      'upcoming: pending or confirmed and not over; past: completed, or confirmed and over.',
    ),
  status: BookingStatus.optional(),
  courtId: z.string().min(1).max(40).optional(),
  from: Instant.optional().describe('Only bookings that start at or after this instant.'),
  until: Instant.optional().describe('Only bookings that start before this instant.'),
  ...pageQuery({ maxLimit: 100 }),
});
export type BookingFilters = z.infer<typeof BookingFilters>;

export const shortNote = lines({ most: CANCEL_NOTE_LENGTH });
const bookingId = z.object({ bookingId: z.string().max(80) });

export const bookingRoutes = {
  requestBooking: route({
    method: 'POST',
    path: '/api/bookings',
    summary: 'Request one hour on a court.',
    access: 'signedIn',
    body: RequestBookingBody,
    status: 201,
    response: Booking,
    errors: [
      'suspended',
      'instant_only',
      'waiver_required',
      'not_found',
      'host_unapproved',
      'slot_taken',
      'slot_unavailable',
      'price_changed',
      'policy_changed',
      'fair_use',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
  listBookings: route({
    method: 'GET',
    path: '/api/bookings',
    summary: `List the caller's bookings as a player. The first page sets X-Total-Count, capped at ${MOST_COUNTED}.`,
    access: 'signedIn',
    query: BookingFilters,
    reads: ['bookings', 'courts', 'matches', 'reviews', 'conversations', 'guestWaivers'],
    status: 200,
    response: z.array(Booking),
  }),
  ownRecord: route({
    method: 'GET',
    path: '/api/player-record',
    summary:
      "Get the caller's record as a player: hours played, cancellations, and late cancellations.",
    access: 'signedIn',
    reads: ['playerRecords'],
    status: 200,
    response: OwnRecord,
  }),
  showBooking: route({
    method: 'GET',
    path: '/api/bookings/:bookingId',
    summary: 'Get a booking, as its player or host.',
    access: 'signedIn',
    params: bookingId,
    reads: [
      'bookings',
      'courts',
      'people',
      'playerRecords',
      'playerStars',
      'matches',
      'reviews',
      'conversations',
      'guestWaivers',
    ],
    status: 200,
    response: z.union([HostBooking, Booking]),
    errors: ['not_found'],
  }),
  bookingHistory: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/history',
    summary: 'List the events of a booking: what happened, when, by whom, and why.',
    access: 'signedIn',
    params: bookingId,
    status: 200,
    response: z.array(HistoryEntry),
    errors: ['not_found', 'store_unavailable'],
  }),
  answerBooking: route({
    method: 'PATCH',
    path: '/api/bookings/:bookingId/status',
    summary: 'Approve, decline (with a reason), or cancel a booking, as its host.',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({
      status: z.enum(['confirmed', 'cancelled']),
      reason: DeclineReason.optional().describe('Required to decline a pending request.'),
      note: shortNote.optional().describe('Shown to the player.'),
    }),
    status: 200,
    response: HostBooking,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  cancellationQuote: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/cancellation',
    summary: 'Quote the refund for canceling now.',
    access: 'signedIn',
    params: bookingId,
    reads: ['bookings'],
    status: 200,
    response: CancellationQuote,
    errors: ['not_found', 'wrong_status'],
  }),
  cancelBooking: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/cancel',
    summary: 'Cancel a booking, as its player or host.',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({
      reason: shortNote.optional(),
      excuse: HostExcuse.optional(),
      expectedRefund: Money.optional().describe(
        'The refund from the last quote. If the refund has changed, the response is `price_changed`.',
      ),
    }),
    status: 200,
    response: z.union([HostBooking, Booking]),
    errors: ['not_found', 'wrong_status', 'price_changed', 'conflict', 'store_unavailable'],
  }),
  ownerBookings: route({
    method: 'GET',
    path: '/api/owner/bookings',
    summary: `List the bookings of the caller's courts. The first page sets X-Total-Count, capped at ${MOST_COUNTED}.`,
    access: 'owner',
    query: BookingFilters,
    reads: [
      'bookings',
      'courts',
      'people',
      'playerRecords',
      'playerStars',
      'reviews',
      'conversations',
      'guestWaivers',
    ],
    status: 200,
    response: z.array(HostBooking),
  }),
  hostBookings: route({
    method: 'GET',
    path: '/api/host/bookings',
    summary: `List the bookings of the caller's courts. The first page sets X-Total-Count, capped at ${MOST_COUNTED}.`,
    access: 'signedIn',
    query: BookingFilters,
    reads: [
      'bookings',
      'courts',
      'people',
      'playerRecords',
      'playerStars',
      'reviews',
      'conversations',
      'guestWaivers',
    ],
    status: 200,
    response: z.array(HostBooking),
  }),
};
