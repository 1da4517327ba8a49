import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Court, court, isShown } from './court.js';
import { favourites } from './favourites.js';
import { ListedCourts } from './listed-courts.service.js';

export class ChangeFavouritesCommand extends defineCommand<
  Readonly<{ type: 'AddFavourite' | 'RemoveFavourite'; courtId: string }>,
  CommandResult<string[]>
>() {}

@CommandHandler(ChangeFavouritesCommand)
export class ChangeFavouritesHandler implements ICommandHandler<ChangeFavouritesCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly listedCourts: ListedCourts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A court that is no longer listed can still be removed.
   * @throws DomainError not_found, fair_use
   */
  async execute({ input: { type, courtId }, context }: ChangeFavouritesCommand) {
    const userId = context.actor.id;
    const favouriteCourt = await this.streams.load(court, courtId);
    if (!favouriteCourt || (type === 'AddFavourite' && !(await this.isListed(favouriteCourt))))
      throw notFound('court');
    const data = { userId, courtId, changedAt: context.at, limits: this.config.policy };
    const { state, position } = await this.commandHandling.handle(
      favourites,
      userId,
      { type, data },
      context,
    );
    return new CommandResult([...state.courtIds], position);
  }

  private async isListed(favouriteCourt: Court): Promise<boolean> {
    return (
      isShown(favouriteCourt) && !(await this.listedCourts.awaitsApproval(favouriteCourt.hostId))
    );
  }
}
