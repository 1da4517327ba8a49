import type { WaiverStatus } from '@courtly/contracts/waivers';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { user } from '../identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { currentWaiver } from './waiver-text.js';
import { requireCurrentVersion, validSince, waiverStatus } from './waiver.js';

/** The server determines `userAgent` and `ipAddress`. `version` is the one that was shown. */
export class AcceptWaiverCommand extends defineCommand<
  Readonly<{ version: string; userAgent: string; ipAddress: string }>,
  CommandResult<WaiverStatus>
>() {}

@CommandHandler(AcceptWaiverCommand)
export class AcceptWaiverHandler implements ICommandHandler<AcceptWaiverCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, waiver_changed */
  async execute({ input: acceptance, context }: AcceptWaiverCommand) {
    const { policy } = this.config;
    const { at, actor } = context;
    requireCurrentVersion(acceptance.version);
    const data = {
      userId: actor.id,
      textHash: currentWaiver.textHash,
      acceptedAt: at,
      ...acceptance,
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
