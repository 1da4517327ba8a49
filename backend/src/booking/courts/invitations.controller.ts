import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type Invitation as InvitationResponse,
  invitationRoutes as routes,
} from '@courtly/contracts/invitations';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ownedBy } from './court.js';
import type { CourtInvitations, Invitation } from './court-invitations.js';
import { courtInvitations } from './court-invitations.projection.js';
import { courts } from './courts.projection.js';
import { InvitationTokens } from './invitation-tokens.service.js';
import {
  AcceptInvitationCommand,
  InviteGuestCommand,
  RevokeInvitationCommand,
  SendInvitationAgainCommand,
} from './invitations.commands.js';

@Controller()
export class InvitationsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly readModels: ReadModels,
    private readonly invitationTokens: InvitationTokens,
  ) {}

  @RouteHandler(routes.inviteGuest)
  async inviteGuest(
    @RouteInput() { params, body }: Input<typeof routes.inviteGuest>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const guestEmail = 'email' in body ? body.email : null;
    return (
      await this.commandBus.execute(
        new InviteGuestCommand({ courtId: params.courtId, email: guestEmail }, commandContext),
      )
    ).map((invitation) => this.invitationView(invitation));
  }

  @RouteHandler(routes.listInvitations)
  async listInvitations(
    @RouteInput() { params }: Input<typeof routes.listInvitations>,
    @CurrentUser() currentUser: Actor,
  ) {
    ownedBy(
      await this.readModels.read(courts, (collection) =>
        collection.findOne({ _id: params.courtId }),
      ),
      currentUser.id,
    );
    const storedInvitations = await this.readModels.read(courtInvitations, (collection) =>
      collection.findOne({ _id: params.courtId }),
    );
    return storedInvitations ? this.invitationViews(storedInvitations) : [];
  }

  @RouteHandler(routes.sendInvitationAgain)
  async sendInvitationAgain(
    @RouteInput() { params }: Input<typeof routes.sendInvitationAgain>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return (
      await this.commandBus.execute(new SendInvitationAgainCommand(params, commandContext))
    ).map((invitation) => this.invitationView(invitation));
  }

  @RouteHandler(routes.revokeInvitation)
  async revokeInvitation(
    @RouteInput() { params }: Input<typeof routes.revokeInvitation>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { courtId, invitationId } = params;
    const result = await this.commandBus.execute(
      new RevokeInvitationCommand({ courtId, invitationId }, commandContext),
    );
    return result.map((validInvitations) => this.invitationViews(validInvitations));
  }

  @RouteHandler(routes.acceptInvitation)
  acceptInvitation(
    @RouteInput() { params }: Input<typeof routes.acceptInvitation>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new AcceptInvitationCommand({ token: params.token }, commandContext),
    );
  }

  private invitationViews({ invitations }: CourtInvitations): InvitationResponse[] {
    const latestFirst = (firstInvitation: Invitation, secondInvitation: Invitation) =>
      firstInvitation.invitedAt < secondInvitation.invitedAt ? 1 : -1;
    return Object.values(invitations)
      .sort(latestFirst)
      .map((invitation) => this.invitationView(invitation));
  }

  private invitationView(invitation: Invitation): InvitationResponse {
    const { invitationId, email, emailHash, guests, invitedAt } = invitation;
    const token = emailHash === null ? this.invitationTokens.tokenOf(invitation) : null;
    return {
      id: invitationId,
      email: email || null,
      token,
      guests: guests.length,
      createdAt: invitedAt,
    };
  }
}
