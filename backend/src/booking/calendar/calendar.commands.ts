import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type CalendarFeed, calendarFeed } from './calendar-feed.js';

export class OpenCalendarFeedCommand extends defineCommand<object, CommandResult<CalendarFeed>>() {}

@CommandHandler(OpenCalendarFeedCommand)
export class OpenCalendarFeedHandler implements ICommandHandler<OpenCalendarFeedCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError fair_use after too many addresses in one day */
  async execute({ context }: OpenCalendarFeedCommand) {
    const userId = context.actor.id;
    const data = { userId, at: context.at, limits: this.config.policy };
    const feedCommand = { type: 'OpenCalendarFeed', data } as const;
    const { state, position } = await this.commandHandling.handle(
      calendarFeed,
      userId,
      feedCommand,
      context,
    );
    return new CommandResult(state, position);
  }
}

export class CloseCalendarFeedCommand extends defineCommand<object, CommandResult<undefined>>() {}

/** Ends the calendar feed of the user, so its address stops working. */
@CommandHandler(CloseCalendarFeedCommand)
export class CloseCalendarFeedHandler implements ICommandHandler<CloseCalendarFeedCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** Refuses nothing. */
  async execute({ context }: CloseCalendarFeedCommand) {
    const userId = context.actor.id;
    const feedCommand = { type: 'CloseCalendarFeed', data: { userId, at: context.at } } as const;
    const { position } = await this.commandHandling.handle(
      calendarFeed,
      userId,
      feedCommand,
      context,
    );
    return new CommandResult(undefined, position);
  }
}
