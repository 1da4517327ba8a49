import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/local-time.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import {
  confirmationEmail,
  emailChangeRequestedEmail,
  emailChangedEmail,
  emailHasAccountEmail,
} from './account-emails.js';
import { emailClaim } from '../claim.js';
import { Claims } from '../claims.service.js';
import { formerEmails } from './former-emails.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';
import { user } from '../user.js';

export class SendEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; requestedAt: string }>
>() {}

@CommandHandler(SendEmailChangeCommand)
export class SendEmailChangeHandler implements ICommandHandler<SendEmailChangeCommand> {
  constructor(
    private readonly identityQueries: IdentityQueries,
    private readonly eventStreams: Streams,
    private readonly mailTokens: MailTokens,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { userId, requestedAt }, context }: SendEmailChangeCommand) {
    // A process that reads the log again also sees old requests.
    if (Date.parse(context.at) - Date.parse(requestedAt) > HOUR_MS) return;
    const { person: recipient, pendingEmail } = await this.eventStreams.load(user, userId);
    // A newer request has its own job.
    if (!recipient?.email || !pendingEmail?.email || pendingEmail.requestedAt !== requestedAt)
      return;
    const { email } = pendingEmail;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const holderId = await this.identityQueries.userIdByEmail(email);
      if (holderId && holderId !== userId)
        return emailHasAccountEmail(email, this.config.PUBLIC_URL);
      const confirmationToken = await this.mailTokens.issueToken(
        'email-change',
        userId,
        context.at,
        email,
      );
      return confirmationEmail(
        recipient,
        email,
        `${this.config.PUBLIC_URL}/confirm-email?token=${confirmationToken}`,
      );
    });
    await this.emailOutbox.sendOnce(`${context.commandId} notice`, () =>
      Promise.resolve(emailChangeRequestedEmail(recipient, this.config.PUBLIC_URL)),
    );
  }
}

export class FinishEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

@CommandHandler(FinishEmailChangeCommand)
export class FinishEmailChangeHandler implements ICommandHandler<FinishEmailChangeCommand> {
  constructor(
    private readonly eventStreams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly nameClaims: Claims,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { userId, changedAt }, context }: FinishEmailChangeCommand) {
    const formerEmail = (await this.eventStreams.load(formerEmails, userId)).find(
      ({ until }) => until === changedAt,
    );
    const recipient = await this.eventStreams.load(person, userId);
    if (!formerEmail?.email || !recipient) return;
    // The person may have changed back to it in the meantime.
    if (recipient.email !== formerEmail.email)
      await this.nameClaims.releaseName(
        emailClaim,
        this.keyedHashes.hashesOfName('email', formerEmail.email),
        userId,
        context,
      );
    if (Date.parse(context.at) - Date.parse(changedAt) > DAY_MS) return;
    await this.emailOutbox.sendOnce(context.commandId, () =>
      Promise.resolve(
        emailChangedEmail(
          formerEmail.email,
          recipient.firstName,
          changedAt,
          this.config.PUBLIC_URL,
        ),
      ),
    );
  }
}
