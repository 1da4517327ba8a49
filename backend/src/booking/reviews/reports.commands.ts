import type { ReportReviewBody } from '@courtly/contracts/reviews';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { PublicReviewIds } from './public-review-ids.service.js';
import { readReviewId, review } from './review.js';

/** More than any honest user would report in a day. */
export const reportsOfPerson: RateLimit = {
  name: 'reviewReports',
  points: 20,
  duration: 24 * 60 * 60,
};

type ReviewResult = CommandResult<Readonly<{ reviewId: string }>>;

export class ReportReviewCommand extends defineCommand<ReportReviewBody, ReviewResult>() {}

@CommandHandler(ReportReviewCommand)
export class ReportReviewHandler implements ICommandHandler<ReportReviewCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly publicReviewIds: PublicReviewIds,
  ) {}

  /** @throws DomainError not_found if the user cannot read the review; too_many_requests */
  async execute({ input: { courtId, reviewId, reason, words }, context }: ReportReviewCommand) {
    const userId = context.actor.id;
    await this.rateLimits.consume(reportsOfPerson, this.keyedHashes.hashOf('reporter', userId));
    const publicBookingId = await this.publicReviewIds.bookingIdOf(courtId, reviewId);
    const { bookingId, side } =
      publicBookingId === null
        ? readReviewId(reviewId)
        : ({ bookingId: publicBookingId, side: 'player' } as const);
    const reportCommand = {
      type: 'ReportReview',
      data: { side, by: userId, reason, words, at: context.at },
    } as const;
    const { position } = await this.commandHandling.handle(
      review,
      bookingId,
      reportCommand,
      context,
    );
    return new CommandResult({ reviewId }, position);
  }
}

export class DismissReportsCommand extends defineCommand<
  Readonly<{ reviewId: string; reason: string }>,
  ReviewResult
>() {}

@CommandHandler(DismissReportsCommand)
export class DismissReportsHandler implements ICommandHandler<DismissReportsCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { reviewId, reason }, context }: DismissReportsCommand) {
    const { bookingId, side } = readReviewId(reviewId);
    const data = { side, reason, dismissedBy: context.actor.id, at: context.at };
    const { position } = await this.commandHandling.handle(
      review,
      bookingId,
      { type: 'DismissReports', data },
      context,
    );
    return new CommandResult({ reviewId }, position);
  }
}
