import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { ReadAccountCommand } from './accounts.commands.js';
import { type AccountJobData, accountJob, accountsProcess } from './account-job.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import type { PayoutEvent } from './payout.events.js';
import type { PayoutHoldEvent } from './payout-hold.events.js';
import { PayHostCommand, SettlePayoutCommand } from './payouts.commands.js';
import { type PayoutDocument, payouts } from './payouts.projection.js';

type PayoutJobData = Readonly<{ bookingId: string } | { hostId: string }>;

/** Sweeps look this far ahead, but a host is never paid early. */
const LOOKAHEAD_MS = 30 * MINUTE_MS;

const sweepStart = (sweepEnd: string) =>
  new Date(Date.parse(sweepEnd) - LOOKAHEAD_MS).toISOString();

/** Pays hosts when payouts are due, and after changes to a payment or account. */
export const payoutsProcess = defineProcess<
  PaymentEvent | PayoutAccountEvent | PayoutHoldEvent | PayoutEvent,
  PayoutJobData,
  Pick<PayoutDocument, 'hostId' | 'tryAt'>
>({
  name: 'payouts',
  queue: 'effects',
  handles: [
    'PaymentRefundOrdered',
    'PaymentRefunded',
    'PaymentDisputeClosed',
    'PayoutAccountChanged',
    'PayoutReleased',
    'PayoutOffset',
  ],
  react({ id, type, data }) {
    const payoutJob = (data: PayoutJobData) => [{ id: `payout.${id}`, due: null, data }];
    if (type === 'PayoutOffset') return payoutJob({ bookingId: data.debtBookingId });
    if ('bookingId' in data && data.bookingId) return payoutJob({ bookingId: data.bookingId });
    if (type === 'PayoutReleased') return payoutJob({ hostId: data.hostId });
    return 'transfers' in data && data.transfers === 'active'
      ? payoutJob({ hostId: data.hostId })
      : [];
  },
  sweep: {
    readModel: payouts,
    filters: (sweepEnd) => [{ tryAt: { $lte: sweepStart(sweepEnd) } }],
    fields: ['hostId', 'tryAt'],
    jobs: ({ hostId, tryAt }) => [{ id: `payout.${hostId}`, due: tryAt, data: { hostId } }],
  },
  command: (data, context) =>
    'hostId' in data
      ? new PayHostCommand({ hostId: data.hostId }, context)
      : new SettlePayoutCommand({ bookingId: data.bookingId }, context),
});

/**
 * Reads a host's account after a refused transfer, in case a webhook was lost, and runs jobs from
 * webhooks and the host's own check.
 */
export const payoutAccountsProcess = defineProcess<
  Extract<PayoutEvent, { type: 'PayoutRefused' }>,
  AccountJobData,
  never
>({
  ...accountsProcess,
  handles: ['PayoutRefused'],
  react: ({ id, data: { step, hostId } }) =>
    step === 'transfer' ? [accountJob(id, { hostId, accountId: null })] : [],
  command: ({ hostId, accountId }, context) =>
    new ReadAccountCommand({ hostId, accountId }, context),
});
