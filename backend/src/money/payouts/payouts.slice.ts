import { defineSlice } from '../../platform/slice.js';
import { AccountCalls } from './account-calls.service.js';
import { OpenPayoutAccountHandler, ReadAccountHandler } from './accounts.commands.js';
import { payoutAccountEvents } from './payout-account.events.js';
import { payoutAccounts } from './payout-accounts.projection.js';
import { PayoutCalls } from './payout-calls.service.js';
import { payoutHoldEvents } from './payout-hold.events.js';
import { ChangePayoutHoldHandler } from './payout-holds.commands.js';
import { payoutHolds } from './payout-holds.projection.js';
import { AdjustPayoutHandler, RetryPayoutHandler } from './payout-orders.commands.js';
import { payoutReminderEvents } from './payout-reminder.events.js';
import { payoutEvents } from './payout.events.js';
import { PayHostHandler, SettlePayoutHandler } from './payouts.commands.js';
import { PayoutsController } from './payouts.controller.js';
import { payoutAccountsProcess, payoutsProcess, platformPayouts } from './payouts.process.js';
import { payouts as projection } from './payouts.projection.js';
import { PayoutQueries } from './payouts.queries.js';
import { PlatformBalances } from './platform-balance.service.js';
import { platformCoverageEvents } from './platform-coverage.events.js';
import { platformPayoutEvents } from './platform-payout.events.js';
import { RecordPlatformPayoutsHandler } from './platform-payouts.commands.js';
import { platformTopUpEvents } from './platform-top-up.events.js';
import { platformTransactionEvents } from './platform-transaction.events.js';
import { RecordPlatformTransactionsHandler } from './platform-transactions.commands.js';
import { OrderRefundHandler } from './refunds.commands.js';

export const payouts = defineSlice({
  name: 'payouts',
  controllers: [PayoutsController],
  providers: [
    OrderRefundHandler,
    ChangePayoutHoldHandler,
    ...[AdjustPayoutHandler, RetryPayoutHandler],
    PlatformBalances,
    ...[RecordPlatformPayoutsHandler, RecordPlatformTransactionsHandler],
    ...[PayoutQueries, AccountCalls, PayoutCalls],
    ...[OpenPayoutAccountHandler, ReadAccountHandler, SettlePayoutHandler, PayHostHandler],
  ],
  events: [
    ...[payoutAccountEvents, payoutEvents, payoutHoldEvents, payoutReminderEvents],
    ...[platformPayoutEvents, platformTopUpEvents, platformTransactionEvents],
    platformCoverageEvents,
  ],
  projections: [projection, payoutAccounts, payoutHolds],
  processes: [payoutsProcess, payoutAccountsProcess, platformPayouts],
});
