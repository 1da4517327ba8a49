import { z } from 'zod';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { MOST_COUNTED } from './total-count.js';
import { Instant, Money } from './wire.js';

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'cancelled']);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** The two who have a booking between them: they write to each other about it, and review each other after it. */
export const BookingSide = z.enum(['player', 'host']);
export type BookingSide = z.infer<typeof BookingSide>;

/** Why a booking ended early: by whom, or which deadline passed. */
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

/** Why a host says no to a request, in the words that the player reads. */
export const DeclineReason = z.enum([
  'not_available',
  'maintenance',
  'weather',
  'too_many_players',
  'other',
]);
export type DeclineReason = z.infer<typeof DeclineReason>;

/** A host who cancels for one of these is not counted as unreliable. */
export const HostExcuse = z.enum(['weather', 'safety']);
export type HostExcuse = z.infer<typeof HostExcuse>;

/** The row of the cancel table that settles a cancellation. */
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
 * How far the payment of a booking has come: a card is held (`authorised`) before the host sees the request, charged
 * (`captured`) on approval, `released` without a charge, or `refunded`, in whole or in part; a refund may fail days later.
 */
export const PaymentStatus = z.enum([
  'not_required',
  'unpaid',
  'authorised',
  'captured',
  'released',
  'refunded',
  'refund_failed',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

const money = z.union([Money, z.number().min(0).max(9_999_999)]);

/** A wish for one hour. Amounts are optional and only compared: the price is the server's. */
export const RequestBooking = z.strictObject({
  courtId: z.string().min(1).max(40),
  startTime: Instant,
  endTime: Instant,
  totalAmount: money.optional(),
  serviceFee: money.optional(),
  notes: z.string().max(500).optional(),
});
export type RequestBooking = z.infer<typeof RequestBooking>;

export const Quote = z.object({
  hourlyRate: z.string(),
  serviceFee: z.string(),
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
  photo: z.string().nullable(),
});

/** How to get to the court of a confirmed booking. */
export const Arrival = z.object({
  notes: z.string(),
  gateCode: z
    .string()
    .nullable()
    .describe('from an hour before the booking starts until it ends; null until then'),
});
export type Arrival = z.infer<typeof Arrival>;

/** The other side of a booking; e-mail and phone are masked until it is confirmed. */
export const BookedBy = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  record: z
    .object({
      memberSince: z.string().describe('when they joined'),
      played: z.number().describe('hours'),
      cancelled: z.number().describe('confirmed bookings that they gave up'),
      rating: z
        .object({
          rating: z.number().nullable().describe('the mean of 1 to 5; null without a review'),
          count: z.number(),
        })
        .describe('what hosts say of them, as far as it is revealed'),
    })
    .describe('for a host who has to answer'),
});
export type BookedBy = z.infer<typeof BookedBy>;

export const Booking = z.object({
  id: z.string(),
  userId: z.string(),
  courtId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
  totalAmount: z.string(),
  serviceFee: z.string(),
  payoutAmount: z.string(),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  payBy: z.string().nullable().describe('until when an unpaid request keeps its hour'),
  cancelReason: CancelReason.nullable(),
  declineReason: DeclineReason.nullable(),
  cancelNote: z.string().describe('what whoever cancelled or declined wrote to the other side'),
  notes: z.string(),
  createdAt: z.string(),
  answerBy: z.string().nullable().describe('until when the host may answer a pending request'),
  freeCancelUntil: z.string(),
  policyId: z.string(),
  instantBook: z.boolean().describe('confirmed without asking the host'),
  canCancel: z.boolean(),
  needsReview: z
    .boolean()
    .describe(
      'while the hour can be reviewed: to its player, who has neither reviewed nor logged it, and to its host, who has not reviewed the player',
    ),
  unreadMessages: z
    .number()
    .int()
    .describe('messages of the other side that the caller has not read'),
  court: BookedCourt,
  arrival: Arrival.nullable().describe(
    'while the booking is confirmed; null where the host says nothing',
  ),
});
export type Booking = z.infer<typeof Booking>;

export const HostBooking = Booking.extend({ user: BookedBy });
export type HostBooking = z.infer<typeof HostBooking>;

