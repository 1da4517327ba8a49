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
} from './invitations.commands.js';

@Controller()
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly tokens: InvitationTokens,
  ) {}

  @RouteHandler(routes.inviteGuest)
  async invite(
    @RouteInput() { params, body }: Input<typeof routes.inviteGuest>,
    @CurrentContext() context: CommandContext,
  ) {
    const email = 'email' in body ? body.email : null;
    return (
      await this.commands.execute(
        new InviteGuestCommand({ courtId: params.courtId, email }, context),
      )
    ).map((one) => this.view(one));
  }

  @RouteHandler(routes.listInvitations)
  async list(
    @RouteInput() { params }: Input<typeof routes.listInvitations>,
    @CurrentUser() caller: Actor,
  ) {
    ownedBy(
      await this.readModels.read(courts, (all) => all.findOne({ _id: params.courtId })),
      caller.id,
    );
    const guests = await this.readModels.read(courtInvitations, (all) =>
      all.findOne({ _id: params.courtId }),
    );
    return guests ? this.views(guests) : [];
  }

  @RouteHandler(routes.revokeInvitation)
  async revoke(
    @RouteInput() { params }: Input<typeof routes.revokeInvitation>,
    @CurrentContext() context: CommandContext,
  ) {
    const { courtId, invitationId } = params;
    const revoked = await this.commands.execute(
      new RevokeInvitationCommand({ courtId, invitationId }, context),
    );
    return revoked.map((guests) => this.views(guests));
  }

  @RouteHandler(routes.acceptInvitation)
  accept(
    @RouteInput() { params }: Input<typeof routes.acceptInvitation>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new AcceptInvitationCommand({ token: params.token }, context));
  }

  private views({ invitations }: CourtInvitations): InvitationResponse[] {
    const latestFirst = (a: Invitation, b: Invitation) => (a.invitedAt < b.invitedAt ? 1 : -1);
    return Object.values(invitations)
      .sort(latestFirst)
      .map((one) => this.view(one));
  }

  private view(invitation: Invitation): InvitationResponse {
    const { invitationId, email, emailHash, guests, invitedAt } = invitation;
    const token = emailHash === null ? this.tokens.of(invitation) : null;
    return {
      id: invitationId,
      email: email || null,
      token,
      guests: guests.length,
      createdAt: invitedAt,
    };
  }
}
