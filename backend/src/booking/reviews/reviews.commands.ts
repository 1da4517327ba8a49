import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { BookingSide } from '@courtly/contracts/bookings';
import type { ChangeReviewBody, WriteReviewBody } from '@courtly/contracts/reviews';
import { BookingParties } from '../bookings/booking.events.js';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { loadBooking } from '../bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { type Reviews, review } from './review.js';

export class WriteReviewCommand extends defineCommand<WriteReviewBody, CommandResult<Reviews>>() {}

@CommandHandler(WriteReviewCommand)
export class WriteReviewHandler implements ICommandHandler<WriteReviewCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, including for a booking of another court; wrong_status;
   * already_logged
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
    const { reviewDays, reviewEditMinutes } = this.config.policy;
    const revealTime = Date.parse(endTime) + reviewDays * DAY_MS;
    const editTime = Date.parse(context.at) + reviewEditMinutes * MINUTE_MS;
    const data = {
      ...BookingParties.parse(booking),
      side: sideOf(userId, hostId),
      authorId: userId,
      rating,
      comment: comment ?? '',
      revealBy: new Date(revealTime).toISOString(),
      editableUntil: new Date(Math.min(editTime, revealTime)).toISOString(),
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

export class ChangeReviewCommand extends defineCommand<
  ChangeReviewBody & Readonly<{ bookingId: string }>,
  CommandResult<Reviews>
>() {}

@CommandHandler(ChangeReviewCommand)
export class ChangeReviewHandler implements ICommandHandler<ChangeReviewCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found, wrong_status once the review is final */
  async execute({ input: { bookingId, rating, comment }, context }: ChangeReviewCommand) {
    const own = await ownReview(this.streams, bookingId, context);
    const data = { ...own, rating, comment: comment ?? '' };
    const commandOutcome = await this.commandHandling.handle(
      review,
      bookingId,
      { type: 'ChangeReview', data },
      context,
    );
    return new CommandResult(commandOutcome.state!, commandOutcome.position);
  }
}

export class WithdrawReviewCommand extends defineCommand<
  Readonly<{ bookingId: string }>,
  CommandResult<Reviews>
>() {}

@CommandHandler(WithdrawReviewCommand)
export class WithdrawReviewHandler implements ICommandHandler<WithdrawReviewCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found, wrong_status once the review is final */
  async execute({ input: { bookingId }, context }: WithdrawReviewCommand) {
    const data = await ownReview(this.streams, bookingId, context);
    const commandOutcome = await this.commandHandling.handle(
      review,
      bookingId,
      { type: 'WithdrawReview', data },
      context,
    );
    return new CommandResult(commandOutcome.state!, commandOutcome.position);
  }
}

const sideOf = (userId: string, hostId: string): BookingSide =>
  userId === hostId ? 'host' : 'player';

const ownReview = async (streams: Streams, bookingId: string, { actor, at }: CommandContext) => {
  const booking = bookingVisibleTo(await loadBooking(streams, bookingId), actor.id);
  return { side: sideOf(actor.id, booking.hostId), authorId: actor.id, at };
};

export class RevealReviewsCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/** Shows the reviews of a booking once both are final or the period to write them has ended. */
@CommandHandler(RevealReviewsCommand)
export class RevealReviewsHandler implements ICommandHandler<RevealReviewsCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** Refuses nothing. */
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
