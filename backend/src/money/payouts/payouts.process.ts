import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { UserEvent } from '../../people/identity/user.events.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { ReadAccountCommand } from './accounts.commands.js';
import { type AccountJobData, accountJob, accountsProcess } from './account-job.js';
import { canBePaid } from './payout-account.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import type { PayoutEvent } from './payout.events.js';
import type { PayoutHoldEvent } from './payout-hold.events.js';
import { PayHostCommand, SettlePayoutCommand } from './payouts.commands.js';
import { type PlatformBalanceJobData, platformPayoutsProcess } from './platform-payout-job.js';
import { RecordPlatformPayoutsCommand } from './platform-payouts.commands.js';
import { RecordPlatformTransactionsCommand } from './platform-transactions.commands.js';
import { type PayoutDocument, payouts } from './payouts.projection.js';

type PayoutJobData = Readonly<{ bookingId: string } | { hostId: string }>;

/** Sweeps look this far ahead, but a host is never paid early. */
const LOOKAHEAD_MS = 30 * MINUTE_MS;

const sweepStart = (sweepEnd: string) =>
  new Date(Date.parse(sweepEnd) - LOOKAHEAD_MS).toISOString();

type HostStandingEvent = Extract<UserEvent, { type: 'RoleGranted' | 'SuspensionLifted' }>;

/** Pays hosts when payouts are due, and after changes to a payment, an account, or a host. */
export const payoutsProcess = defineProcess<
  PaymentEvent | PayoutAccountEvent | PayoutHoldEvent | PayoutEvent | HostStandingEvent,
  PayoutJobData,
  Pick<PayoutDocument, 'hostId' | 'dueAt'>
>({
  name: 'payouts',
  queue: 'money',
  handles: [
    'PaymentRefundOrdered',
    'PaymentRefunded',
    'PaymentDisputeClosed',
    'PaymentSettledOtherwise',
    'PayoutAccountChanged',
    'PayoutReleased',
    'PayoutOffset',
    'PayoutAdjusted',
    'PayoutRetryOrdered',
    'RoleGranted',
    'SuspensionLifted',
  ],
  react({ id, type, data }) {
    const payoutJob = (data: PayoutJobData) => [{ id: `payout.${id}`, due: null, data }];
    if (type === 'SuspensionLifted') return payoutJob({ hostId: data.userId });
    if (type === 'RoleGranted')
      return data.role === 'host' ? payoutJob({ hostId: data.userId }) : [];
    if (type === 'PayoutOffset') return payoutJob({ bookingId: data.debtBookingId });
    if ('bookingId' in data && data.bookingId) return payoutJob({ bookingId: data.bookingId });
    if (type === 'PayoutReleased') return payoutJob({ hostId: data.hostId });
    return 'transfers' in data && canBePaid(data) ? payoutJob({ hostId: data.hostId }) : [];
  },
  sweep: {
    readModel: payouts,
    filters: (sweepEnd) => [{ dueAt: { $lte: sweepStart(sweepEnd) } }],
    fields: ['hostId', 'dueAt'],
    jobs: ({ hostId, dueAt }) => [{ id: `payout.${hostId}`, due: dueAt, data: { hostId } }],
  },
  command: (data, context) =>
    'hostId' in data
      ? new PayHostCommand({ hostId: data.hostId }, context)
      : new SettlePayoutCommand({ bookingId: data.bookingId }, context),
});

/**
 * Reads a host's account after each successful or refused transfer, in case a webhook was lost or
 * late. Also runs jobs from webhooks, from the nightly check, and from hosts who request a check.
 */
export const payoutAccountsProcess = defineProcess<
  Extract<PayoutEvent, { type: 'PayoutRefused' | 'PayoutTransferred' }>,
  AccountJobData,
  never
>({
  ...accountsProcess,
  handles: ['PayoutRefused', 'PayoutTransferred'],
  react: ({ id, type, data }) =>
    type === 'PayoutRefused' && data.step === 'reverse'
      ? []
      : [accountJob(id, { hostId: data.hostId, accountId: null })],
  command: (accountJobData, context) => new ReadAccountCommand(accountJobData, context),
});

/** Only webhooks and the nightly check queue its jobs. */
export const platformPayouts = defineProcess<never, PlatformBalanceJobData, never>({
  ...platformPayoutsProcess,
  handles: [],
  react: () => [],
  command: (jobData, context) =>
    'newTransactions' in jobData
      ? new RecordPlatformTransactionsCommand({}, context)
      : new RecordPlatformPayoutsCommand(jobData, context),
});
