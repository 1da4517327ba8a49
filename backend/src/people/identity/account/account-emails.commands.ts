import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { DAY_MS } from '../../../platform/kernel/local-time.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { passwordChangedEmail, passwordResetEmail } from './account-emails.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';

export class SendPasswordChangedEmailCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

@CommandHandler(SendPasswordChangedEmailCommand)
export class SendPasswordChangedEmailHandler implements ICommandHandler<SendPasswordChangedEmailCommand> {
  constructor(
    private readonly eventStreams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { userId, changedAt }, context }: SendPasswordChangedEmailCommand) {
    // A process that reads the log again also sees old events.
    if (Date.parse(context.at) - Date.parse(changedAt) > DAY_MS) return;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.eventStreams.load(person, userId);
      return recipient?.email
        ? passwordChangedEmail(recipient, changedAt, this.config.PUBLIC_URL)
        : null;
    });
  }
}

/** Emails a link for a new password, if one of these keyed hashes belongs to an account. */
export class SendPasswordResetCommand extends defineCommand<
  Readonly<{ names: readonly string[] }>
>() {}

/**
 * Each try issues a new token that replaces the previous one. If a job sends two emails, the second
 * link works.
 */
@CommandHandler(SendPasswordResetCommand)
export class SendPasswordResetHandler implements ICommandHandler<SendPasswordResetCommand> {
  constructor(
    private readonly identityQueries: IdentityQueries,
    private readonly eventStreams: Streams,
    private readonly mailTokens: MailTokens,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { names }, context }: SendPasswordResetCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const userId = await this.identityQueries.userIdByEmailHashes(names);
      const recipient = userId ? await this.eventStreams.load(person, userId) : null;
      if (!recipient?.email) return null;
      const resetToken = await this.mailTokens.issueToken(
        'password-reset',
        recipient.userId,
        context.at,
      );
      return passwordResetEmail(
        recipient,
        `${this.config.PUBLIC_URL}/reset-password?token=${resetToken}`,
      );
    });
  }
}
