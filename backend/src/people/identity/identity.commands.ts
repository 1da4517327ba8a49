import type { RegisterBody, Role, User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Credentials } from '../../platform/vault/credentials.js';
import { CLUB, adminRoll } from './account/admin-roll.js';
import { emailClaim, usernameClaim } from './claim.js';
import { Claims } from './claims.service.js';
import { IdentityQueries } from './identity.queries.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from './membership-tiers.js';
import { asUser } from './person.js';
import { user } from './user.js';

export class RegisterUserCommand extends defineCommand<RegisterBody, CommandResult<User>>() {}

/**
 * Makes an account in four steps, each of which finds what it did before: claim the e-mail, claim the user name, keep the
 * password, register. The user id follows from the command, so a retry after a crash goes on where the first try stopped.
 */
@CommandHandler(RegisterUserCommand)
export class RegisterUserHandler implements ICommandHandler<RegisterUserCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly claims: Claims,
    private readonly hashes: KeyedHashes,
    private readonly ids: Ids,
    private readonly credentials: Credentials,
  ) {}

  async execute({
    input: body,
    context: given,
  }: RegisterUserCommand): Promise<CommandResult<User>> {
    const { password, ...details } = body;
    // The fingerprint stays in the log for ever: a plain hash there would let passwords and phone numbers be guessed.
    const fingerprint = this.hashes.of('registration', JSON.stringify(details));
    const context = { ...given, fingerprint };
    const userId = this.ids.derived(context.commandId, fingerprint);
    const done = await this.commands.findHandled(user, userId, context);
    if (!done) await this.claimNames(details, userId, context);
    const fits = await (done
      ? this.credentials.verify(userId, password)
      : this.credentials.keep(userId, password));
    if (!fits)
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was used before with another password.',
      );
    const data = { userId, ...details, registeredAt: context.at };
    const { state, position } =
      done ?? (await this.commands.handle(user, userId, { type: 'RegisterUser', data }, context));
    return new CommandResult(asUser(state.person!, 'free'), position);
  }

  private async claimNames(
    names: { email: string; username: string },
    userId: string,
    context: CommandContext,
  ) {
    const emails = this.hashes.allOfName('email', names.email);
    await this.claims.claim(emailClaim, emails, userId, context);
    try {
      await this.claims.claim(
        usernameClaim,
        this.hashes.allOfName('username', names.username),
        userId,
        context,
      );
    } catch (refusal) {
      if (refusal instanceof DomainError && refusal.code === 'taken')
        await this.claims.release(emailClaim, emails.slice(0, 1), userId, context);
      throw refusal;
    }
  }
}

/** Gives somebody, found by e-mail, one more role. */
export class GrantRoleCommand extends defineCommand<
  Readonly<{ email: string; role: Role }>,
  User
>() {}

@CommandHandler(GrantRoleCommand)
export class GrantRoleHandler implements ICommandHandler<GrantRoleCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly identity: IdentityQueries,
    private readonly ids: Ids,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { email, role }, context }: GrantRoleCommand): Promise<User> {
    const userId = await this.identity.idByEmail(email);
    const data = { userId, role, reason: '', grantedAt: context.at };
    const fingerprint = this.ids.derived(userId, role);
    if (role === 'admin') {
      const admit = { type: 'AdmitAdmin', data: { userId, at: context.at } } as const;
      await this.commands.handle(adminRoll, CLUB, admit, { ...context, fingerprint });
    }
    const { state } = await this.commands.handle(
      user,
      userId,
      { type: 'GrantRole', data },
      { ...context, fingerprint },
    );
    return asUser(state.person!, await this.tiers.of(userId));
  }
}
