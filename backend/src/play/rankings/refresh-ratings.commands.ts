import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../platform/kernel/context.js';
import { RatingRefreshes } from './rating-refreshes.service.js';

/** Sees to it that the table of ratings shows the log up to a position. */
export class RefreshRatings extends Command<void> {
  constructor(
    readonly position: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RefreshRatings)
export class RefreshRatingsHandler implements ICommandHandler<RefreshRatings> {
  constructor(private readonly refreshes: RatingRefreshes) {}

  execute({ position }: RefreshRatings): Promise<void> {
    return this.refreshes.upTo(position);
  }
}
