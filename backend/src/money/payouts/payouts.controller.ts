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
import { OrderRefundCommand } from './refunds.commands.js';
import { PayoutQueries } from './payouts.queries.js';

@Controller()
export class PayoutsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly payouts: PayoutQueries,
    private readonly queues: Queues,
  ) {}

  @RouteHandler(adminMoneyRoutes.refundByHand)
  refundByHand(
    @RouteInput() { params, body }: Input<typeof adminMoneyRoutes.refundByHand>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new OrderRefundCommand({ bookingId: params.bookingId, wanted: body }, context),
    );
  }

  @RouteHandler(routes.showPayoutAccount)
  account(@CurrentUser() { id }: Actor) {
    return this.payouts.account(id);
  }

  @RouteHandler(routes.openPayoutAccount)
  @Header('Cache-Control', 'private, no-store')
  open(@CurrentContext() context: CommandContext) {
    return this.commands.execute(new OpenPayoutAccountCommand({}, context));
  }

  @RouteHandler(routes.checkPayoutAccount)
  check(@CurrentContext() { actor, commandId }: CommandContext) {
    return this.queues.addJobs(accountsProcess, [
      accountJob(commandId, { hostId: actor.id, accountId: null }),
    ]);
  }

  @RouteHandler(routes.listPayouts)
  async list(
    @RouteInput() { query }: Input<typeof routes.listPayouts>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.payouts.list(id, query));
  }

  @RouteHandler(routes.bookingPayout)
  async ofBooking(
    @RouteInput() { params }: Input<typeof routes.bookingPayout>,
    @CurrentUser() { id }: Actor,
  ) {
    return { payout: await this.payouts.ofBooking(params.bookingId, id) };
  }

  @RouteHandler(routes.courtEarnings)
  byCourt(
    @RouteInput() { query }: Input<typeof routes.courtEarnings>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.payouts.byCourt(id, query.months);
  }

  @RouteHandler(routes.earningsCsv)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="earnings.csv"')
  csv(@RouteInput() { query }: Input<typeof routes.earningsCsv>, @CurrentUser() { id }: Actor) {
    return this.payouts.csv(id, query.year);
  }
}
