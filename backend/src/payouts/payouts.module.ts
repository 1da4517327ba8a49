import { Module } from '@nestjs/common';
import { AccountCalls } from './account-calls.service.js';
import { OpenPayoutAccountHandler, ReadAccountHandler } from './accounts.commands.js';
import { PayoutCalls } from './payout-calls.service.js';
import { PayHostHandler, SettlePayoutHandler } from './payouts.commands.js';
import { OrderRefundHandler } from './refunds.commands.js';
import { PayoutsController } from './payouts.controller.js';
import { PayoutQueries } from './payouts.queries.js';

/** How hosts are paid: their accounts at Stripe, and the transfers to them. */
@Module({
  controllers: [PayoutsController],
  providers: [
    OrderRefundHandler,
    ...[PayoutQueries, AccountCalls, PayoutCalls],
    ...[OpenPayoutAccountHandler, ReadAccountHandler, SettlePayoutHandler, PayHostHandler],
  ],
})
export class PayoutsModule {}
