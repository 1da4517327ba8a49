import type { RequestEmailChangeBody } from '@courtly/contracts/account';
import type { User } from '@courtly/contracts/identity';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling, type CommandOutcome } from '../../../platform/kernel/command-handling.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { EmailAddresses } from '../../../platform/mail/email-addresses.service.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { IdentityQueries } from '../identity.queries.js';
import { Claims } from '../claims.service.js';
import { IdentityAccountClosure } from './account-closure.service.js';
import { type Account, user } from '../user.js';

export class RequestEmailChangeCommand extends defineCommand<RequestEmailChangeBody>() {}

/** A job checks whether the email is taken, so the response time does not reveal it. */
@CommandHandler(RequestEmailChangeCommand)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChangeCommand> {
  constructor(
    private readonly accountClosure: IdentityAccountClosure,
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly commandHandling: CommandHandling,
  ) {}

  /**
   * @throws DomainError invalid_request for a wrong password or the current email,
   * too_many_requests
   */
  async execute({ input: { newEmail, currentPassword }, context }: RequestEmailChangeCommand) {
    const userId = context.actor.id;
    await this.accountClosure.requirePassword(userId, currentPassword);
    await this.attemptLimits.countEmailChange(
      userId,
      this.keyedHashes.hashOfName('email', newEmail),
    );
    await this.commandHandling.handle(
      user,
      userId,
      { type: 'RequestEmailChange', data: { userId, email: newEmail, requestedAt: context.at } },
      // The fingerprint stays in the log forever and must not contain a password.
      { ...context, fingerprint: 'RequestEmailChange' },
    );
  }
}

export class ConfirmEmailChangeCommand extends defineCommand<
  Readonly<{ token: string }>,
  CommandResult<User>
>() {}

/**
 * Claims the new email, writes the change, and releases the old email in a job. Until the change is
 * written, only the old email signs in, and a new link works with the claim.
 */
@CommandHandler(ConfirmEmailChangeCommand)
export class ConfirmEmailChangeHandler implements ICommandHandler<ConfirmEmailChangeCommand> {
  constructor(
    private readonly mailTokens: MailTokens,
    private readonly streams: Streams,
    private readonly nameClaims: Claims,
    private readonly commandHandling: CommandHandling,
    private readonly identityQueries: IdentityQueries,
    private readonly emailAddresses: EmailAddresses,
  ) {}

  /** @throws DomainError not_found, taken if someone else registered with it, store_unavailable */
  async execute({ input: { token }, context: requestContext }: ConfirmEmailChangeCommand) {
    const context = {
      ...requestContext,
      fingerprint: requestContext.fingerprint && 'ConfirmEmailChange',
    };
    const userId = context.actor.id;
    const handledBefore = await this.commandHandling.findHandled(user, userId, context);
    if (handledBefore) return this.userResult(handledBefore);
    const { pendingEmail } = await this.streams.load(user, userId);
    // Erased emails are empty.
    const email = pendingEmail?.email;
    if (
      !email ||
      (await this.mailTokens.ownerOf('email-change', token, context.at, email)) !== userId
    )
      throw linkExpired();
    if (!(await this.mailTokens.redeem('email-change', token, context.at, email)))
      throw linkExpired();
    await this.emailAddresses.reinstate(email, context);
    await this.nameClaims.claimName('email', email, userId, context);
    const data = { userId, email, changedAt: context.at };
    try {
      return await this.userResult(
        await this.commandHandling.handle(user, userId, { type: 'ChangeEmail', data }, context),
      );
    } catch (refusal) {
      // Release the claim only if the change was refused. If the outcome is unknown, keep it.
      if (refusal instanceof DomainError)
        await this.nameClaims.releaseName('email', email, userId, context);
      throw refusal;
    }
  }

  private async userResult({ state, position }: CommandOutcome<Account>) {
    return new CommandResult(await this.identityQueries.userView(state.person!), position);
  }
}

const linkExpired = () =>
  new DomainError(
    'not_found',
    'This link no longer works. It was already used, has expired, was replaced by a newer one, or belongs to another account. To change your email, please request a new link.',
  );
