import { z } from 'zod';
import { BookingStatus, DeclineReason, shortNote } from './bookings.js';
import { route } from './route.js';
import { zoned } from './wire.js';

export const EmailedAnswerAction = z.enum(['approve', 'decline']);
export type EmailedAnswerAction = z.infer<typeof EmailedAnswerAction>;

/** What the link shows: no more than the email that contains it. */
export const RequestToAnswer = z.object({
  action: EmailedAnswerAction,
  courtName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  playerName: z.string().describe("The player's first name."),
  payoutAmount: z.string(),
  answerBy: z.string(),
  given: EmailedAnswerAction.nullable().describe("The host's earlier response."),
});
export type RequestToAnswer = z.infer<typeof RequestToAnswer>;

const token = z.string().max(240);
const errors = [
  'too_many_requests',
  'not_found',
  'suspended',
  'second_factor_required',
  'wrong_status',
  'store_unavailable',
] as const;

/** The token is in the body, because URLs appear in logs. */
export const emailedAnswerRoutes = {
  showRequestToAnswer: route({
    method: 'POST',
    path: '/api/emailed-answers/request',
    summary: "Show the request behind a link in the host's email. Changes nothing.",
    access: 'anyone',
    robots: 'noindex',
    body: z.strictObject({ token }),
    status: 200,
    response: RequestToAnswer,
    errors,
  }),
  answerByEmail: route({
    method: 'POST',
    path: '/api/emailed-answers',
    summary: "Approve or decline a request with the token from the host's email.",
    access: 'anyone',
    robots: 'noindex',
    body: z.strictObject({
      token,
      reason: DeclineReason.optional().describe('Required to decline.'),
      note: shortNote.optional().describe('Shown to the player of a declined request.'),
    }),
    status: 200,
    response: z.object({ status: BookingStatus }),
    errors: [...errors, 'conflict'],
  }),
};
