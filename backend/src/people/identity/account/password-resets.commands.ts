import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Queues } from '../../../platform/processes/queues.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { CommonPasswords } from './common-passwords.service.js';
import { passwordResets } from '../identity.process.js';
import { SessionIndex } from '../sessions/session-index.service.js';
import { user } from '../user.js';

/** Asks for a link to a new password. `address` is the caller's. */
export class RequestPasswordResetCommand extends defineCommand<
  Readonly<{ email: string; address: string }>
>() {}

/** Whether there is such an account is found out by the job: here it is the same work either way. */
@CommandHandler(RequestPasswordResetCommand)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordResetCommand> {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly hashes: KeyedHashes,
    private readonly queues: Queues,
  ) {}

  /** @throws DomainError too_many_requests; store_unavailable */
  async execute({
    input: { email, address },
    context,
  }: RequestPasswordResetCommand): Promise<void> {
    const names = this.hashes.allOfName('email', email);
    await this.limits.requestOfReset(names[0]!, address);
    const job = { id: `password-reset.${context.commandId}`, due: null, data: { names } };
    await this.queues.add(passwordResets, [job]);
  }
}

/** Sets a password by the token of a mail. `address` is the caller's. */
export class ResetPasswordCommand extends defineCommand<
  Readonly<{ token: string; newPassword: string; address: string }>
>() {}

/**
 * The token is used up before the password is set, so that it works once however many use it at the same time. Whoever is cut
 * off in between asks for another one.
 */
@CommandHandler(ResetPasswordCommand)
export class ResetPasswordHandler implements ICommandHandler<ResetPasswordCommand> {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly tokens: MailTokens,
    private readonly streams: Streams,
    private readonly common: CommonPasswords,
    private readonly credentials: Credentials,
    private readonly commands: CommandHandling,
    private readonly sessions: SessionIndex,
  ) {}

  /** @throws DomainError not_found; invalid_request for a common password; too_many_requests; store_unavailable */
  async execute({
    input: { token, newPassword, address },
    context,
  }: ResetPasswordCommand): Promise<void> {
    await this.limits.useOfReset(address);
    const userId = await this.tokens.ownerOf('password-reset', token, context.at);
    const { person } = userId ? await this.streams.load(user, userId) : { person: null };
    if (!person) throw useless();
    await this.common.refuse('newPassword', newPassword, person.username, person.email);
    if (!(await this.tokens.redeem('password-reset', token, context.at))) throw useless();
    await this.credentials.replace(person.userId, newPassword);
    const data = { userId: person.userId, proof: 'mail', changedAt: context.at } as const;
    // The fingerprint stays in the log for ever, and must not be made from a password.
    const ofThis = { ...context, fingerprint: 'ResetPassword' };
    await this.commands.handle(user, person.userId, { type: 'ChangePassword', data }, ofThis);
    await this.sessions.endAll(person.userId);
  }
}

const useless = () =>
  new DomainError(
    'not_found',
    'This link does not work any more: it was used, it is older than an hour, or there is a newer one. Ask for a new link.',
  );
