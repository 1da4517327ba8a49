import { payoutRoutes as routes } from '@courtly/contracts/payouts';
import { adminMoneyRoutes } from '@courtly/contracts/admin-money';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Queues } from '../../platform/processes/queues.js';
import { accountJob, accountsProcess } from './account-job.js';
import { OpenPayoutAccountCommand } from './accounts.commands.js';
import { ChangePayoutHoldCommand } from './payout-holds.commands.js';
import { AdjustPayoutCommand, RetryPayoutCommand } from './payout-orders.commands.js';
import { OrderRefundCommand } from './refunds.commands.js';
import { PayoutQueries } from './payouts.queries.js';

@Controller()
export class PayoutsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly payouts: PayoutQueries,
    private readonly queues: Queues,
  ) {}

  @RouteHandler(adminMoneyRoutes.refundByHand)
  refundByHand(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.refundByHand>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(
      new OrderRefundCommand({ bookingId: params.bookingId, refundOrder: body }, context),
    );
  }

  @RouteHandler(adminMoneyRoutes.adjustPayout)
  adjustPayout(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.adjustPayout>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new AdjustPayoutCommand({ ...params, ...body }, context));
  }

  @RouteHandler(adminMoneyRoutes.retryPayout)
  retryPayout(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.retryPayout>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new RetryPayoutCommand({ ...params, ...body }, context));
  }

  @RouteHandler(adminMoneyRoutes.platformBalance)
  @Header('Cache-Control', 'private, no-store')
  platformBalance() {
    return this.payouts.platformBalance();
  }

  @RouteHandler(adminMoneyRoutes.holdBookingPayout)
  holdBookingPayout(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.holdBookingPayout>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangePayoutHoldCommand({ subject: params, isHeld: true, ...body }, context),
    );
  }

  @RouteHandler(adminMoneyRoutes.releaseBookingPayout)
  releaseBookingPayout(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.releaseBookingPayout>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangePayoutHoldCommand({ subject: params, isHeld: false, ...body }, context),
    );
  }

  @RouteHandler(adminMoneyRoutes.holdHostPayouts)
  holdHostPayouts(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.holdHostPayouts>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangePayoutHoldCommand({ subject: params, isHeld: true, ...body }, context),
    );
  }

  @RouteHandler(adminMoneyRoutes.releaseHostPayouts)
  releaseHostPayouts(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.releaseHostPayouts>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangePayoutHoldCommand({ subject: params, isHeld: false, ...body }, context),
    );
  }

  @RouteHandler(routes.showPayoutAccount)
  payoutAccount(@CurrentUser() { id: hostId }: Actor) {
    return this.payouts.payoutAccount(hostId);
  }

  @RouteHandler(routes.openPayoutAccount)
  @Header('Cache-Control', 'private, no-store')
  openPayoutAccount(@CurrentContext() context: CommandContext) {
    return this.commandBus.execute(new OpenPayoutAccountCommand({}, context));
  }

  @RouteHandler(routes.checkPayoutAccount)
  checkPayoutAccount(@CurrentContext() { actor, commandId }: CommandContext) {
    return this.queues.addJobs(accountsProcess, [
      accountJob(commandId, { hostId: actor.id, accountId: null }),
    ]);
  }

  @RouteHandler(routes.listPayouts)
  async listPayouts(
    @RouteInput() { query }: Input<typeof routes.listPayouts>,
    @CurrentUser() { id: hostId }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.payouts.listPayouts(hostId, query));
  }

  @RouteHandler(routes.bookingPayout)
  async bookingPayout(
    @RouteInput() { params }: Input<typeof routes.bookingPayout>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return { payout: await this.payouts.payoutOfBooking(params.bookingId, hostId) };
  }
}
