import type { VerifyEmailBody } from '@courtly/contracts/account';
import type { User } from '@courtly/contracts/identity';
import { emailOf } from '@courtly/contracts/text';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { VISITOR } from '../../../platform/http/request.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { defineCommand } from '../../../platform/kernel/command.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { EmailAddresses } from '../../../platform/mail/email-addresses.service.js';
import { PendingJobs } from '../../../platform/processes/pending-jobs.service.js';
import { Queues } from '../../../platform/processes/queues.js';
import { verifiedEmailOf } from '../account-email.js';
import { emailVerification } from '../email-verification.js';
import { verificationLinks } from '../identity.process.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { VerificationTokens, invalidLink } from './verification-tokens.service.js';

export class RequestVerificationLinkCommand extends defineCommand<object, { message: string }>() {}

@CommandHandler(RequestVerificationLinkCommand)
export class RequestVerificationLinkHandler implements ICommandHandler<RequestVerificationLinkCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly pendingJobs: PendingJobs,
    private readonly jobQueues: Queues,
    private readonly emailAddresses: EmailAddresses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError too_many_requests, store_unavailable */
  async execute({ context }: RequestVerificationLinkCommand) {
    const userId = context.actor.id;
    const requester = await this.streams.load(person, userId);
    const verifications = await this.streams.load(emailVerification, userId);
    const alreadyVerified = { message: 'Your email is already verified.' };
    if (!requester?.email) return alreadyVerified;
    const hasBounced = (await this.emailAddresses.bouncedAt(requester.email)) !== null;
    if (!hasBounced && verifiedEmailOf(requester, verifications)) return alreadyVerified;
    if (!this.config.MAIL_URL)
      return {
        message: "We can't send emails yet. Please contact us to verify your email address.",
      };
    await this.attemptLimits.countVerificationLink(
      this.keyedHashes.hashOfName('email', requester.email),
    );
    const linkJob = {
      id: `verification.${context.commandId}`,
      due: null,
      data: { userId, isCounted: true },
    };
    await this.pendingJobs.add(verificationLinks, [linkJob]);
    await this.jobQueues.addJobs(verificationLinks, [linkJob]);
    return { message: `We sent a link to ${requester.email}.` };
  }
}

export class VerifyEmailCommand extends defineCommand<
  VerifyEmailBody & Readonly<{ ipAddress: string }>,
  CommandResult<{ wasVerified: boolean }>
>() {}

/** Works without a session, because the link may open in a different browser. */
@CommandHandler(VerifyEmailCommand)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly attemptLimits: AttemptLimits,
    private readonly verificationTokens: VerificationTokens,
    private readonly commandHandling: CommandHandling,
    private readonly emailAddresses: EmailAddresses,
  ) {}

  /**
   * @throws DomainError not_found for an invalid or expired link, forbidden in a session of another
   * user, too_many_requests, store_unavailable
   */
  execute({ input: { token, ipAddress }, context }: VerifyEmailCommand) {
    return this.attemptLimits.limitVerification(ipAddress, () => this.verify(token, context));
  }

  private async verify(token: string, context: CommandContext) {
    const namedUserId = this.verificationTokens.userIdIn(token);
    const owner = namedUserId ? await this.streams.load(person, namedUserId) : null;
    if (!owner?.email) throw invalidLink();
    const { userId, email } = owner;
    this.verificationTokens.assertValid(token, owner, context.at);
    if (context.actor.role !== VISITOR.role && context.actor.id !== userId)
      throw new DomainError(
        'forbidden',
        'This link is for a different account. Sign out, then verify your email.',
      );
    const wasVerified =
      verifiedEmailOf(owner, await this.streams.load(emailVerification, userId)) !== null;
    const data = { userId, email, proof: 'verification', verifiedAt: context.at } as const;
    const { position } = await this.commandHandling.handle(
      emailVerification,
      userId,
      { type: 'VerifyEmail', data },
      { ...context, fingerprint: context.fingerprint && 'VerifyEmail' },
    );
    await this.emailAddresses.reinstate(email, context);
    return new CommandResult({ wasVerified }, position);
  }
}

/** For operators who have checked that the email belongs to the person. */
export class VerifyAccountEmailCommand extends defineCommand<Readonly<{ email: string }>, User>() {}

@CommandHandler(VerifyAccountEmailCommand)
export class VerifyAccountEmailHandler implements ICommandHandler<VerifyAccountEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly identityQueries: IdentityQueries,
    private readonly commandHandling: CommandHandling,
  ) {}

  /** @throws DomainError not_found if no account has this email now */
  async execute({ input: { email }, context }: VerifyAccountEmailCommand) {
    const userId = await this.identityQueries.requireUserIdByEmail(email);
    const owner = await this.streams.load(person, userId);
    if (owner?.email !== emailOf(email))
      throw new DomainError('not_found', 'The account no longer uses this email.');
    const data = { userId, email: owner.email, proof: 'operator', verifiedAt: context.at } as const;
    await this.commandHandling.handle(
      emailVerification,
      userId,
      { type: 'VerifyEmail', data },
      context,
    );
    return this.identityQueries.userView(owner);
  }
}
