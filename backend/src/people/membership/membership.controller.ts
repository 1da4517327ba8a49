import { membershipRoutes as routes } from '@courtly/contracts/membership';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import {
  CurrentUser,
  type CourtlyRequest,
  CurrentContext,
  RouteInput,
} from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { MembershipQueries } from './membership.queries.js';
import { CreateEliteUserCommand, CreatePaymentIntentCommand } from './purchase.commands.js';
import {
  CancelMembershipCommand,
  OpenPortalCommand,
  SubscribeCommand,
} from './subscription.commands.js';

const AGENT_LENGTH = 500;

const seen = (request: CourtlyRequest) => ({
  userAgent: (request.get('User-Agent') ?? '').slice(0, AGENT_LENGTH),
  ipAddress: request.ip ?? '',
});

@Controller()
export class MembershipController {
  constructor(
    private readonly commands: CommandBus,
    private readonly memberships: MembershipQueries,
  ) {}

  @RouteHandler(routes.elitePlans)
  plans(@CurrentUser() { id, role }: Actor) {
    return this.memberships.plans(role === 'visitor' ? null : id);
  }

  @RouteHandler(routes.showMembership)
  show(@CurrentUser() { id }: Actor, @Req() request: CourtlyRequest) {
    return this.memberships.of(id, request.clock.instant());
  }

  @RouteHandler(routes.createPaymentIntent)
  createPaymentIntent(
    @RouteInput() { body }: Input<typeof routes.createPaymentIntent>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new CreatePaymentIntentCommand(body, context));
  }

  @RouteHandler(routes.createEliteUser)
  createEliteUser(
    @RouteInput() { body }: Input<typeof routes.createEliteUser>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new CreateEliteUserCommand({ paymentIntentId: body.paymentIntentId }, context),
    );
  }

  @RouteHandler(routes.subscribe)
  subscribe(
    @RouteInput() { body }: Input<typeof routes.subscribe>,
    @CurrentContext() context: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commands.execute(
      new SubscribeCommand({ consentVersion: body.consentVersion, seen: seen(request) }, context),
    );
  }

  @RouteHandler(routes.cancelMembership)
  cancel(@CurrentContext() context: CommandContext) {
    return this.commands.execute(new CancelMembershipCommand({}, context));
  }

  @RouteHandler(routes.membershipPortal)
  portal(@CurrentContext() context: CommandContext) {
    return this.commands.execute(new OpenPortalCommand({}, context));
  }
}
