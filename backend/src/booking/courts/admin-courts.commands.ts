import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type Court, court } from './court.js';

export class ChangeHidingCommand extends defineCommand<
  Readonly<{ courtId: string; change: Readonly<{ isHidden: boolean; reason: string }> }>,
  CommandResult<Court>
>() {}

@CommandHandler(ChangeHidingCommand)
export class ChangeHidingHandler implements ICommandHandler<ChangeHidingCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { courtId, change }, context }: ChangeHidingCommand) {
    const type = change.isHidden ? 'Hide' : 'Unhide';
    const data = { reason: change.reason, at: context.at };
    const { state, position } = await this.commandHandling.handle(
      court,
      courtId,
      { type, data },
      context,
    );
    return new CommandResult(state!, position);
  }
}

export class NoteCityCommand extends defineCommand<
  Readonly<{ courtId: string; note: string }>,
  CommandResult<Court>
>() {}

@CommandHandler(NoteCityCommand)
export class NoteCityHandler implements ICommandHandler<NoteCityCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { courtId, note }, context }: NoteCityCommand) {
    const data = { note, at: context.at };
    const { state, position } = await this.commandHandling.handle(
      court,
      courtId,
      { type: 'NoteCity', data },
      context,
    );
    return new CommandResult(state!, position);
  }
}
