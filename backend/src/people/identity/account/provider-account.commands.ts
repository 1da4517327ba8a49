import type { Provider } from '@courtly/contracts/provider-accounts';
import { providerNames } from '@courtly/contracts/provider-names';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { requireVerifiedEmail } from '../account-email.js';
import { Claims } from '../claims.service.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';
import type { ProviderAccountEvent } from '../provider-account.events.js';
import {
  type LinkedAccounts,
  checkLink,
  identityName,
  providerAccounts,
} from '../provider-accounts.js';
import type { ProviderPerson } from '../sessions/providers.service.js';
import { IdentityAccountClosure } from './account-closure.service.js';
import { providerAccountEmail } from './account-emails.js';

/** Checks whether the current user may link an account at the provider. */
export class CheckProviderLinkCommand extends defineCommand<
  Readonly<{ provider: Provider; currentPassword: string }>
>() {}

@CommandHandler(CheckProviderLinkCommand)
export class CheckProviderLinkHandler implements ICommandHandler<CheckProviderLinkCommand> {
  constructor(
    private readonly accountClosure: IdentityAccountClosure,
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
  ) {}

  /**
   * Checks the email first: if someone else registered with it, its owner must reset the password.
   * @throws DomainError email_unverified, invalid_request for a wrong password, wrong_status,
   *   too_many_requests
   */
  async execute({ input: { provider, currentPassword }, context }: CheckProviderLinkCommand) {
    const userId = context.actor.id;
    requireVerifiedEmail((await this.identityQueries.currentUser(userId)).isEmailVerified);
    await this.accountClosure.requirePassword(userId, currentPassword);
    checkLink(await this.streams.load(providerAccounts, userId), provider);
  }
}

export class LinkProviderAccountCommand extends defineCommand<ProviderPerson>() {}

/** Claims the provider account, then links it. It signs in only after both steps. */
@CommandHandler(LinkProviderAccountCommand)
export class LinkProviderAccountHandler implements ICommandHandler<LinkProviderAccountCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly nameClaims: Claims,
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError taken by another user, wrong_status, not_signed_in after an erasure */
  async execute({ input: { provider, subject, email }, context }: LinkProviderAccountCommand) {
    const { id: userId } = await this.identityQueries.currentUser(context.actor.id);
    const data = { userId, provider, subject, email: email ?? '', linkedAt: context.at };
    const linkAccount = { type: 'LinkAccount', data } as const;
    providerAccounts.decide(linkAccount, await this.streams.load(providerAccounts, userId));
    await this.nameClaims.claimName('providerAccount', identityName(data), userId, context);
    await this.commandHandling.handle(providerAccounts, userId, linkAccount, {
      ...context,
      fingerprint: context.fingerprint && 'LinkProviderAccount',
    });
  }
}

export class UnlinkProviderAccountCommand extends defineCommand<
  Readonly<{ provider: Provider; currentPassword: string }>,
  LinkedAccounts
>() {}

/** Releases the claim first, so the provider account can no longer sign in from then on. */
@CommandHandler(UnlinkProviderAccountCommand)
export class UnlinkProviderAccountHandler implements ICommandHandler<UnlinkProviderAccountCommand> {
  constructor(
    private readonly accountClosure: IdentityAccountClosure,
    private readonly commandHandling: CommandHandling,
    private readonly nameClaims: Claims,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found, invalid_request for a wrong password, too_many_requests */
  async execute({ input: { provider, currentPassword }, context }: UnlinkProviderAccountCommand) {
    const userId = context.actor.id;
    await this.accountClosure.requirePassword(userId, currentPassword);
    const linkedAccounts = await this.streams.load(providerAccounts, userId);
    const linked = linkedAccounts.find((linkedAccount) => linkedAccount.provider === provider);
    if (!linked)
      throw new DomainError('not_found', `No ${providerNames[provider]} account is linked.`);
    await this.nameClaims.releaseName('providerAccount', identityName(linked), userId, context);
    const { state } = await this.commandHandling.handle(
      providerAccounts,
      userId,
      { type: 'UnlinkAccount', data: { userId, provider, unlinkedAt: context.at } },
      // The fingerprint stays in the log forever and must not contain a password.
      { ...context, fingerprint: context.fingerprint && 'UnlinkProviderAccount' },
    );
    return state;
  }
}

export class SendProviderAccountEmailCommand extends defineCommand<
  Readonly<{
    userId: string;
    provider: Provider;
    type: ProviderAccountEvent['type'];
    at: string;
  }>
>() {}

/** Informs a user that an account at a provider was linked or unlinked. */
@CommandHandler(SendProviderAccountEmailCommand)
export class SendProviderAccountEmailHandler implements ICommandHandler<SendProviderAccountEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input, context }: SendProviderAccountEmailCommand) {
    const { userId, provider, type, at } = input;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.streams.load(person, userId);
      // People who have just registered through the provider already know about it.
      if (!recipient?.email || recipient.registeredAt === at) return null;
      const change = type === 'ProviderAccountLinked' ? 'linked' : 'unlinked';
      const name = providerNames[provider];
      return providerAccountEmail(recipient, name, change, at, this.config.PUBLIC_URL);
    });
  }
}
