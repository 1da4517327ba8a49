import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { EmailAddresses } from '../../../platform/mail/email-addresses.service.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import {
  passwordChangedEmail,
  passwordResetEmail,
  confirmationEmail,
  emailChangeRequestedEmail,
  emailChangedEmail,
  emailHasAccountEmail,
  verificationEmail,
  welcomeEmail,
} from './account-emails.js';
import { IdentityQueries } from '../identity.queries.js';
import { verifiedEmailOf } from '../account-email.js';
import { emailVerification } from '../email-verification.js';
import { person } from '../person.js';
import { Claims } from '../claims.service.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { user } from '../user.js';
import { VerificationTokens } from './verification-tokens.service.js';
import type { Fold } from '../../../platform/kernel/decider.js';
import type { UserEvent } from '../user.events.js';

export class SendPasswordChangedEmailCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

/** Informs a user that their password has changed. */
@CommandHandler(SendPasswordChangedEmailCommand)
export class SendPasswordChangedEmailHandler implements ICommandHandler<SendPasswordChangedEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { userId, changedAt }, context }: SendPasswordChangedEmailCommand) {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.streams.load(person, userId);
      return recipient?.email
        ? passwordChangedEmail(recipient, changedAt, this.config.PUBLIC_URL)
        : null;
    });
  }
}

/** Emails a password reset link, if one of these keyed hashes belongs to an account. */
export class SendPasswordResetCommand extends defineCommand<
  Readonly<{ names: readonly string[] }>
>() {}

/**
 * Each attempt issues a new token that replaces the previous one. If a job sends two emails, only
 * the second link works.
 */
@CommandHandler(SendPasswordResetCommand)
export class SendPasswordResetHandler implements ICommandHandler<SendPasswordResetCommand> {
  constructor(
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
    private readonly mailTokens: MailTokens,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { names }, context }: SendPasswordResetCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const userId = await this.identityQueries.userIdByEmailHashes(names);
      const recipient = userId ? await this.streams.load(person, userId) : null;
      if (!recipient?.email) return null;
      const { userId: ownerId } = recipient;
      const token = await this.mailTokens.issueToken('password-reset', ownerId, context.at);
      return passwordResetEmail(
        recipient,
        `${this.config.PUBLIC_URL}/reset-password?token=${token}`,
      );
    });
  }
}

export class SendEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; requestedAt: string }>
>() {}

/** Sends the link that confirms a new email, to that email. */
@CommandHandler(SendEmailChangeCommand)
export class SendEmailChangeHandler implements ICommandHandler<SendEmailChangeCommand> {
  constructor(
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
    private readonly mailTokens: MailTokens,
    private readonly emailAddresses: EmailAddresses,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { userId, requestedAt }, context }: SendEmailChangeCommand) {
    const { person: recipient, pendingEmail } = await this.streams.load(user, userId);
    // A newer request has its own job.
    if (!recipient?.email || !pendingEmail?.email || pendingEmail.requestedAt !== requestedAt)
      return;
    const { email } = pendingEmail;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const holderId = await this.identityQueries.userIdByEmail(email);
      if (holderId && holderId !== userId)
        return emailHasAccountEmail(email, this.config.PUBLIC_URL);
      const refusalLinks = await this.emailAddresses.refusalLinks(email);
      if (!refusalLinks) return null;
      const token = await this.mailTokens.issueToken('email-change', userId, context.at, email);
      const linkUrl = `${this.config.PUBLIC_URL}/confirm-email?token=${token}`;
      return confirmationEmail(email, linkUrl, refusalLinks);
    });
    await this.emailOutbox.sendOnce(`${context.commandId} notice`, () =>
      Promise.resolve(emailChangeRequestedEmail(recipient, this.config.PUBLIC_URL)),
    );
  }
}

/** `isCounted` is true for links that users request, because the request already counted them. */
export class SendVerificationLinkCommand extends defineCommand<
  Readonly<{ userId: string; isCounted?: boolean }>
>() {}

