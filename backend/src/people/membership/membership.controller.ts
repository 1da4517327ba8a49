import { membershipRoutes as routes } from '@courtly/contracts/membership';
import { receiptRoutes } from '@courtly/contracts/receipts';
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
import { clientDetails } from '../../platform/http/client-details.js';
import { MembershipQueries } from './membership.queries.js';
import { CreateEliteUserCommand, CreatePaymentIntentCommand } from './purchase.commands.js';
import {
  CancelMembershipCommand,
  OpenPortalCommand,
  SubscribeCommand,
} from './subscription.commands.js';

@Controller()
export class MembershipController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly membershipQueries: MembershipQueries,
  ) {}

  @RouteHandler(routes.elitePlans)
  showPlans(@CurrentUser() { id, role }: Actor) {
    return this.membershipQueries.elitePlans(role === 'visitor' ? null : id);
  }

  @RouteHandler(routes.showMembership)
  showMembership(@CurrentUser() { id }: Actor, @Req() request: CourtlyRequest) {
    return this.membershipQueries.membershipOf(id, request.clock.instant());
  }

  @RouteHandler(receiptRoutes.membershipReceipts)
  listReceipts(@CurrentUser() { id }: Actor) {
    return this.membershipQueries.receiptsOf(id);
  }

  @RouteHandler(routes.createPaymentIntent)
  createPaymentIntent(
    @RouteInput() { body }: Input<typeof routes.createPaymentIntent>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new CreatePaymentIntentCommand(body, commandContext));
  }

  @RouteHandler(routes.createEliteUser)
  createEliteUser(
    @RouteInput() { body }: Input<typeof routes.createEliteUser>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new CreateEliteUserCommand({ paymentIntentId: body.paymentIntentId }, commandContext),
    );
  }

  @RouteHandler(routes.subscribe)
  subscribe(
    @RouteInput() { body }: Input<typeof routes.subscribe>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new SubscribeCommand(
        { consentVersion: body.consentVersion, clientDetails: clientDetails(request) },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.cancelMembership)
  cancelMembership(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new CancelMembershipCommand({}, commandContext));
  }

  @RouteHandler(routes.membershipPortal)
  openPortal(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new OpenPortalCommand({}, commandContext));
  }
}
