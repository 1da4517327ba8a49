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
  confirmEmailLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailHasAccountLetter,
} from './account-emails.js';
import { emailClaim } from '../claim.js';
import { Claims } from '../claims.service.js';
import { formerEmails } from './former-emails.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';
import { user } from '../user.js';

/** Writes to the e-mail that somebody asked for at a UTC instant, and to the one that they have. */
export class SendEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; requestedAt: string }>
>() {}

@CommandHandler(SendEmailChangeCommand)
export class SendEmailChangeHandler implements ICommandHandler<SendEmailChangeCommand> {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly streams: Streams,
    private readonly tokens: MailTokens,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    input: { userId, requestedAt },
    context,
  }: SendEmailChangeCommand): Promise<void> {
    // Whoever follows the log anew comes by wishes of long ago.
    if (Date.parse(context.at) - Date.parse(requestedAt) > HOUR_MS) return;
    const { person: reader, wantedEmail } = await this.streams.load(user, userId);
    // A newer wish has a job of its own.
    if (!reader?.email || !wantedEmail?.email || wantedEmail.requestedAt !== requestedAt) return;
    const { email } = wantedEmail;
    await this.mails.sendOnce(context.commandId, async () => {
      const holder = await this.identity.holderOf(email);
      if (holder && holder !== userId) return emailHasAccountLetter(email, this.config.PUBLIC_URL);
      const token = await this.tokens.issueToken('email-change', userId, context.at, email);
      return confirmEmailLetter(
        reader,
        email,
        `${this.config.PUBLIC_URL}/confirm-email?token=${token}`,
      );
    });
    await this.mails.sendOnce(`${context.commandId} notice`, () =>
      Promise.resolve(emailChangeAskedLetter(reader, this.config.PUBLIC_URL)),
    );
  }
}

/** Sets the e-mail free that somebody had until a UTC instant, and tells it. */
export class FinishEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

@CommandHandler(FinishEmailChangeCommand)
export class FinishEmailChangeHandler implements ICommandHandler<FinishEmailChangeCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly claims: Claims,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    input: { userId, changedAt },
    context,
  }: FinishEmailChangeCommand): Promise<void> {
    const former = (await this.streams.load(formerEmails, userId)).find(
      ({ until }) => until === changedAt,
    );
    const reader = await this.streams.load(person, userId);
    if (!former?.email || !reader) return;
    // Whoever has gone back to it meanwhile keeps it.
    if (reader.email !== former.email)
      await this.claims.release(
        emailClaim,
        this.hashes.allOfName('email', former.email),
        userId,
        context,
      );
    if (Date.parse(context.at) - Date.parse(changedAt) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, () =>
      Promise.resolve(
        emailChangedLetter(former.email, reader.firstName, changedAt, this.config.PUBLIC_URL),
      ),
    );
  }
}
