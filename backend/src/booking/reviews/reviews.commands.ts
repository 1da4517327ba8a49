import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { BookingSide } from '@courtly/contracts/bookings';
import type { WriteReviewBody as NewReview } from '@courtly/contracts/reviews';
import { BookingParties } from '../bookings/booking.events.js';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { loadBooking } from '../bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Reviews, review } from './review.js';

export class WriteReviewCommand extends defineCommand<NewReview, CommandResult<Reviews>>() {}

@CommandHandler(WriteReviewCommand)
export class WriteReviewHandler implements ICommandHandler<WriteReviewCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, also for a booking of another court; wrong_status;
   *   already_logged
   */
  async execute({ input: newReview, context }: WriteReviewCommand) {
    const { bookingId, courtId, rating, comment } = newReview;
    const { id: userId } = context.actor;
    const booking = bookingVisibleTo(await loadBooking(this.streams, bookingId), userId);
    if (booking.courtId !== courtId) throw notFound('booking');
    const { status, hostId, endTime } = booking;
    if (status !== 'completed')
      throw new DomainError('wrong_status', 'You can review this booking after the hour is over.', {
        status,
      });
    const revealTime = Date.parse(endTime) + this.config.policy.reviewDays * DAY_MS;
    const data = {
      ...BookingParties.parse(booking),
      side: userId === hostId ? ('host' as const) : ('player' as const),
      authorId: userId,
      rating,
      comment: comment ?? '',
      revealBy: new Date(revealTime).toISOString(),
      writtenAt: context.at,
    };
    const commandOutcome = await this.commandHandling.handle(
      review,
      bookingId,
      { type: 'WriteReview', data },
      context,
    );
    return new CommandResult(commandOutcome.state!, commandOutcome.position);
  }
}

export class RevealReviewsCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/** Shows the reviews of a booking once the time to write them is over. */
@CommandHandler(RevealReviewsCommand)
export class RevealReviewsHandler implements ICommandHandler<RevealReviewsCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  async execute({ input: { bookingId }, context }: RevealReviewsCommand) {
    const data = { at: context.at };
    await this.commandHandling.handle(review, bookingId, { type: 'RevealReviews', data }, context);
  }
}

export class RemoveReviewCommand extends defineCommand<
  Readonly<{ bookingId: string; side: BookingSide; reason: string }>,
  CommandResult<Reviews>
>() {}

@CommandHandler(RemoveReviewCommand)
export class RemoveReviewHandler implements ICommandHandler<RemoveReviewCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { bookingId, side, reason }, context }: RemoveReviewCommand) {
    const data = { side, reason, removedBy: context.actor.id, at: context.at };
    const commandOutcome = await this.commandHandling.handle(
      review,
      bookingId,
      { type: 'RemoveReview', data },
      context,
    );
    return new CommandResult(commandOutcome.state!, commandOutcome.position);
  }
}

export const reviewCommandHandlers = [
  WriteReviewHandler,
  RevealReviewsHandler,
  RemoveReviewHandler,
];