/** What a cancellation now would mean; amounts add up to the total. */
export const CancellationQuote = z.object({
  rule: CancelRule,
  refundAmount: z.string(),
  hostAmount: z.string(),
  platformAmount: z.string(),
  totalAmount: z.string(),
  freeCancelUntil: z.string(),
});
export type CancellationQuote = z.infer<typeof CancellationQuote>;

/** One event in a booking's life, as the caller may see it. */
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
 * Which bookings a list shows, and in which order: pending ones by when they have to be answered, upcoming ones by their start,
 * all others the latest start first.
 */
export const BookingFilters = z.strictObject({
  when: z
    .enum(['upcoming', 'past'])
    .optional()
    .describe(
      'upcoming: pending or confirmed and not over; past: completed, or confirmed and over',
    ),
  status: BookingStatus.optional(),
  courtId: z.string().min(1).max(40).optional(),
  from: Instant.optional().describe('those that start then or later'),
  until: Instant.optional().describe('those that start before then'),
  ...pageQuery({ most: 100 }),
});
export type BookingFilters = z.infer<typeof BookingFilters>;

const note = z.string().trim().max(300);
const bookingId = z.object({ bookingId: z.string().max(80) });

export const bookingRoutes = {
  requestBooking: route({
    method: 'POST',
    path: '/api/bookings',
    summary: 'Ask for one hour of a court',
    access: 'signedIn',
    body: RequestBooking,
    status: 201,
    response: Booking,
    errors: [
      'suspended',
      'waiver_required',
      'not_found',
      'slot_taken',
      'slot_unavailable',
      'price_changed',
      'fair_use',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
  listBookings: route({
    method: 'GET',
    path: '/api/bookings',
    summary: `The caller's bookings as a player, in pages; on the first X-Total-Count holds how many match, ${MOST_COUNTED} for more, too`,
    access: 'signedIn',
    query: BookingFilters,
    reads: ['bookings', 'courts', 'matches', 'reviews', 'conversations'],
    status: 200,
    response: z.array(Booking),
  }),
  showBooking: route({
    method: 'GET',
    path: '/api/bookings/:bookingId',
    summary: 'One booking, for its player and its host',
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
    ],
    status: 200,
    response: z.union([HostBooking, Booking]),
    errors: ['not_found'],
  }),
  bookingHistory: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/history',
    summary: 'Every event of the booking: what, when, who, why',
    access: 'signedIn',
    params: bookingId,
    status: 200,
    response: z.array(HistoryEntry),
    errors: ['not_found', 'store_unavailable'],
  }),
  answerBooking: route({
    method: 'PATCH',
    path: '/api/bookings/:bookingId/status',
    summary: 'As host: approve, decline (with a reason) or cancel',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({
      status: z.enum(['confirmed', 'cancelled']),
      reason: DeclineReason.optional().describe('needed where a pending request is declined'),
      note: note.optional().describe('the player reads it'),
    }),
    status: 200,
    response: HostBooking,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  cancellationQuote: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/cancellation',
    summary: 'What a cancellation now would refund',
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
    summary: 'Cancel as its player or its host',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({
      reason: note.optional(),
      excuse: HostExcuse.optional(),
      expectedRefund: Money.optional().describe('what the quote said comes back; only compared'),
    }),
    status: 200,
    response: z.union([HostBooking, Booking]),
    errors: ['not_found', 'wrong_status', 'price_changed', 'conflict', 'store_unavailable'],
  }),
  ownerBookings: route({
    method: 'GET',
    path: '/api/owner/bookings',
    summary: `Bookings of the caller's courts, in pages; on the first X-Total-Count holds how many match, ${MOST_COUNTED} for more, too`,
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
    ],
    status: 200,
    response: z.array(HostBooking),
  }),
  hostBookings: route({
    method: 'GET',
    path: '/api/host/bookings',
    summary: `Bookings of the caller's courts, in pages; on the first X-Total-Count holds how many match, ${MOST_COUNTED} for more, too`,
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
    ],
    status: 200,
    response: z.array(HostBooking),
  }),
};
