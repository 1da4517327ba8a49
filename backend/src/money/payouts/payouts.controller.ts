import { payoutRoutes as routes } from '@courtly/contracts/payouts';
import { adminMoneyRoutes } from '@courtly/contracts/admin-money';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(adminMoneyRoutes.refundByHand)
  refundByHand(
    @Received() { params, body }: Input<typeof adminMoneyRoutes.refundByHand>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new OrderRefundCommand({ bookingId: params.bookingId, wanted: body }, context),
    );
  }

  @Handles(routes.showPayoutAccount)
  account(@Caller() { id }: Actor) {
    return this.payouts.account(id);
  }

  @Handles(routes.openPayoutAccount)
  @Header('Cache-Control', 'private, no-store')
  open(@Given() context: CommandContext) {
    return this.commands.execute(new OpenPayoutAccountCommand({}, context));
  }

  @Handles(routes.checkPayoutAccount)
  check(@Given() { actor, commandId }: CommandContext) {
    return this.queues.add(accountsProcess, [
      accountJob(commandId, { hostId: actor.id, accountId: null }),
    ]);
  }

  @Handles(routes.listPayouts)
  async list(
    @Received() { query }: Input<typeof routes.listPayouts>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.payouts.list(id, query));
  }

  @Handles(routes.bookingPayout)
  async ofBooking(
    @Received() { params }: Input<typeof routes.bookingPayout>,
    @Caller() { id }: Actor,
  ) {
    return { payout: await this.payouts.ofBooking(params.bookingId, id) };
  }

  @Handles(routes.courtEarnings)
  byCourt(@Received() { query }: Input<typeof routes.courtEarnings>, @Caller() { id }: Actor) {
    return this.payouts.byCourt(id, query.months);
  }

  @Handles(routes.earningsCsv)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="earnings.csv"')
  csv(@Received() { query }: Input<typeof routes.earningsCsv>, @Caller() { id }: Actor) {
    return this.payouts.csv(id, query.year);
  }
}
