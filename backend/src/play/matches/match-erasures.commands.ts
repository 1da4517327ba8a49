import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { match } from './match.js';

/** Erases the emails in a match whose retention period has ended. */
export class EraseMatchEmailsCommand extends defineCommand<Readonly<{ matchId: string }>>() {}

/** Each step is idempotent, so an interrupted erasure starts again from the first. */
@CommandHandler(EraseMatchEmailsCommand)
export class EraseMatchEmailsHandler implements ICommandHandler<EraseMatchEmailsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly erasureRegister: ErasureRegister,
    private readonly vaultKeys: VaultKeys,
  ) {}

  /** @throws Error if the register cannot be written; UnlistedSecret. The job is then retried. */
  async execute({ input: { matchId }, context }: EraseMatchEmailsCommand): Promise<void> {
    const { emailsUntil = {} } = (await this.streams.load(match, matchId)) ?? {};
    await this.erasureRegister.assertWritable();
    for (const [placeId, until] of Object.entries(emailsUntil)) {
      if (until > context.at) continue;
      await this.vaultKeys.eraseKey(placeId, context.at);
      await this.commandHandling.handle(
        match,
        matchId,
        { type: 'EraseEmail', data: { placeId, at: context.at } },
        followUp(context, `erased email ${placeId}`),
      );
    }
  }
}
