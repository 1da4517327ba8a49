import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { RatingRefreshes } from './rating-refreshes.service.js';

export class RefreshRatingsCommand extends defineCommand<Readonly<{ position: string }>>() {}

/** Publishes the ratings of all matches up to a position in the log. */
@CommandHandler(RefreshRatingsCommand)
export class RefreshRatingsHandler implements ICommandHandler<RefreshRatingsCommand> {
  constructor(private readonly ratingRefreshes: RatingRefreshes) {}

  /** @throws Error if matches or players are not projected that far; the job is then retried */
  execute({ input: { position } }: RefreshRatingsCommand) {
    return this.ratingRefreshes.refreshUpTo(position);
  }
}
