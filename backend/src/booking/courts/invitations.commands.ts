import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { isVerifyingLink } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { court, ownedBy } from './court.js';
import {
  type CourtInvitations,
  type Invitation,
  courtInvitations,
  invitationAt,
  invitationFor,
} from './court-invitations.js';
import {
  type EmailToken,
  InvitationTokens,
  invalidInvitation,
} from './invitation-tokens.service.js';

/** Each of these sends an email to someone who may be a stranger. */
export const emailInvitationsOfHost: RateLimit = {
  name: 'emailInvitations',
  points: 100,
  duration: 24 * 60 * 60,
};

/** Invites one person by email or, if `email` is null, anyone with the link. */
export class InviteGuestCommand extends defineCommand<
  Readonly<{ courtId: string; email: string | null }>,
  CommandResult<Invitation>
>() {}

@CommandHandler(InviteGuestCommand)
export class InviteGuestHandler implements ICommandHandler<InviteGuestCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly idGenerator: Ids,
    private readonly keyedHashes: KeyedHashes,
    private readonly rateLimits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * If the person is already invited, that invitation remains.
   * @throws DomainError not_found, fair_use, conflict, too_many_requests
   */
  async execute({ input: { courtId, email }, context }: InviteGuestCommand) {
    const { hostId } = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    if (email !== null)
      await this.rateLimits.consume(
        emailInvitationsOfHost,
        this.keyedHashes.hashOf('emailInvitations', hostId),
      );
    const invitationId = this.idGenerator.short(`invitation ${context.commandId}`, 12);
    const { contactDays } = this.config.policy.retention;
    const emailHash = email === null ? null : this.keyedHashes.hashOfName('email', email);
    const data = {
      courtId,
      hostId,
      invitationId,
      email: email ?? '',
      emailHash,
      invitedAt: context.at,
      keepUntil: email === null ? null : instantAfter(context.at, contactDays * DAY_MS),
    };
    const commandOutcome = await this.commandHandling.handle(
      courtInvitations,
      courtId,
      { type: 'InviteGuest', data },
      context,
    );
    const { invitations } = commandOutcome.state;
    const invitation =
      emailHash === null ? invitations[invitationId] : invitationFor({ invitations }, emailHash);
    return new CommandResult(invitation ?? { ...data, guests: [] }, commandOutcome.position);
  }
}

/** Emails an invitation again, as a new one. The earlier one and its link stop working. */
export class SendInvitationAgainCommand extends defineCommand<
  Readonly<{ courtId: string; invitationId: string }>,
  CommandResult<Invitation>
>() {}

@CommandHandler(SendInvitationAgainCommand)
export class SendInvitationAgainHandler implements ICommandHandler<SendInvitationAgainCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly idGenerator: Ids,
    private readonly keyedHashes: KeyedHashes,
    private readonly rateLimits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, including for links and erased emails; fair_use, conflict,
   * too_many_requests
   */
  async execute({ input, context }: SendInvitationAgainCommand) {
    const { courtId, invitationId: replacedId } = input;
    const { hostId } = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    await this.rateLimits.consume(
      emailInvitationsOfHost,
      this.keyedHashes.hashOf('emailInvitations', hostId),
    );
    const { contactDays } = this.config.policy.retention;
    const data = {
      courtId,
      hostId,
      replacedId,
      invitationId: this.idGenerator.short(`invitation ${context.commandId}`, 12),
      invitedAt: context.at,
      keepUntil: instantAfter(context.at, contactDays * DAY_MS),
    };
    const { state, position } = await this.commandHandling.handle(
      courtInvitations,
      courtId,
      { type: 'SendInvitationAgain', data },
      context,
    );
    const invitation = invitationAt(state.invitations, data.invitationId);
    if (!invitation) throw notFound('invitation');
    return new CommandResult(invitation, position);
  }
}

export class RevokeInvitationCommand extends defineCommand<
  Readonly<{ courtId: string; invitationId: string }>,
  CommandResult<CourtInvitations>
>() {}

@CommandHandler(RevokeInvitationCommand)
export class RevokeInvitationHandler implements ICommandHandler<RevokeInvitationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { courtId, invitationId }, context }: RevokeInvitationCommand) {
    const { hostId } = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    const data = { courtId, hostId, invitationId, revokedAt: context.at };
    const commandOutcome = await this.commandHandling.handle(
      courtInvitations,
      courtId,
      { type: 'RevokeInvitation', data },
      context,
    );
    return new CommandResult(commandOutcome.state, commandOutcome.position);
  }
}

