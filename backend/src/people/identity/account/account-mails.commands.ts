import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { DAY_MS } from '../../../platform/kernel/local-time.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { passwordChangedLetter, passwordResetLetter } from './account-emails.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';

/** Tells somebody by mail that their password was changed at a UTC instant. */
export class TellOfPasswordCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

@CommandHandler(TellOfPasswordCommand)
export class TellOfPasswordHandler implements ICommandHandler<TellOfPasswordCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { userId, changedAt }, context }: TellOfPasswordCommand): Promise<void> {
    // Whoever follows the log anew comes by changes that were told of long ago.
    if (Date.parse(context.at) - Date.parse(changedAt) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, async () => {
      const reader = await this.streams.load(person, userId);
      return reader?.email
        ? passwordChangedLetter(reader, changedAt, this.config.PUBLIC_URL)
        : null;
    });
  }
}

/** Sends a link to a new password to whoever holds an e-mail, which is known by its keyed hashes; to nobody where nobody does. */
export class SendPasswordResetCommand extends defineCommand<
  Readonly<{ names: readonly string[] }>
>() {}

/** Each try makes a token anew, which replaces the one before: of two mails by one job, the later one works. */
@CommandHandler(SendPasswordResetCommand)
export class SendPasswordResetHandler implements ICommandHandler<SendPasswordResetCommand> {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly streams: Streams,
    private readonly tokens: MailTokens,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { names }, context }: SendPasswordResetCommand): Promise<void> {
    await this.mails.sendOnce(context.commandId, async () => {
      const userId = await this.identity.holderOfNames(names);
      const reader = userId ? await this.streams.load(person, userId) : null;
      if (!reader?.email) return null;
      const token = await this.tokens.issueToken('password-reset', reader.userId, context.at);
      return passwordResetLetter(reader, `${this.config.PUBLIC_URL}/reset-password?token=${token}`);
    });
  }
}
