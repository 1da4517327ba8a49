import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { court, ownedBy } from './court.js';
import {
  type CourtInvitations,
  type Invitation,
  courtInvitations,
  invitationFor,
} from './court-invitations.js';
import { InvitationTokens } from './invitation-tokens.service.js';

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
  ) {}

  /**
   * If the person is already invited, that invitation remains.
   * @throws DomainError not_found, fair_use, conflict
   */
  async execute({ input: { courtId, email }, context }: InviteGuestCommand) {
    const { hostId } = ownedBy(await this.streams.load(court, courtId), context.actor.id);
    const invitationId = this.idGenerator.short(`invitation ${context.commandId}`, 12);
    const emailHash = email === null ? null : this.keyedHashes.hashOfName('email', email);
    const data = {
      courtId,
      hostId,
      invitationId,
      email: email ?? '',
      emailHash,
      invitedAt: context.at,
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
  ) {}

  /** @throws DomainError not_found for a token that is invalid or revoked; fair_use */
  async execute({
    input: { token },
    context,
  }: AcceptInvitationCommand): Promise<CommandResult<{ courtId: string }>> {
    const { courtId, invitationId } = this.invitationTokens.readToken(token);
    const data = { courtId, invitationId, playerId: context.actor.id, acceptedAt: context.at };
    const commandOutcome = await this.commandHandling.handle(
      courtInvitations,
      courtId,
      { type: 'AcceptInvitation', data },
      context,
    );
    return new CommandResult({ courtId }, commandOutcome.position);
  }
}

export const invitationCommandHandlers = [
  InviteGuestHandler,
  RevokeInvitationHandler,
  AcceptInvitationHandler,
];
