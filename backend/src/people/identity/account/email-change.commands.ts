import type { RequestEmailChangeBody as Request } from '@courtly/contracts/account';
import type { User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling, type CommandOutcome } from '../../../platform/kernel/command-handling.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { emailClaim } from '../claim.js';
import { Claims } from '../claims.service.js';
import { wrongPassword } from './password.commands.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { type Account, user } from '../user.js';

/** Asks for a link to another e-mail. */
export class RequestEmailChangeCommand extends defineCommand<Request>() {}

/** Whether the e-mail is somebody's is found out by the job that the event brings: here it is the same work either way. */
@CommandHandler(RequestEmailChangeCommand)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChangeCommand> {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly credentials: Credentials,
    private readonly hashes: KeyedHashes,
    private readonly commands: CommandHandling,
  ) {}

  /** @throws DomainError invalid_request for a wrong password or the person's own e-mail; too_many_requests */
  async execute({
    input: { newEmail, currentPassword },
    context,
  }: RequestEmailChangeCommand): Promise<void> {
    const userId = context.actor.id;
    await this.limits.changeOfPassword(userId);
    if (!(await this.credentials.verify(userId, currentPassword))) throw wrongPassword();
    await this.limits.requestOfEmail(userId, this.hashes.ofName('email', newEmail));
    const data = { userId, email: newEmail, requestedAt: context.at };
    // The fingerprint stays in the log for ever, and must not be made from a password.
    const ofThis = { ...context, fingerprint: 'RequestEmailChange' };
    await this.commands.handle(user, userId, { type: 'RequestEmailChange', data }, ofThis);
  }
}

/** Makes the e-mail that the caller asked for theirs, by the token that was sent there. */
export class ConfirmEmailChangeCommand extends defineCommand<
  Readonly<{ token: string }>,
  CommandResult<User>
>() {}

/**
 * The token is used up, the new e-mail claimed, the change written; the old e-mail is released by the job that follows. Until
 * the change is written the new one signs nobody in, and from then on the old one does not (SignIn). Whoever is cut off in
 * between asks for another link, and finds their claim.
 */
@CommandHandler(ConfirmEmailChangeCommand)
export class ConfirmEmailChangeHandler implements ICommandHandler<ConfirmEmailChangeCommand> {
  constructor(
    private readonly tokens: MailTokens,
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly claims: Claims,
    private readonly commands: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_found; taken where somebody has registered with it meanwhile; store_unavailable */
  async execute({
    input: { token },
    context: given,
  }: ConfirmEmailChangeCommand): Promise<CommandResult<User>> {
    const context = { ...given, fingerprint: given.fingerprint && 'ConfirmEmailChange' };
    const userId = context.actor.id;
    const done = await this.commands.findHandled(user, userId, context);
    if (done) return this.changed(done);
    const { wantedEmail } = await this.streams.load(user, userId);
    // An e-mail that was erased is empty.
    const email = wantedEmail?.email;
    if (!email || (await this.tokens.ownerOf('email-change', token, context.at, email)) !== userId)
      throw useless();
    if (!(await this.tokens.redeem('email-change', token, context.at, email))) throw useless();
    const names = this.hashes.allOfName('email', email);
    await this.claims.claim(emailClaim, names, userId, context);
    const data = { userId, email, changedAt: context.at };
    try {
      return await this.changed(
        await this.commands.handle(user, userId, { type: 'ChangeEmail', data }, context),
      );
    } catch (refusal) {
      // The password was changed in this very moment, say. Where nobody knows what was written, the claim stays.
      if (refusal instanceof DomainError)
        await this.claims.release(emailClaim, names, userId, context);
      throw refusal;
    }
  }

  private async changed({
    state,
    position,
  }: CommandOutcome<Account>): Promise<CommandResult<User>> {
    const { userId } = state.person!;
    return new CommandResult(asUser(state.person!, await this.tiers.of(userId)), position);
  }
}

const useless = () =>
  new DomainError(
    'not_found',
    'This link does not work any more: it was used, it is older than an hour, there is a newer one, or it belongs to another account.',
  );
