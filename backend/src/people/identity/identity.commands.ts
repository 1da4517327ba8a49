import { randomBytes } from 'node:crypto';
import type { RegisterBody, Role, User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Credentials } from '../../platform/vault/credentials.js';
import { CLUB_ROLL, adminRoll } from './account/admin-roll.js';
import { Claims, type NameOfKind } from './claims.service.js';
import { emailVerification } from './email-verification.js';
import { IdentityQueries } from './identity.queries.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { currentVersion } from '../papers/papers.js';
import { type Person, asUser } from './person.js';
import { type ProviderIdentity, identityName, providerAccounts } from './provider-accounts.js';
import { user } from './user.js';

/** With an `identity`, the provider has verified the email, and the account has no password yet. */
export type Registration = Readonly<
  Omit<RegisterBody, 'password'> &
    ({ password: string; identity?: undefined } | { password: null; identity: ProviderIdentity })
>;

export class RegisterUserCommand extends defineCommand<Registration, CommandResult<User>>() {}

/**
 * Claims the email and the username, stores the password, registers the user, and links the
 * provider account. A retry continues after a crash: the user id derives from the command.
 */
@CommandHandler(RegisterUserCommand)
export class RegisterUserHandler implements ICommandHandler<RegisterUserCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly nameClaims: Claims,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    private readonly vaultCredentials: Credentials,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError taken, conflict if too late, idempotency_mismatch, store_unavailable */
  async execute({ input: registration, context: requestContext }: RegisterUserCommand) {
    const { password, identity, ...accountDetails } = registration;
    // The fingerprint stays in the log forever. With a plain hash, passwords and phone numbers
    // could be guessed.
    const fingerprint = this.keyedHashes.hashOf('registration', JSON.stringify(accountDetails));
    const context = { ...requestContext, fingerprint };
    const userId = this.idGenerator.derived(context.commandId, fingerprint);
    const handledBefore = await this.commandHandling.findHandled(user, userId, context);
    const { email, username } = accountDetails;
    const names: NameOfKind[] = [
      ...(identity ? [['providerAccount', identityName(identity)] as const] : []),
      ['email', email],
      ['username', username],
    ];
    if (!handledBefore) await this.claimNames(names, userId, context);
    await this.storePassword(userId, password, handledBefore !== null);
    const papers = {
      terms: currentVersion('terms'),
      privacy: currentVersion('privacy'),
      policyId: this.config.policy.id,
    };
    const data = { userId, ...accountDetails, registeredAt: context.at, papers };
    const { state, position } =
      handledBefore ??
      (await this.commandHandling.handle(user, userId, { type: 'RegisterUser', data }, context));
    if (!identity)
      return new CommandResult(asUser(state.person!, 'free', emailVerification.initial), position);
    return this.linkIdentity(state.person!, identity, context);
  }

  private async linkIdentity(
    newPerson: Person,
    identity: ProviderIdentity,
    context: CommandContext,
  ) {
    const { userId, email, registeredAt } = newPerson;
    const { state: verifications } = await this.commandHandling.handle(
      emailVerification,
      userId,
      {
        type: 'VerifyEmail',
        data: { userId, email, proof: 'provider', verifiedAt: registeredAt },
      },
      context,
    );
    const { position } = await this.commandHandling.handle(
      providerAccounts,
      userId,
      { type: 'LinkAccount', data: { userId, ...identity, email, linkedAt: registeredAt } },
      context,
    );
    return new CommandResult(asUser(newPerson, 'free', verifications), position);
  }

  /**
   * Without a password, stores one that no one knows. People set their own with an emailed link.
   */
  private async storePassword(userId: string, password: string | null, isRetry: boolean) {
    const firstPassword = password ?? randomBytes(32).toString('base64url');
    const passwordMatches = await (isRetry
      ? this.vaultCredentials.verifyPassword(userId, firstPassword)
      : this.vaultCredentials.setFirstPassword(userId, firstPassword));
    if (!passwordMatches && password !== null)
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was already used with another password.',
      );
  }

  /** Claims either all names or none. */
  private async claimNames(names: readonly NameOfKind[], userId: string, context: CommandContext) {
    for (const [index, [kind, name]] of names.entries())
      try {
        await this.nameClaims.claimName(kind, name, userId, context);
      } catch (refusal) {
        if (refusal instanceof DomainError && refusal.code === 'taken')
          for (const [claimedKind, claimedName] of names.slice(0, index))
            await this.nameClaims.releaseName(claimedKind, claimedName, userId, context);
        throw refusal;
      }
  }
}

export class GrantRoleCommand extends defineCommand<
  Readonly<{ email: string; role: Role }>,
  User
>() {}

@CommandHandler(GrantRoleCommand)
export class GrantRoleHandler implements ICommandHandler<GrantRoleCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly identityQueries: IdentityQueries,
    private readonly idGenerator: Ids,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { email, role }, context }: GrantRoleCommand) {
    const userId = await this.identityQueries.requireUserIdByEmail(email);
    const grantContext = { ...context, fingerprint: this.idGenerator.derived(userId, role) };
    if (role === 'admin') {
      const admitCommand = { type: 'AdmitAdmin', data: { userId, at: context.at } } as const;
      await this.commandHandling.handle(adminRoll, CLUB_ROLL, admitCommand, grantContext);
    }
    const data = { userId, role, reason: '', grantedAt: context.at };
    const { state } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'GrantRole', data },
      grantContext,
    );
    return this.identityQueries.userView(state.person!);
  }
}
