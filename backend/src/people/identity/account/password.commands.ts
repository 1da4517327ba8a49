import type { ChangePasswordBody as Passwords, User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { CommonPasswords } from './common-passwords.service.js';
import { IdentityQueries } from '../identity.queries.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { user } from '../user.js';

export class ChangePasswordCommand extends defineCommand<Passwords, User>() {}

/**
 * The vault changes first, so that the log never names a password that does not work. A retry after
 * a crash may prove itself with the new password instead of the old one.
 */
@CommandHandler(ChangePasswordCommand)
export class ChangePasswordHandler implements ICommandHandler<ChangePasswordCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly vaultCredentials: Credentials,
    private readonly identityQueries: IdentityQueries,
    private readonly commonPasswords: CommonPasswords,
    private readonly attemptLimits: AttemptLimits,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
  ) {}

  /**
   * @throws DomainError invalid_request for a wrong current or a common new password,
   * too_many_requests
   */
  async execute({ input: { currentPassword, newPassword }, context }: ChangePasswordCommand) {
    const userId = context.actor.id;
    const { username, email } = await this.identityQueries.currentUser(userId);
    await this.commonPasswords.assertUncommon('newPassword', newPassword, username, email);
    await this.attemptLimits.countPasswordAttempt(userId);
    const isCurrentPassword = await this.vaultCredentials.verifyPassword(userId, currentPassword);
    if (!isCurrentPassword && !(await this.vaultCredentials.verifyPassword(userId, newPassword)))
      throw wrongPassword();
    if (isCurrentPassword) await this.vaultCredentials.replacePassword(userId, newPassword);
    const commandData = { userId, proof: 'password', changedAt: context.at } as const;
    // The fingerprint stays in the log forever and must not contain a password.
    const { state } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'ChangePassword', data: commandData },
      { ...context, fingerprint: 'ChangePassword' },
    );
    return asUser(state.person!, await this.membershipTiers.tierOf(userId));
  }
}

export const wrongPassword = () => {
  const message =
    'This is not your current password. Try again, or sign out and reset it by email.';
  return new DomainError('invalid_request', message, {
    fields: [{ field: 'currentPassword', message }],
  });
};
