import { z } from 'zod';
import { DeclineReason } from './bookings.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { CurrencyAmount, zoned } from './wire.js';

/**
 * `request_sent` and `cancelled_by_you` are sent only by email, to the player.
 * Hosts are notified about requests, instant bookings, cancellations, failed charges, payouts, and
 * money that they lose; players about responses, cancellations, and their money; both about
 * reviews; admins about money that needs review (from `payment_disputed` on).
 */
export const BookingNotificationType = z.enum([
  'request_received',
  'request_sent',
  'booking_received',
  'cancelled_by_player',
  'cancelled_by_you',
  'request_approved',
  'request_declined',
  'request_unanswered',
  'cancelled_by_host',
  'cancelled_by_closure',
  'cancelled_by_operator',
  'booking_cancelled_by_operator',
  'request_not_paid',
  'payment_failed',
  'charge_failed',
  'local_time_changed',
  'hour_moved',
  'hour_moved_by_you',
  'charged',
  'hold_released',
  'refunded',
  'refund_failed',
  'paid_out',
  'refund_borne',
  'payout_refused',
  'payout_reversed',
  'payout_offset',
  'payout_adjusted',
  'charge_disputed',
  'dispute_won',
  'dispute_lost',
  'payment_overdue',
  'charge_overdue',
  'payment_settled',
  'charge_settled',
  'payment_waived',
  'charge_waived',
  'refund_settled',
  'refund_waived',
  'incident_reported',
  'incident_disputed',
  'incident_upheld',
  'incident_dismissed',
  'review_due',
  'review_received',
  'review_removed',
  'message_removed',
  'payment_disputed',
  'payment_inquiry',
  'payment_dispute_won',
  'payment_dispute_lost',
  'refund_came_back',
  'payment_mismatched',
  'payment_refused',
  'payment_retries_ended',
  'payment_unpaid',
  'payment_return_due',
  'payment_fraud_warned',
  'authorization_fraud_warned',
  'transfer_refused',
  'reversal_refused',
  'host_payout_reversed',
  'host_debt',
  'incident_overdue',
  'host_suspended',
]);
export type BookingNotificationType = z.infer<typeof BookingNotificationType>;

/**
 * `match_to_confirm` goes to opponents, `match_named` to partners, `match_disputed` and
 * `match_left` to the logger, `match_withdrawal` to the side that is asked, and `match_challenge`
 * to a challenged player. `match_confirmed` and `match_claimed` go to the logger, when an opponent
 * confirms the result and when an invited player takes their place. `match_counted` goes to those
 * who did not respond to a result that counts. Outcomes go to everyone who was notified earlier.
 */
export const MatchNotificationType = z.enum([
  'match_to_confirm',
  'match_named',
  'match_disputed',
  'match_left',
  'match_confirmed',
  'match_claimed',
  'match_counted',
  'match_withdrawal',
  'match_voided',
  'match_stands',
  'match_withdrawn',
  'match_challenge',
]);
export type MatchNotificationType = z.infer<typeof MatchNotificationType>;

/**
 * A rating changed because an earlier match between other players was withdrawn. It has no booking.
 */
export const RatingNotificationType = z.enum(['rating_changed']);

/** An admin has hidden or unhidden a court of the host. */
export const CourtNotificationType = z.enum(['court_hidden', 'court_shown']);
export type CourtNotificationType = z.infer<typeof CourtNotificationType>;

/**
 * Stripe needs something from a host before it pays them, payouts wait for the host's account or
 * approval, or the host's bank returned a payout. It has no booking or court.
 */
export const AccountNotificationType = z.enum([
  'payout_account_needs',
  'payouts_waiting',
  'payouts_await_approval',
  'bank_payout_returned',
]);
export type AccountNotificationType = z.infer<typeof AccountNotificationType>;

/**
 * An admin decided on the caller's report of a review or message: it was removed, or it stays. It
 * has no booking, because reporters need not be part of it.
 */
export const ReportNotificationType = z.enum(['report_upheld', 'report_dismissed']);

/**
 * An admin has hidden the player from rankings, or shows them again. It has no booking or court.
 */
export const RankingNotificationType = z.enum(['ranking_hidden', 'ranking_shown']);
export type RankingNotificationType = z.infer<typeof RankingNotificationType>;

/** The first unread message from the other side of a booking. */
export const MessageNotificationType = z.enum(['message_received']);

/**
 * A membership payment has the wrong amount, a bank inquires about it or reports it as fraud, it
 * was refunded or disputed, its dispute was lost, or its refund was refused or returned by the
 * bank. Or Stripe refused to end a payment or subscription, for the first or last time. It goes to
 * admins and has no booking or court.
 */
export const MembershipNotificationType = z.enum([
  'membership_mismatched',
  'membership_inquiry',
  'membership_fraud_warned',
  'membership_reversed',
  'membership_dispute_lost',
  'membership_refund_refused',
  'membership_cancellation_refused',
  'membership_retries_ended',
]);

/**
 * The nightly money check has new findings, or Stripe's balance does not cover what belongs to
 * hosts. It goes to admins and has no booking or court.
 */
