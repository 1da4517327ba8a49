import type { Conversation as ConversationView } from '@courtly/contracts/messages';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { BookingParties } from '../bookings/booking.events.js';
import type { Booking } from '../bookings/booking.js';
import { loadBooking } from '../bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { canWrite, conversationView } from './conversation-view.js';
import { conversation, sideOfUser } from './conversation.js';
import { isPartyGone } from './parties.js';

/** More than anyone would write in a day. */
export const messagesOfPerson: RateLimit = {
  name: 'messages',
  points: 100,
  duration: 24 * 60 * 60,
};

export class SendMessageCommand extends defineCommand<
  Readonly<{ bookingId: string; text: string }>,
  CommandResult<ConversationView>
>() {}

@CommandHandler(SendMessageCommand)
export class SendMessageHandler implements ICommandHandler<SendMessageCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status before the payment, long after the hour, or after
   *   the other side deleted their account; fair_use; too_many_requests
   */
  async execute({ input: { bookingId, text }, context }: SendMessageCommand) {
    const userId = context.actor.id;
    const booking = bookingVisibleTo(await loadBooking(this.streams, bookingId), userId);
    if (!canWrite(booking, this.config.policy.reviewDays, context.at))
      throw new DomainError('wrong_status', closedReasonFor(booking), { status: booking.status });
    if (await isPartyGone(this.streams, booking))
      throw new DomainError(
        'wrong_status',
        "The other side has deleted their account and can't read messages.",
        { status: booking.status },
      );
    await this.contactGuard.requireContact('message', booking.playerId, booking.hostId);
    await this.rateLimits.consume(messagesOfPerson, this.keyedHashes.hashOf('messages', userId));
    const { startTime, endTime, zone } = booking;
    const data = {
      ...BookingParties.parse(booking),
      startTime,
      endTime,
      zone,
      side: sideOfUser(booking, userId),
      authorId: userId,
      text,
      at: context.at,
    };
    const { state, position } = await this.commandHandling.handle(
      conversation,
      bookingId,
      { type: 'SendMessage', data },
      context,
    );
    return new CommandResult(conversationView(booking, state, userId, true), position);
  }
}

const closedReasonFor = ({ paymentStatus }: Booking): string =>
  paymentStatus === 'unpaid'
    ? 'The host will see your request once you pay. You can write to them then.'
    : 'This booking ended too long ago for messages.';

export class ReadMessagesCommand extends defineCommand<
  Readonly<{ bookingId: string; upTo: number }>,
  CommandResult<ConversationView>
>() {}

@CommandHandler(ReadMessagesCommand)
export class ReadMessagesHandler implements ICommandHandler<ReadMessagesCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, including if there are no messages */
  async execute({ input: { bookingId, upTo }, context }: ReadMessagesCommand) {
    const userId = context.actor.id;
    const booking = bookingVisibleTo(await loadBooking(this.streams, bookingId), userId);
    const readCommand = {
      type: 'ReadMessages',
      data: { side: sideOfUser(booking, userId), upTo, at: context.at },
    } as const;
    const { state, position } = await this.commandHandling.handle(
      conversation,
      bookingId,
      readCommand,
      context,
    );
    const isWritable =
      canWrite(booking, this.config.policy.reviewDays, context.at) &&
      !(await isPartyGone(this.streams, booking)) &&
      !(await this.contactGuard.isBlocked(booking.playerId, booking.hostId));
    return new CommandResult(conversationView(booking, state, userId, isWritable), position);
  }
}
