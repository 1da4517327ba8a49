import { ConductPolicy, HostApprovalPolicy } from '@courtly/contracts/policy';
import { alarms } from '../../src/across/notifications/alarms.projection.js';
import {
  SendAccountEmailCommand,
  SendBookingEmailCommand,
} from '../../src/across/notifications/notification-emails.commands.js';
import {
  accountMails,
  alarmMails,
  bookingMails,
  moneyAlarms,
  moneyMails,
} from '../../src/across/notifications/notifications.process.js';
import { notifications } from '../../src/across/notifications/notifications.projection.js';
import {
  PassDeadlineCommand,
  PassDeadlineHandler,
} from '../../src/booking/bookings/bookings.commands.js';
import { bookingDeadlines } from '../../src/booking/bookings/bookings.process.js';
import { bookings } from '../../src/booking/bookings/bookings.projection.js';
import {
  AnswerIncidentCommand,
  AnswerIncidentHandler,
  DecideIncidentCommand,
  DecideIncidentHandler,
  PassIncidentDeadlineCommand,
  PassIncidentDeadlineHandler,
  ReportIncidentCommand,
  ReportIncidentHandler,
} from '../../src/across/incidents/incidents.commands.js';
import {
  incidentDeadlines,
  incidentSettlement,
} from '../../src/across/incidents/incidents.process.js';
import { incidents } from '../../src/across/incidents/incidents.projection.js';
import {
  DeclineMoveCommand,
  DeclineMoveHandler,
} from '../../src/across/incidents/move-hour.commands.js';
import {
  SettleIncidentCommand,
  SettleIncidentHandler,
} from '../../src/across/incidents/settle-incident.commands.js';
import type { Weather } from '../../src/across/incidents/weather.service.js';
import type { Config } from '../../src/config.js';
import { StripeCustomers } from '../../src/money/cards/customers.service.js';
import { journal } from '../../src/money/ledger/journal.projection.js';
import { AccountCalls } from '../../src/money/payouts/account-calls.service.js';
import {
  ReadAccountCommand,
  ReadAccountHandler,
} from '../../src/money/payouts/accounts.commands.js';
import { PayoutCalls } from '../../src/money/payouts/payout-calls.service.js';
import { payoutHolds } from '../../src/money/payouts/payout-holds.projection.js';
import {
  PayHostCommand,
  PayHostHandler,
  SettlePayoutCommand,
  SettlePayoutHandler,
} from '../../src/money/payouts/payouts.commands.js';
import {
  payoutAccountsProcess,
  payoutsProcess,
  platformPayouts,
} from '../../src/money/payouts/payouts.process.js';
import {
  RecordPlatformPayoutsCommand,
  RecordPlatformPayoutsHandler,
} from '../../src/money/payouts/platform-payouts.commands.js';
import {
  AdjustPayoutCommand,
  AdjustPayoutHandler,
} from '../../src/money/payouts/payout-orders.commands.js';
import { payouts } from '../../src/money/payouts/payouts.projection.js';
import {
  OrderRefundCommand,
  OrderRefundHandler,
} from '../../src/money/payouts/refunds.commands.js';
import {
  RetryPaymentCommand,
  RetryPaymentHandler,
  SettleOtherwiseCommand,
  SettleOtherwiseHandler,
} from '../../src/money/settlement/exceptions.commands.js';
import { obligations } from '../../src/money/settlement/obligations.projection.js';
import {
  SettleBookingCommand,
  SettleBookingHandler,
  SettleIntentCommand,
  SettleIntentHandler,
} from '../../src/money/settlement/settlement.commands.js';
import { settlement } from '../../src/money/settlement/settlement.process.js';
import { StripeCalls } from '../../src/money/settlement/stripe-calls.service.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import type { AnyProjection } from '../../src/platform/projections/projection.js';
import { alarmHandler } from './alarm-handler.js';
import type { ProcessParts } from './simulated-courtly.js';

export const moneyProcesses = [
  bookingDeadlines,
  incidentDeadlines,
  incidentSettlement,
  settlement,
  payoutsProcess,
  payoutAccountsProcess,
  platformPayouts,
  moneyAlarms,
  bookingMails,
  moneyMails,
  accountMails,
  alarmMails,
] as unknown as readonly AnyProcess[];
export const moneyProjections = [
  bookings,
  incidents,
  obligations,
  payouts,
  payoutHolds,
  journal,
  notifications,
  alarms,
] as unknown as readonly AnyProjection[];

/** The handlers of one process. Each email is added to `emails` as its recipient and type. */
export const createMoneyHandlers = (
  { commands, streams, stripeClient, readModels, commandBus, ids }: ProcessParts,
  emails: string[],
) => {
  const stripeCalls = new StripeCalls(
    stripeClient,
    new StripeCustomers(commands, streams, stripeClient),
  );
  const accountCalls = new AccountCalls(stripeClient, {} as Config);
  const payoutCalls = new PayoutCalls(stripeClient);
  const config = {
    policy: {
      id: 'standard-1',
      conduct: ConductPolicy.parse({ weatherMoveMinutes: 120 }),
      hostApproval: HostApprovalPolicy.parse({}),
    },
  } as Config;
  return new Map<unknown, { execute(command: never): Promise<unknown> }>([
    [PassDeadlineCommand, new PassDeadlineHandler(commands)],
    [ReportIncidentCommand, new ReportIncidentHandler(commands, streams, {} as Weather, config)],
    [AnswerIncidentCommand, new AnswerIncidentHandler(commands, streams)],
    [DecideIncidentCommand, new DecideIncidentHandler(commands)],
    [PassIncidentDeadlineCommand, new PassIncidentDeadlineHandler(commands, streams)],
    [DeclineMoveCommand, new DeclineMoveHandler(commands)],
    [SettleIncidentCommand, new SettleIncidentHandler(commands, streams, ids, config)],
    [SettleBookingCommand, new SettleBookingHandler(commands, streams, stripeCalls)],
    [SettleIntentCommand, new SettleIntentHandler(commandBus, stripeCalls)],
    [
      SettlePayoutCommand,
      new SettlePayoutHandler(commands, streams, readModels, payoutCalls, config),
    ],
    [PayHostCommand, new PayHostHandler(commandBus, streams, readModels, commands, config)],
    [ReadAccountCommand, new ReadAccountHandler(commands, streams, accountCalls)],
    [RecordPlatformPayoutsCommand, new RecordPlatformPayoutsHandler(commands, stripeClient)],
    [RetryPaymentCommand, new RetryPaymentHandler(commands, streams, ids)],
    [SettleOtherwiseCommand, new SettleOtherwiseHandler(commands, streams, ids)],
    [OrderRefundCommand, new OrderRefundHandler(commands, streams, ids)],
    [AdjustPayoutCommand, new AdjustPayoutHandler(commands, streams, ids)],
    alarmHandler({ commands }),
    [
      SendAccountEmailCommand,
      {
        execute: async ({ input: { personId, type } }: SendAccountEmailCommand) =>
          emails.push(`${personId} ${type}`),
      },
    ],
    [
      SendBookingEmailCommand,
      {
        execute: async ({ input: { personId, type } }: SendBookingEmailCommand) =>
          emails.push(`${personId} ${type}`),
      },
    ],
  ]);
};