@CommandHandler(SendVerificationLinkCommand)
export class SendVerificationLinkHandler implements ICommandHandler<SendVerificationLinkCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly verificationTokens: VerificationTokens,
    private readonly emailAddresses: EmailAddresses,
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError store_unavailable; Error if the email could not be sent; PermanentFailure
   *   if a retry cannot help
   */
  async execute({ input: { userId, isCounted }, context }: SendVerificationLinkCommand) {
    const recipient = await this.streams.load(person, userId);
    const verifications = await this.streams.load(emailVerification, userId);
    if (!recipient?.email) return;
    const isReachable = (await this.emailAddresses.bouncedAt(recipient.email)) === null;
    if (isReachable && verifiedEmailOf(recipient, verifications)) return;
    const token = this.verificationTokens.issueToken(recipient, context.at);
    // Browsers do not send fragments, so no log or referrer contains the token.
    const linkUrl = `${this.config.PUBLIC_URL}/verify-email#${token}`;
    const email = verificationEmail(recipient.email, linkUrl);
    const sendEmail = async () => {
      await this.emailOutbox.sendOnce(context.commandId, () => Promise.resolve(email));
    };
    if (isCounted) return sendEmail();
    const emailHash = this.keyedHashes.hashOfName('email', recipient.email);
    return this.attemptLimits.limitVerificationEmail(emailHash, sendEmail);
  }
}

export class SendWelcomeEmailCommand extends defineCommand<Readonly<{ userId: string }>>() {}

/** Welcomes a person whose first email is verified. */
@CommandHandler(SendWelcomeEmailCommand)
export class SendWelcomeEmailHandler implements ICommandHandler<SendWelcomeEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { userId }, context }: SendWelcomeEmailCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const [recipient, verifications] = await Promise.all([
        this.streams.load(person, userId),
        this.streams.load(emailVerification, userId),
      ]);
      // Only the first verified email gets a welcome.
      if (!recipient?.email || recipient.suspension || verifications.size > 1) return null;
      if (!verifiedEmailOf(recipient, verifications)) return null;
      const isHost = recipient.roles.some((role) => role === 'owner' || role === 'host');
      return welcomeEmail(recipient, isHost, this.config.PUBLIC_URL);
    });
  }
}

export class ReleaseFormerEmailCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

/** Makes the previous email available to others after an email change. */
@CommandHandler(ReleaseFormerEmailCommand)
export class ReleaseFormerEmailHandler implements ICommandHandler<ReleaseFormerEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly nameClaims: Claims,
  ) {}

  /** @throws DomainError taken if another user has claimed the current email */
  async execute({ input: { userId, changedAt }, context }: ReleaseFormerEmailCommand) {
    const formerEmail = (await this.streams.load(formerEmails, userId)).find(
      ({ until }) => until === changedAt,
    );
    const recipient = await this.streams.load(person, userId);
    if (!formerEmail?.email || !recipient) return;
    // The person may have changed back to it in the meantime.
    if (recipient.email !== formerEmail.email)
      await this.nameClaims.releaseName('email', formerEmail.email, userId, context);
    // They may also change back while it is being released, now or in an earlier attempt of this
    // job.
    const { person: current, erasure } = await this.streams.load(user, userId);
    if (current?.email && erasure === 'none')
      await this.nameClaims.claimName('email', current.email, userId, context);
  }
}

/** Informs the holder of the former email. */
export class FinishEmailChangeCommand extends defineCommand<
  Readonly<{ userId: string; changedAt: string }>
>() {}

@CommandHandler(FinishEmailChangeCommand)
export class FinishEmailChangeHandler implements ICommandHandler<FinishEmailChangeCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly commandBus: CommandBus,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError taken as when releasing the email; Error if the email could not be sent;
   *   PermanentFailure if a retry cannot help
   */
  async execute({ input, context }: FinishEmailChangeCommand) {
    // Jobs queued by earlier releases also have to release the email.
    await this.commandBus.execute(new ReleaseFormerEmailCommand(input, context));
    const { userId, changedAt } = input;
    const formerEmail = (await this.streams.load(formerEmails, userId)).find(
      ({ until }) => until === changedAt,
    );
    const recipient = await this.streams.load(person, userId);
    if (!formerEmail?.email || !recipient) return;
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

const MOST_FORMER_EMAILS = 10;

/** The last ten previous emails. Erased emails are empty. */
const formerEmails: Fold<readonly Readonly<{ email: string; until: string }>[], UserEvent> = {
  category: 'user',
  initial: [],
  evolve: (previousEmails, { type, data }) =>
    type === 'EmailChanged'
      ? [...previousEmails, { email: data.previous, until: data.changedAt }].slice(
          -MOST_FORMER_EMAILS,
        )
      : previousEmails,
};
