import { z } from 'zod';
import { DeclineReason } from './bookings.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/**
 * What a person is told of. A host: a request to answer, which may run out unanswered, an hour booked at once, a player or an
 * admin who cancelled, a card that could not be charged, what they were paid. A player: how the host answered, or did not in time, who
 * cancelled, and what became of their money. An admin: money that a person has to look at.
 */
export const BookingNoticeType = z.enum([
  'request_received',
  'booking_received',
  'cancelled_by_player',
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
  'charged',
  'hold_released',
  'refunded',
  'refund_failed',
  'paid_out',
  'payment_disputed',
  'refund_came_back',
  'payment_mismatched',
]);
export type BookingNoticeType = z.infer<typeof BookingNoticeType>;

/**
 * What somebody is told of a match: a result with them in it, to confirm as an opponent or to know of as a partner; that the result
 * they logged is disputed; that an admin has decided about a dispute, and it counts for nobody or stands; that one was withdrawn; that
 * somebody has an hour to play them.
 */
export const MatchNoticeType = z.enum([
  'match_to_confirm',
  'match_named',
  'match_disputed',
  'match_voided',
  'match_stands',
  'match_withdrawn',
  'match_challenge',
]);
export type MatchNoticeType = z.infer<typeof MatchNoticeType>;

/** That a figure moved because the result of others was withdrawn: of a match before theirs. It is about no booking of theirs. */
export const RatingNoticeType = z.enum(['rating_changed']);

/** What a host is told of a court: that an admin hides it, or shows it again. */
export const CourtNoticeType = z.enum(['court_hidden', 'court_shown']);
export type CourtNoticeType = z.infer<typeof CourtNoticeType>;

/** That the other side of a booking wrote, to somebody who had read everything before it. */
export const MessageNoticeType = z.enum(['message_received']);

/** What an admin is told of a membership: a payment of a wrong amount. It is about no booking and no court. */
export const MembershipNoticeType = z.enum(['membership_mismatched']);

export const NoticeType = z.enum([
  ...BookingNoticeType.options,
  ...MatchNoticeType.options,
  ...RatingNoticeType.options,
  ...CourtNoticeType.options,
  ...MessageNoticeType.options,
  ...MembershipNoticeType.options,
]);
export type NoticeType = z.infer<typeof NoticeType>;

/** One thing that others, or time, did to a booking, a match or a court of the caller, or to a booking of anybody where the caller is an admin. */
export const Notice = z.object({
  id: z.string(),
  type: NoticeType,
  side: z.enum(['player', 'host', 'admin']).describe('as what it concerns the caller'),
  at: z.string(),
  read: z.boolean(),
  bookingId: z.string().describe('empty where it is about no booking of theirs'),
  startTime: z.string().describe('of the hour; of a court when it happened'),
  endTime: z.string(),
  zone: z.string().describe("of the court's clocks"),
  answerBy: z
    .string()
    .nullable()
    .describe('while a request or a match waits for the caller: until when it may be answered'),
  declineReason: DeclineReason.nullable(),
  reason: z.string().optional().describe('why an admin has hidden the court'),
  amount: z.string().nullable().describe('of money that moved'),
  stripeId: z.string().nullable().describe('what to look for at Stripe, for admins alone'),
  court: z.object({ id: z.string(), name: z.string() }),
  player: z
    .object({ firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe(
      'who asked or booked, for the host alone; of a match or a message, who it comes from',
    ),
});
export type Notice = z.infer<typeof Notice>;

/** How many are not read yet, 99 at most: 99 stands for as many or more. */
export const Unread = z.object({ unread: z.number().int().min(0).max(99) });
export type Unread = z.infer<typeof Unread>;

const noticeId = z.string().min(1).max(120);

/** Either one notice with all that are older, or some. */
export const ReadNotices = z.union([
  z.strictObject({ upTo: noticeId }),
  z.strictObject({ ids: z.array(noticeId).min(1).max(200) }),
]);
export type ReadNotices = z.infer<typeof ReadNotices>;

/**
 * The kinds of mail that people switch on and off: `requests` are those to answer and how they were answered, `bookings` what
 * is booked at once and what is cancelled, `reminders` come before a confirmed hour, `matches` are results with them in it and
 * challenges, `messages` tell that the other side of a booking wrote.
 */
export const MailKind = z.enum(['requests', 'bookings', 'reminders', 'matches', 'messages']);
export type MailKind = z.infer<typeof MailKind>;

const Mail = z.strictObject({
  requests: z.boolean(),
  bookings: z.boolean(),
  reminders: z.boolean(),
  matches: z.boolean(),
  messages: z.boolean(),
});

/** Which kinds of mail a person gets; all, where nothing was said. One set replaces the one before. */
export const NoticePreferences = z.strictObject({
  mail: Mail satisfies z.ZodType<Record<MailKind, boolean>>,
});
export type NoticePreferences = z.infer<typeof NoticePreferences>;

export const noticeRoutes = {
  listNotices: route({
    method: 'GET',
    path: '/api/notices',
    summary:
      'What happened to bookings of the caller, the latest first, in pages: the newest 200 of the last 90 days',
    access: 'signedIn',
    query: z.strictObject(pageQuery({ most: 100 })),
    reads: ['notices', 'courts', 'people'],
    status: 200,
    response: z.array(Notice),
  }),
  unreadNotices: route({
    method: 'GET',
    path: '/api/notices/unread',
    summary: 'How many of those notices the caller has not read',
    access: 'signedIn',
    reads: ['notices'],
    status: 200,
    response: Unread,
  }),
  readNotices: route({
    method: 'POST',
    path: '/api/notices/read',
    summary: 'Mark notices as read, some or all up to one; answers how many are left',
    access: 'signedIn',
    body: ReadNotices,
    status: 200,
    response: Unread,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
  noticePreferences: route({
    method: 'GET',
    path: '/api/notices/preferences',
    summary: 'Which kinds of mail the caller gets',
    access: 'signedIn',
    status: 200,
    response: NoticePreferences,
    errors: ['store_unavailable'],
  }),
  changeNoticePreferences: route({
    method: 'PUT',
    path: '/api/notices/preferences',
    summary: 'Set which kinds of mail the caller gets',
    access: 'signedIn',
    body: NoticePreferences,
    status: 200,
    response: NoticePreferences,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/notices/unsubscribe/:token',
    summary:
      'Switch one kind of mail off by the link of a mail (RFC 8058); the answer does not tell whether the link was good',
    access: 'anyone',
    params: z.object({ token: z.string().max(200) }),
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
};
