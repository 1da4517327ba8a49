import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { type Court, court } from './court.js';

/** An admin hides a court, or lets it be shown again. */
export class ChangeHiding extends Command<CommandResult<Court>> {
  constructor(
    readonly courtId: string,
    readonly change: Readonly<{ isHidden: boolean; reason: string }>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeHiding)
export class ChangeHidingHandler implements ICommandHandler<ChangeHiding> {
  constructor(private readonly commands: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ courtId, change, context }: ChangeHiding): Promise<CommandResult<Court>> {
    const type = change.isHidden ? 'Hide' : 'Unhide';
    const data = { reason: change.reason, at: context.at };
    const { state, position } = await this.commands.handle(court, courtId, { type, data }, context);
    return new CommandResult(state!, position);
  }
}