export const PlatformNotificationType = z.enum(['money_findings', 'balance_uncovered']);

export const NotificationType = z.enum([
  ...BookingNotificationType.options,
  ...MatchNotificationType.options,
  ...RatingNotificationType.options,
  ...RankingNotificationType.options,
  ...CourtNotificationType.options,
  ...AccountNotificationType.options,
  ...MessageNotificationType.options,
  ...ReportNotificationType.options,
  ...MembershipNotificationType.options,
  ...PlatformNotificationType.options,
]);
export type NotificationType = z.infer<typeof NotificationType>;

/** A notification. Some fields are empty for notifications without a booking. */
export const NotificationItem = z.object({
  id: z.string(),
  type: NotificationType,
  side: z.enum(['player', 'host', 'admin']).describe('The role in which the caller is notified.'),
  at: z.string(),
  read: z.boolean(),
  bookingId: z.string().describe('Empty if the notification is not about a booking.'),
  startTime: z
    .string()
    .describe('The start of the booking, or the event time for a court notification.'),
  endTime: z.string(),
  ...zoned,
  answerBy: z
    .string()
    .nullable()
    .describe('The response deadline while the request, match, or dispute awaits the caller.'),
  declineReason: DeclineReason.nullable(),
  reason: z
    .string()
    .optional()
    .describe(
      'Why an admin has hidden the court or the player, removed the review or message, decided about the match, or adjusted the payout, or why it was taken back.',
    ),
  offsets: z
    .object({ before: z.string(), after: z.string() })
    .optional()
    .describe('The UTC offsets, such as -07:00, of a booking whose clock time changed.'),
  amount: CurrencyAmount.nullable().describe(
    'The amount of money that moved. Signed for an adjusted payout.',
  ),
  stripeId: z.string().nullable().describe('The Stripe object to look up. Set only for admins.'),
  court: z.object({ id: z.string(), name: z.string() }),
  player: z
    .object({ firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe(
      'The player of the booking (set only for the host), or the sender of a match or message.',
    ),
});
export type NotificationItem = z.infer<typeof NotificationItem>;

/** Limited to 99, which means 99 or more. */
export const UnreadCount = z.object({ unread: z.number().int().min(0).max(99) });
export type UnreadCount = z.infer<typeof UnreadCount>;

const notificationId = z.string().min(1).max(120);

/** `upTo` marks a notification and all older ones as read; `ids` marks the listed ones. */
export const ReadNotificationsBody = z.union([
  z.strictObject({ upTo: notificationId }),
  z.strictObject({ ids: z.array(notificationId).min(1).max(200) }),
]);
export type ReadNotificationsBody = z.infer<typeof ReadNotificationsBody>;

/**
 * Emails that a person can turn off. `bookings`: instant bookings, cancellations, and reviews.
 * `reminders`: before a booking. `matches`: results, challenges.
 */
export const MailKind = z.enum(['requests', 'bookings', 'reminders', 'matches', 'messages']);
export type MailKind = z.infer<typeof MailKind>;

const MailChoices = z.strictObject({
  requests: z.boolean(),
  bookings: z.boolean(),
  reminders: z.boolean(),
  matches: z.boolean(),
  messages: z.boolean(),
});

/** The emails that a person receives (by default, all). A new set replaces the previous one. */
export const NotificationPreferences = z.strictObject({
  mail: MailChoices satisfies z.ZodType<Record<MailKind, boolean>>,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const notificationRoutes = {
  listNotices: route({
    method: 'GET',
    path: '/api/notices',
    summary: "List the caller's notifications, newest first: at most 200 from the last 90 days.",
    access: 'signedIn',
    query: z.strictObject(pageQuery({ maxLimit: 100 })),
    reads: ['notices', 'courts', 'people'],
    status: 200,
    response: z.array(NotificationItem),
  }),
  unreadNotices: route({
    method: 'GET',
    path: '/api/notices/unread',
    summary: "Count the caller's unread notifications.",
    access: 'signedIn',
    reads: ['notices'],
    status: 200,
    response: UnreadCount,
  }),
  readNotices: route({
    method: 'POST',
    path: '/api/notices/read',
    summary: 'Mark notifications as read. Returns the remaining unread count.',
    access: 'signedIn',
    body: ReadNotificationsBody,
    status: 200,
    response: UnreadCount,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
  noticePreferences: route({
    method: 'GET',
    path: '/api/notices/preferences',
    summary: "Get the caller's email preferences.",
    access: 'signedIn',
    status: 200,
    response: NotificationPreferences,
    errors: ['store_unavailable'],
  }),
  changeNoticePreferences: route({
    method: 'PUT',
    path: '/api/notices/preferences',
    summary: "Set the caller's email preferences.",
    access: 'signedIn',
    body: NotificationPreferences,
    status: 200,
    response: NotificationPreferences,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/notices/unsubscribe/:token',
    summary:
      'Unsubscribe from one kind of email with the token from the email (RFC 8058). The response does not reveal whether the token is valid.',
    access: 'anyone',
    robots: 'noindex',
    params: z.object({ token: z.string().max(200) }),
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
};
