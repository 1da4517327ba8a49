import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ChallengeEvent } from './challenge.events.js';
import { ConfirmChallengeCommand, TellOfChallengeCommand } from './challenges.commands.js';

type Approved = Extract<BookingEvent, { type: 'BookingApproved' }>;
type Challenged = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>;
type Confirmed = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/** An hour and the challenge that it was booked for come in either order: whichever is the second tells the opponent. */
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

export const challengeMails = defineProcess<
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
  command: (news, context) => new TellOfChallengeCommand(news, context),
});
