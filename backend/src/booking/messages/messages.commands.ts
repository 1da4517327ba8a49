import type { Conversation as View } from '@courtly/contracts/messages';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayOf } from '../bookings/booking-id.js';
import { seenBy } from '../bookings/booking-lists.js';
import type { Booking } from '../bookings/booking.js';
import { bookingOf, courtDay } from '../bookings/court-day.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { canWrite, conversationView } from './conversation-view.js';
import { conversation, sideOf } from './conversation.js';

/** More than anybody writes about their hours in a day. */
export const messagesOfPerson: RateLimit = {
  name: 'messages',
  points: 100,
  duration: 24 * 60 * 60,
};

/** The booking that somebody writes or reads about. @throws DomainError not_found for whoever does not see it */
const seenBooking = async (
  streams: Streams,
  bookingId: string,
  personId: string,
): Promise<Booking> =>
  seenBy(bookingOf(await streams.load(courtDay, courtDayOf(bookingId)), bookingId), personId);

/** One side of a booking writes to the other. */
export class SendMessageCommand extends defineCommand<
  Readonly<{ bookingId: string; text: string }>,
  CommandResult<View>
>() {}

@CommandHandler(SendMessageCommand)
export class SendMessageHandler implements ICommandHandler<SendMessageCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly attempts: RateLimits,
    private readonly hashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found for the booking of others; wrong_status before it is paid and long after the hour; fair_use;
   * too_many_requests
   */
  async execute({
    input: { bookingId, text },
    context,
  }: SendMessageCommand): Promise<CommandResult<View>> {
    const { actor, at } = context;
    const booking = await seenBooking(this.streams, bookingId, actor.id);
    const { status, courtId, hostId, playerId, startTime, endTime, zone } = booking;
    if (!canWrite(booking, this.config.policy.reviewDays, at))
      throw new DomainError('wrong_status', closed(booking), { status });
    await this.attempts.consume(messagesOfPerson, this.hashes.of('messages', actor.id));
    const said = { side: sideOf(booking, actor.id), authorId: actor.id, text, at };
    const data = { bookingId, courtId, hostId, playerId, startTime, endTime, zone, ...said };
    const { state, position } = await this.commands.handle(
      conversation,
      bookingId,
      { type: 'SendMessage', data },
      context,
    );
    return new CommandResult(conversationView(booking, state, actor.id, true), position);
  }
}

const closed = ({ paymentStatus }: Booking): string =>
  paymentStatus === 'unpaid'
    ? 'The host sees this request once it is paid. Write to them then.'
    : 'This hour was too long ago to write about it.';

/** One side of a booking has read what the other wrote, up to a message. */
export class ReadMessagesCommand extends defineCommand<
  Readonly<{ bookingId: string; upTo: number }>,
  CommandResult<View>
>() {}

@CommandHandler(ReadMessagesCommand)
export class ReadMessagesHandler implements ICommandHandler<ReadMessagesCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found for the booking of others, and where nobody wrote anything */
  async execute({
    input: { bookingId, upTo },
    context,
  }: ReadMessagesCommand): Promise<CommandResult<View>> {
    const { actor, at } = context;
    const booking = await seenBooking(this.streams, bookingId, actor.id);
    const command = {
      type: 'ReadMessages',
      data: { side: sideOf(booking, actor.id), upTo, at },
    } as const;
    const { state, position } = await this.commands.handle(
      conversation,
      bookingId,
      command,
      context,
    );
    const isOpen = canWrite(booking, this.config.policy.reviewDays, at);
    return new CommandResult(conversationView(booking, state, actor.id, isOpen), position);
  }
}

export const messageCommandHandlers = [SendMessageHandler, ReadMessagesHandler];
