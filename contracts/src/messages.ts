import { z } from 'zod';
import { BookingSide } from './bookings.js';
import { Why } from './desk-users.js';
import { pageQuery } from './paging.js';
import { ReportReason } from './reviews.js';
import { route } from './route.js';

/** So many messages may be written about one booking. */
export const MOST_MESSAGES = 200;

const number = z
  .number()
  .int()
  .min(1)
  .max(MOST_MESSAGES)
  .describe('its place among the messages of its booking, from 1 on');

/** Why nobody reads a message any more: an admin removed it, or whoever wrote it erased their account. */
export const MessageGone = z.enum(['removed', 'erased']);
export type MessageGone = z.infer<typeof MessageGone>;

/** One message about a booking. */
export const Message = z.object({
  number,
  side: BookingSide,
  text: z.string().nullable().describe('null where it is gone'),
  gone: MessageGone.nullable().describe('null where the text is there'),
  sentAt: z.string(),
  isReported: z.boolean().describe('whether the caller has reported it'),
});
export type Message = z.infer<typeof Message>;

/** What player and host write to each other about a booking, the oldest first. Ways to reach somebody are masked until it is confirmed. */
export const Conversation = z.object({
  bookingId: z.string(),
  side: BookingSide.describe('the side of the caller'),
  messages: z.array(Message).max(MOST_MESSAGES),
  unread: z.number().int().describe('messages of the other side that the caller has not read'),
  canWrite: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

export const SendMessage = z.strictObject({
  text: z
    .string('Write a message')
    .trim()
    .min(1, 'Write a message')
    .max(1_000, 'Use at most 1,000 characters'),
});
export type SendMessage = z.infer<typeof SendMessage>;

export const ReportMessage = z.strictObject({
  bookingId: z.string().min(1).max(80),
  number,
  reason: ReportReason,
  words: z.string().trim().max(300, 'Use at most 300 characters').default(''),
});
export type ReportMessage = z.infer<typeof ReportMessage>;

const Person = z.object({ id: z.string(), name: z.string() });

/** A message that its reader has reported, waiting for an admin. */
export const ReportedMessage = z.object({
  bookingId: z.string(),
  number,
  side: BookingSide,
  court: z.object({ id: z.string(), name: z.string() }),
  author: Person,
  text: z.string(),
  sentAt: z.string(),
  report: z.object({ by: Person, reason: ReportReason, words: z.string(), at: z.string() }),
});
export type ReportedMessage = z.infer<typeof ReportedMessage>;

const bookingId = z.object({ bookingId: z.string().max(80) });
const changes = ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'] as const;

export const messageRoutes = {
  showConversation: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/messages',
    summary: 'What both sides of a booking wrote to each other, for one of them',
    access: 'signedIn',
    params: bookingId,
    reads: ['bookings', 'conversations'],
    status: 200,
    response: Conversation,
    errors: ['not_found'],
  }),
  sendMessage: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/messages',
    summary:
      'Write to the other side of a booking, from the request until some days after the hour',
    access: 'signedIn',
    params: bookingId,
    body: SendMessage,
    status: 201,
    response: Conversation,
    errors: [...changes, 'wrong_status', 'fair_use', 'too_many_requests'],
  }),
  readMessages: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/messages/read',
    summary: 'Mark the messages of the other side as read, up to one of them',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({ number }),
    status: 200,
    response: Conversation,
    errors: changes,
  }),
  reportMessage: route({
    method: 'POST',
    path: '/api/message-reports',
    summary: 'Tell the admins of a message of the other side; once for each message',
    access: 'signedIn',
    body: ReportMessage,
    status: 201,
    response: ReportMessage.pick({ bookingId: true, number: true }),
    errors: [...changes, 'too_many_requests'],
  }),
  reportedMessages: route({
    method: 'GET',
    path: '/api/admin/message-reports',
    summary: 'Messages that were reported, those that wait the longest first, in pages',
    access: 'admin',
    query: z.strictObject(pageQuery({ most: 100 })),
    reads: ['conversations', 'courts', 'people'],
    status: 200,
    response: z.array(ReportedMessage),
  }),
  dismissMessageReport: route({
    method: 'POST',
    path: '/api/admin/message-reports/dismissals',
    summary: 'Leave a message that was reported as it is; its report waits no more',
    access: 'admin',
    body: Why.extend({ bookingId: bookingId.shape.bookingId, number }),
    status: 200,
    response: ReportMessage.pick({ bookingId: true, number: true }),
    errors: changes,
  }),
  removeMessage: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/message-removals',
    summary: 'Take a message away, for a reason that stays in the log',
    access: 'admin',
    params: bookingId,
    body: Why.extend({ number }),
    status: 200,
    response: ReportMessage.pick({ bookingId: true, number: true }),
    errors: changes,
  }),
};
