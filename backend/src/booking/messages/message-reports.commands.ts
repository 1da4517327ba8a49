import type { ReportMessageBody } from '@courtly/contracts/messages';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { conversation } from './conversation.js';

/** More than any honest user would report in a day. */
export const messageReportsOfPerson: RateLimit = {
  name: 'messageReports',
  points: 20,
  duration: 24 * 60 * 60,
};

type MessageReference = Readonly<{ bookingId: string; number: number }>;
type MessageResult = CommandResult<MessageReference>;

export class ReportMessageCommand extends defineCommand<ReportMessageBody, MessageResult>() {}

@CommandHandler(ReportMessageCommand)
export class ReportMessageHandler implements ICommandHandler<ReportMessageCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * @throws DomainError not_found for the user's own messages and those they cannot read;
   *   too_many_requests
   */
  async execute({ input: { bookingId, number, reason, words }, context }: ReportMessageCommand) {
    const userId = context.actor.id;
    await this.rateLimits.consume(
      messageReportsOfPerson,
      this.keyedHashes.hashOf('reporter', userId),
    );
    const reportCommand = {
      type: 'ReportMessage',
      data: { number, by: userId, reason, words, at: context.at },
    } as const;
    const { position } = await this.commandHandling.handle(
      conversation,
      bookingId,
      reportCommand,
      context,
    );
    return new CommandResult({ bookingId, number }, position);
  }
}

/** An admin keeps a reported message or removes any message. */
export class ModerateMessageCommand extends defineCommand<
  MessageReference & Readonly<{ type: 'DismissMessageReport' | 'RemoveMessage'; because: string }>,
  MessageResult
>() {}

@CommandHandler(ModerateMessageCommand)
export class ModerateMessageHandler implements ICommandHandler<ModerateMessageCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { bookingId, number, type, because }, context }: ModerateMessageCommand) {
    const data = { number, because, by: context.actor.id, at: context.at };
    const { position } = await this.commandHandling.handle(
      conversation,
      bookingId,
      { type, data },
      context,
    );
    return new CommandResult({ bookingId, number }, position);
  }
}
