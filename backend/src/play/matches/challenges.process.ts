import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ChallengeEvent } from './challenge.events.js';
import { ConfirmChallengeCommand, EmailChallengeCommand } from './challenges.commands.js';

type Approved = Extract<BookingEvent, { type: 'BookingApproved' }>;
type Challenged = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>;
type Confirmed = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/** A booking's approval and its challenge arrive in either order; the later one confirms it. */
export const challengeConfirmations = defineProcess<
  Approved | Challenged,
  Readonly<{ bookingId: string }>,
  never
>({
  name: 'challengeConfirmations',
  queue: 'effects',
  handles: ['BookingApproved', 'PlayerChallenged'],
  react: ({ id, data: { bookingId } }) => [
    { id: `challenge.${id}`, due: null, data: { bookingId } },
  ],
  command: ({ bookingId }, context) => new ConfirmChallengeCommand({ bookingId }, context),
});

export const challengeEmails = defineProcess<
  Confirmed,
  Readonly<{ bookingId: string; at: string }>,
  never
>({
  name: 'challengeMails',
  queue: 'effects',
  handles: ['ChallengeConfirmed'],
  react: ({ id, data: { bookingId }, metadata: { at } }) => [
    { id: `challenge.mail.${id}`, due: null, data: { bookingId, at } },
  ],
  command: (emailJob, context) => new EmailChallengeCommand(emailJob, context),
});
