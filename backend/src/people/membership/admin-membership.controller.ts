import { adminMembershipRoutes as routes } from '@courtly/contracts/admin-memberships';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { type CourtlyRequest, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import {
  EndMembershipCommand,
  RefundMembershipCommand,
  RetryMembershipCommand,
  ReturnMembershipPaymentCommand,
  SettleMembershipRefundCommand,
} from './admin-membership.commands.js';
import { MembershipQueries } from './membership.queries.js';

@Controller()
export class AdminMembershipController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly membershipQueries: MembershipQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.adminMembership)
  async showMembership(
    @RouteInput() { params: { userId } }: Input<typeof routes.adminMembership>,
    @Req() request: CourtlyRequest,
    @CurrentContext() commandContext: CommandContext,
  ) {
    await this.personalDataReads.record(
      { what: 'account', about: userId, of: [userId] },
      commandContext,
    );
    return this.membershipQueries.adminMembershipOf(userId, request.clock.instant());
  }

  @RouteHandler(routes.refundMembership)
  refundMembership(
    @RouteInput() { params, body }: Input<typeof routes.refundMembership>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, refund: body };
    return this.commandBus.execute(new RefundMembershipCommand(input, commandContext));
  }

  @RouteHandler(routes.retryMembershipRefund)
  retryRefund(
    @RouteInput() { params, body }: Input<typeof routes.retryMembershipRefund>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, retry: body };
    return this.commandBus.execute(new RetryMembershipCommand(input, commandContext));
  }

  @RouteHandler(routes.retryMembershipStep)
  retryStep(
    @RouteInput() { params, body }: Input<typeof routes.retryMembershipStep>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, retry: body };
    return this.commandBus.execute(new RetryMembershipCommand(input, commandContext));
  }

  @RouteHandler(routes.settleMembershipRefund)
  settleRefund(
    @RouteInput() { params, body }: Input<typeof routes.settleMembershipRefund>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, settlement: body };
    return this.commandBus.execute(new SettleMembershipRefundCommand(input, commandContext));
  }

  @RouteHandler(routes.endMembership)
  endMembership(
    @RouteInput() { params, body }: Input<typeof routes.endMembership>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, end: body };
    return this.commandBus.execute(new EndMembershipCommand(input, commandContext));
  }

  @RouteHandler(routes.returnMembershipPayment)
  returnPayment(
    @RouteInput() { params, body }: Input<typeof routes.returnMembershipPayment>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { userId: params.userId, reason: body.reason };
    return this.commandBus.execute(new ReturnMembershipPaymentCommand(input, commandContext));
  }
}
