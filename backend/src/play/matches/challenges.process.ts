import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ChallengeEvent } from './challenge.events.js';
import { ConfirmChallengeCommand, EmailChallengeCommand } from './challenges.commands.js';

type BookingApproved = Extract<BookingEvent, { type: 'BookingApproved' }>;
type PlayerChallenged = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>;
type ChallengeConfirmed = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/**
 * A booking's approval and its challenge arrive in either order. The later one confirms the
 * challenge.
 */
export const challengeConfirmations = defineProcess<
  BookingApproved | PlayerChallenged,
  Readonly<{ bookingId: string }>,
  never
>({
  name: 'challengeConfirmations',
  queue: 'deadlines',
  handles: ['BookingApproved', 'PlayerChallenged'],
  react: ({ id, data: { bookingId } }) => [
    { id: `challenge.${id}`, due: null, data: { bookingId } },
  ],
  command: ({ bookingId }, commandContext) =>
    new ConfirmChallengeCommand({ bookingId }, commandContext),
});

export const challengeEmails = defineProcess<
  ChallengeConfirmed,
  Readonly<{ bookingId: string; personId: string }>,
  never
>({
  name: 'challengeMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['ChallengeConfirmed'],
  react: ({ id, data: { bookingId, opponentId: personId } }) => [
    { id: `challenge.mail.${id}`, due: null, data: { bookingId, personId } },
  ],
  email: ({ personId: userId }) => ({ userId, kind: 'matches' }),
  command: ({ bookingId }, commandContext) =>
    new EmailChallengeCommand({ bookingId }, commandContext),
});
