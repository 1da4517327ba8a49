import type { RegisterBody, Role, User } from '@courtly/contracts/identity';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Credentials } from '../../platform/vault/credentials.js';
import { CLUB_ROLL, adminRoll } from './account/admin-roll.js';
import { Claims } from './claims.service.js';
import { emailVerification } from './email-verification.js';
import { IdentityQueries } from './identity.queries.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { asUser } from './person.js';
import { user } from './user.js';

export class RegisterUserCommand extends defineCommand<RegisterBody, CommandResult<User>>() {}

/**
 * Claims the email, claims the username, stores the password, and registers. Each step is safe to
 * run again, and the user id derives from the command, so a retry continues after a crash.
 */
@CommandHandler(RegisterUserCommand)
export class RegisterUserHandler implements ICommandHandler<RegisterUserCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly nameClaims: Claims,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    private readonly vaultCredentials: Credentials,
  ) {}

  /** @throws DomainError taken, conflict if too late, idempotency_mismatch, store_unavailable */
  async execute({ input: registration, context: requestContext }: RegisterUserCommand) {
    const { password, ...accountDetails } = registration;
    // The fingerprint stays in the log forever. A plain hash would let passwords and phone numbers
    // be guessed.
    const fingerprint = this.keyedHashes.hashOf('registration', JSON.stringify(accountDetails));
    const context = { ...requestContext, fingerprint };
    const userId = this.idGenerator.derived(context.commandId, fingerprint);
    const handledBefore = await this.commandHandling.findHandled(user, userId, context);
    if (!handledBefore) await this.claimNames(accountDetails, userId, context);
    const passwordMatches = await (handledBefore
      ? this.vaultCredentials.verifyPassword(userId, password)
      : this.vaultCredentials.setFirstPassword(userId, password));
    if (!passwordMatches)
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was already used with another password.',
      );
    const data = { userId, ...accountDetails, registeredAt: context.at };
    const { state, position } =
      handledBefore ??
      (await this.commandHandling.handle(user, userId, { type: 'RegisterUser', data }, context));
    return new CommandResult(asUser(state.person!, 'free', emailVerification.initial), position);
  }

  private async claimNames(
    { email, username }: Pick<RegisterBody, 'email' | 'username'>,
    userId: string,
    context: CommandContext,
  ) {
    await this.nameClaims.claimName('email', email, userId, context);
    try {
      await this.nameClaims.claimName('username', username, userId, context);
    } catch (refusal) {
      if (refusal instanceof DomainError && refusal.code === 'taken')
        await this.nameClaims.releaseName('email', email, userId, context);
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
