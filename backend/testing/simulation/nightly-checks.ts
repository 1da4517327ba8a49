import {
  CheckMoneyCommand,
  SettleRecentEventsCommand,
  SettleRecentEventsHandler,
} from '../../src/across/money-checks/check-money.commands.js';
import { ALL_CHECKS, moneyChecks } from '../../src/across/money-checks/money-checks.js';
import { moneyChecksProcess } from '../../src/across/money-checks/money-checks.process.js';
import { moneyChecksProjection } from '../../src/across/money-checks/money-checks.projection.js';
import { RecentStripeEvents } from '../../src/across/money-checks/recent-stripe-events.service.js';
import type { Config } from '../../src/config.js';
import { payoutAccounts } from '../../src/money/payouts/payout-accounts.projection.js';
import { RecordPlatformTransactionsCommand } from '../../src/money/payouts/platform-transactions.commands.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import type { Queues } from '../../src/platform/processes/queues.js';
import type { AnyProjection } from '../../src/platform/projections/projection.js';
import type { ProcessParts } from './simulated-courtly.js';

export const nightlyProcess = moneyChecksProcess as unknown as AnyProcess;
export const nightlyProjections = [
  moneyChecksProjection,
  payoutAccounts,
] as unknown as readonly AnyProjection[];

export const isOfNightlyCheck = ({ type }: RecordedEvent): boolean =>
  type === 'StripeEventsRead' || type === 'MoneyChecked';

/**
 * The handlers of the nightly pass over Stripe's events. The checks themselves would find nothing
 * here, because each simulation ends with them.
 */
export const nightlyHandlers = (
  { commands, streams, stripeClient, readModels }: ProcessParts,
  queues: Queues,
) => {
  const stripeEvents = new RecentStripeEvents(stripeClient, queues, readModels, {} as Config);
  const recordCheck = async ({ context }: CheckMoneyCommand) => {
    const data = { since: context.at, findings: [], waiting: [], checkedAt: context.at };
    await commands.handle(moneyChecks, ALL_CHECKS, { type: 'RecordCheck', data }, context);
  };
  return [
    [
      SettleRecentEventsCommand,
      new SettleRecentEventsHandler(stripeClient, stripeEvents, streams, commands),
    ],
    [CheckMoneyCommand, { execute: recordCheck }],
    // Nothing here makes Stripe charge fees or hold reserves.
    [RecordPlatformTransactionsCommand, { execute: async () => undefined }],
  ] as const;
};
