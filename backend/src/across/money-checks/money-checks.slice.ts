import { defineSlice } from '../../platform/slice.js';
import { MoneyReconciliation } from '../../verify/reconciliation/reconciliation.service.js';
import {
  AcknowledgeFindingHandler,
  CheckMoneyHandler,
  SettleRecentEventsHandler,
} from './check-money.commands.js';
import { moneyCheckEvents } from './money-check.events.js';
import { MoneyChecksController } from './money-checks.controller.js';
import { moneyChecksProcess } from './money-checks.process.js';
import { moneyChecksProjection } from './money-checks.projection.js';
import { MoneyCheckQueries } from './money-checks.queries.js';
import { RecentStripeEvents } from './recent-stripe-events.service.js';

/** The nightly checks of the log and of Stripe, and the findings that were explained. */
export const moneyChecks = defineSlice({
  name: 'moneyChecks',
  controllers: [MoneyChecksController],
  providers: [
    AcknowledgeFindingHandler,
    CheckMoneyHandler,
    MoneyCheckQueries,
    MoneyReconciliation,
    RecentStripeEvents,
    SettleRecentEventsHandler,
  ],
  events: [moneyCheckEvents],
  projections: [moneyChecksProjection],
  processes: [moneyChecksProcess],
});