export class AcceptInvitationCommand extends defineCommand<
  Readonly<{ token: string }>,
  CommandResult<{ courtId: string }>
>() {}

@CommandHandler(AcceptInvitationCommand)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly invitationTokens: InvitationTokens,
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /**
   * @throws DomainError not_found for a token that is invalid, expired, or revoked; forbidden if it
   *   was sent to another address; fair_use
   */
  async execute({
    input: { token },
    context,
  }: AcceptInvitationCommand): Promise<CommandResult<{ courtId: string }>> {
    const emailToken = this.invitationTokens.parseEmailToken(token);
    if (emailToken) return this.acceptByEmail(emailToken, context);
    const { courtId, invitationId } = this.invitationTokens.readToken(token);
    await this.requireContactWithHost(courtId, context.actor.id);
    const data = { courtId, invitationId, playerId: context.actor.id, acceptedAt: context.at };
    const commandOutcome = await this.commandHandling.handle(
      courtInvitations,
      courtId,
      { type: 'AcceptInvitation', data },
      context,
    );
    return new CommandResult({ courtId }, commandOutcome.position);
  }

  /** The link was sent to the invited address, so using it verifies the address. */
  private async acceptByEmail(emailToken: EmailToken, context: CommandContext) {
    const { courtId, invitationId, expirySeconds } = emailToken;
    const userId = context.actor.id;
    const [{ invitations }, guest] = await Promise.all([
      this.streams.load(courtInvitations, courtId),
      this.streams.load(person, userId),
    ]);
    const emailHash = invitationAt(invitations, invitationId)?.emailHash;
    if (!guest?.email || !emailHash) throw invalidInvitation();
    if (!this.invitationTokens.isValidEmailToken(emailToken, emailHash)) throw invalidInvitation();
    if (Number(expirySeconds) * 1_000 <= Date.parse(context.at))
      throw new DomainError(
        'not_found',
        'This link has expired, but your invitation has not. Verify your email in your settings to use it.',
      );
    if (!isVerifyingLink(this.keyedHashes, 'email', emailHash, guest))
      throw new DomainError(
        'forbidden',
        'This invitation is for a different email address. Sign in with an account that has it, or create one.',
      );
    await this.requireContactWithHost(courtId, userId);
    const { email } = guest;
    const data = { userId, email, proof: 'verification', verifiedAt: context.at } as const;
    const { position } = await this.commandHandling.handle(
      emailVerification,
      userId,
      { type: 'VerifyEmail', data },
      context,
    );
    return new CommandResult({ courtId }, position);
  }

  private async requireContactWithHost(courtId: string, userId: string): Promise<void> {
    const invitedCourt = await this.streams.load(court, courtId);
    if (invitedCourt)
      await this.contactGuard.requireContact('invitation', invitedCourt.hostId, userId);
  }
}

/** Erases the emails of a guest list whose retention period has ended. */
export class EraseInvitationEmailsCommand extends defineCommand<
  Readonly<{ courtId: string; hostId: string }>
>() {}

/** Each step is idempotent, so an interrupted erasure starts again from the first. */
@CommandHandler(EraseInvitationEmailsCommand)
export class EraseInvitationEmailsHandler implements ICommandHandler<EraseInvitationEmailsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly erasureRegister: ErasureRegister,
    private readonly vaultKeys: VaultKeys,
  ) {}

  /** @throws Error if the register cannot be written; UnlistedSecret. The job is then retried. */
  async execute({ input: { courtId, hostId }, context }: EraseInvitationEmailsCommand) {
    const { emailsUntil } = await this.streams.load(courtInvitations, courtId);
    await this.erasureRegister.assertWritable();
    for (const [invitationId, until] of Object.entries(emailsUntil)) {
      if (until > context.at) continue;
      await this.vaultKeys.eraseKey(invitationId, context.at);
      const data = { courtId, hostId, invitationId, erasedAt: context.at };
      await this.commandHandling.handle(
        courtInvitations,
        courtId,
        { type: 'EraseEmail', data },
        followUp(context, `erased email ${invitationId}`),
      );
    }
  }
}

const instantAfter = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();
