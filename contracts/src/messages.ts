import { z } from 'zod';
import { BookingSide } from './bookings.js';
import { ReasonBody } from './admin-users.js';
import { lines } from './fields.js';
import { pageQuery } from './paging.js';
import { ReportReason } from './reviews.js';
import { route } from './route.js';

/** The maximum number of messages per booking. */
export const MOST_MESSAGES = 200;

const messageNumber = z
  .number()
  .int()
  .min(1)
  .max(MOST_MESSAGES)
  .describe('The sequence number of the message within its booking, starting at 1.');

/** `removed`: an admin removed it. `erased`: the author erased their account. */
export const MessageRemovalCause = z.enum(['removed', 'erased']);
export type MessageRemovalCause = z.infer<typeof MessageRemovalCause>;

export const Message = z.object({
  number: messageNumber,
  side: BookingSide,
  text: z.string().nullable().describe('Null if the message was removed or erased.'),
  hidesContacts: z
    .boolean()
    .describe('Whether the reader cannot see contact details in the text yet.'),
  gone: MessageRemovalCause.nullable().describe('Why the text is missing; null if it is not.'),
  sentAt: z.string(),
  isReported: z.boolean().describe('Whether the caller has reported the message.'),
});
export type Message = z.infer<typeof Message>;

/**
 * The messages about a booking, oldest first. Contact details are masked until the booking is
 * confirmed.
 */
export const Conversation = z.object({
  bookingId: z.string(),
  side: BookingSide.describe("The caller's side."),
  messages: z.array(Message).max(MOST_MESSAGES),
  unread: z.number().int().describe('Messages from the other party that the caller has not read.'),
  canWrite: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

export const SendMessageBody = z.strictObject({
  text: lines({
    least: 1,
    most: 1_000,
    tooShort: 'Write a message',
    tooLong: 'Use at most 1,000 characters',
  }),
});
export type SendMessageBody = z.infer<typeof SendMessageBody>;

export const ReportMessageBody = z.strictObject({
  bookingId: z.string().min(1).max(80),
  number: messageNumber,
  reason: ReportReason,
  words: lines({ most: 300 }).default(''),
});
export type ReportMessageBody = z.infer<typeof ReportMessageBody>;

const PersonSummary = z.object({ id: z.string(), name: z.string() });

/** A reported message that an admin has to review. */
export const ReportedMessage = z.object({
  bookingId: z.string(),
  number: messageNumber,
  side: BookingSide,
  court: z.object({ id: z.string(), name: z.string() }),
  author: PersonSummary,
  text: z.string(),
  sentAt: z.string(),
  report: z.object({ by: PersonSummary, reason: ReportReason, words: z.string(), at: z.string() }),
});
export type ReportedMessage = z.infer<typeof ReportedMessage>;

const bookingId = z.object({ bookingId: z.string().max(80) });
const changeErrors = [
  'not_found',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const messageRoutes = {
  showConversation: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/messages',
    summary: 'Get the messages of a booking, as its player or host.',
    access: 'signedIn',
    params: bookingId,
    reads: ['bookings', 'conversations', 'people'],
    status: 200,
    response: Conversation,
    errors: ['not_found'],
  }),
  sendMessage: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/messages',
    summary:
      'Send a message to the other party of a booking. Allowed from the request until the review period ends.',
    access: 'signedIn',
    params: bookingId,
    body: SendMessageBody,
    status: 201,
    response: Conversation,
    errors: [...changeErrors, 'forbidden', 'wrong_status', 'fair_use', 'too_many_requests'],
  }),
  readMessages: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/messages/read',
    summary: 'Mark the messages from the other party as read, up to a message.',
    access: 'signedIn',
    params: bookingId,
    body: z.strictObject({ number: messageNumber }),
    status: 200,
    response: Conversation,
    errors: changeErrors,
  }),
  reportMessage: route({
    method: 'POST',
    path: '/api/message-reports',
    summary: 'Report a message from the other party to the admins, once per message.',
    access: 'signedIn',
    body: ReportMessageBody,
    status: 201,
    response: ReportMessageBody.pick({ bookingId: true, number: true }),
    errors: [...changeErrors, 'too_many_requests'],
  }),
  reportedMessages: route({
    method: 'GET',
    path: '/api/admin/message-reports',
    summary: 'List reported messages, oldest report first.',
    access: 'admin',
    query: z.strictObject(pageQuery({ maxLimit: 100 })),
    reads: ['conversations', 'courts', 'people'],
    status: 200,
    response: z.array(ReportedMessage),
  }),
  dismissMessageReport: route({
    method: 'POST',
    path: '/api/admin/message-reports/dismissals',
    summary: 'Dismiss the report of a message.',
    access: 'admin',
    decides: 'message',
    body: ReasonBody.extend({ bookingId: bookingId.shape.bookingId, number: messageNumber }),
    status: 200,
    response: ReportMessageBody.pick({ bookingId: true, number: true }),
    errors: changeErrors,
  }),
  removeMessage: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/message-removals',
    summary: 'Remove a message. Its author reads the reason.',
    access: 'admin',
    decides: 'message',
    params: bookingId,
    body: ReasonBody.extend({ number: messageNumber }),
    status: 200,
    response: ReportMessageBody.pick({ bookingId: true, number: true }),
    errors: changeErrors,
  }),
};
