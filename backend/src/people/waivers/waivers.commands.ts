import type { WaiverStatus } from '@courtly/contracts/waivers';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { user } from '../identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { currentWaiver } from './waiver-text.js';
import { validSince, waiverStatus } from './waiver.js';

/** The server determines `userAgent` and `ipAddress`. */
export class AcceptWaiverCommand extends defineCommand<
  Readonly<{ userAgent: string; ipAddress: string }>,
  CommandResult<WaiverStatus>
>() {}

@CommandHandler(AcceptWaiverCommand)
export class AcceptWaiverHandler implements ICommandHandler<AcceptWaiverCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: clientDetails, context }: AcceptWaiverCommand) {
    const { policy } = this.config;
    const { at, actor } = context;
    const { version, textHash } = currentWaiver;
    const data = {
      userId: actor.id,
      version,
      textHash,
      acceptedAt: at,
      ...clientDetails,
      validSince: validSince(at, policy),
    };
    const { state, position } = await this.commandHandling.handle(
      user,
      actor.id,
      { type: 'AcceptWaiver', data },
      context,
    );
    return new CommandResult(waiverStatus(state.person!.waiver, at, policy), position);
  }
}
