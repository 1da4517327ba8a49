import { membershipRoutes as routes } from '@courtly/contracts/membership';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../platform/http/handles.js';
import { Caller, type CourtlyRequest, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.elitePlans)
  plans(@Caller() { id, role }: Actor) {
    return this.memberships.plans(role === 'visitor' ? null : id);
  }

  @Handles(routes.showMembership)
  show(@Caller() { id }: Actor, @Req() request: CourtlyRequest) {
    return this.memberships.of(id, request.clock.instant());
  }

  @Handles(routes.createPaymentIntent)
  createPaymentIntent(
    @Received() { body }: Input<typeof routes.createPaymentIntent>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new CreatePaymentIntentCommand(body, context));
  }

  @Handles(routes.createEliteUser)
  createEliteUser(
    @Received() { body }: Input<typeof routes.createEliteUser>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new CreateEliteUserCommand({ paymentIntentId: body.paymentIntentId }, context),
    );
  }

  @Handles(routes.subscribe)
  subscribe(
    @Received() { body }: Input<typeof routes.subscribe>,
    @Given() context: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commands.execute(
      new SubscribeCommand({ consentVersion: body.consentVersion, seen: seen(request) }, context),
    );
  }

  @Handles(routes.cancelMembership)
  cancel(@Given() context: CommandContext) {
    return this.commands.execute(new CancelMembershipCommand({}, context));
  }

  @Handles(routes.membershipPortal)
  portal(@Given() context: CommandContext) {
    return this.commands.execute(new OpenPortalCommand({}, context));
  }
}
