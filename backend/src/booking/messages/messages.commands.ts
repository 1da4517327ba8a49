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

/** More than anyone writes in a day. */
export const messagesOfPerson: RateLimit = {
  name: 'messages',
  points: 100,
  duration: 24 * 60 * 60,
};

/** @throws DomainError not_found if the user may not see the booking */
const seenBooking = async (
  streams: Streams,
  bookingId: string,
  personId: string,
): Promise<Booking> =>
  seenBy(bookingOf(await streams.load(courtDay, courtDayOf(bookingId)), bookingId), personId);

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
   * @throws DomainError not_found; wrong_status before the payment and long after the hour;
   *   fair_use; too_many_requests
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
    await this.attempts.consume(messagesOfPerson, this.hashes.hashOf('messages', actor.id));
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
    ? 'The host will see your request once you pay. You can write to them then.'
    : 'This booking ended too long ago to send messages.';

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

  /** @throws DomainError not_found, also for an empty conversation */
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
