import type { ChangePasswordBody, User } from '@courtly/contracts/identity';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { wrongPassword } from './account-closure.service.js';
import { CommonPasswords } from './common-passwords.service.js';
import { IdentityQueries } from '../identity.queries.js';
import { user } from '../user.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { PendingJobs } from '../../../platform/processes/pending-jobs.service.js';
import { Queues } from '../../../platform/processes/queues.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { passwordResets } from '../identity.process.js';
import { SessionIndex } from '../sessions/session-index.service.js';

export class ChangePasswordCommand extends defineCommand<ChangePasswordBody, User>() {}

/**
 * The vault changes first, so that the log never records a password that does not work. After a
 * crash, a retry can use the new password as proof instead of the old one.
 */
@CommandHandler(ChangePasswordCommand)
export class ChangePasswordHandler implements ICommandHandler<ChangePasswordCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly vaultCredentials: Credentials,
    private readonly identityQueries: IdentityQueries,
    private readonly commonPasswords: CommonPasswords,
    private readonly attemptLimits: AttemptLimits,
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
    const { state } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'ChangePassword', data: { userId, proof: 'password', changedAt: context.at } },
      // The fingerprint stays in the log forever and must not contain a password.
      { ...context, fingerprint: 'ChangePassword' },
    );
    return this.identityQueries.userView(state.person!);
  }
}

export class RequestPasswordResetCommand extends defineCommand<
  Readonly<{ email: string; ipAddress: string }>
>() {}

/** A job checks whether there is an account, so the response time does not reveal it. */
@CommandHandler(RequestPasswordResetCommand)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordResetCommand> {
  constructor(
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly pendingJobs: PendingJobs,
    private readonly jobQueues: Queues,
  ) {}

  /** @throws DomainError too_many_requests, store_unavailable */
  async execute({ input: { email, ipAddress }, context }: RequestPasswordResetCommand) {
    const emailHashes = this.keyedHashes.hashesOfName('email', email);
    await this.attemptLimits.countResetRequest(emailHashes[0]!, ipAddress);
    const resetJob = {
      id: `password-reset.${context.commandId}`,
      due: null,
      data: { names: emailHashes },
    };
    await this.pendingJobs.add(passwordResets, [resetJob]);
    await this.jobQueues.addJobs(passwordResets, [resetJob]);
  }
}

export class ResetPasswordCommand extends defineCommand<
  Readonly<{ token: string; newPassword: string; ipAddress: string }>
>() {}

/**
 * Redeems the token first, so that only one of several concurrent requests can use it. After a
 * crash, the person has to request another link.
 */
@CommandHandler(ResetPasswordCommand)
export class ResetPasswordHandler implements ICommandHandler<ResetPasswordCommand> {
  constructor(
    private readonly attemptLimits: AttemptLimits,
    private readonly mailTokens: MailTokens,
    private readonly streams: Streams,
    private readonly commonPasswords: CommonPasswords,
    private readonly vaultCredentials: Credentials,
    private readonly commandHandling: CommandHandling,
    private readonly sessionIndex: SessionIndex,
  ) {}

  /**
   * @throws DomainError not_found, invalid_request for a common password, too_many_requests,
   * store_unavailable
   */
  async execute({ input: { token, newPassword, ipAddress }, context }: ResetPasswordCommand) {
    await this.attemptLimits.countResetUse(ipAddress);
    const userId = await this.mailTokens.ownerOf('password-reset', token, context.at);
    const { person } = userId ? await this.streams.load(user, userId) : { person: null };
    if (!person) throw linkExpired();
    await this.commonPasswords.assertUncommon(
      'newPassword',
      newPassword,
      person.username,
      person.email,
    );
    if (!(await this.mailTokens.redeem('password-reset', token, context.at))) throw linkExpired();
    await this.vaultCredentials.replacePassword(person.userId, newPassword);
    await this.commandHandling.handle(
      user,
      person.userId,
      {
        type: 'ChangePassword',
        data: { userId: person.userId, proof: 'mail', changedAt: context.at },
      },
      { ...context, fingerprint: 'ResetPassword' },
    );
    await this.sessionIndex.endAll(person.userId);
  }
}

const linkExpired = () =>
  new DomainError(
    'not_found',
    'This link no longer works. It was already used, has expired, or was replaced by a newer one. Please request a new link.',
  );
