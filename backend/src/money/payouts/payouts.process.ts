import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { ReadAccountCommand } from './accounts.commands.js';
import { type HostOfAccount, accountsProcess } from './account-job.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import { PayHostCommand, SettlePayoutCommand } from './payouts.commands.js';
import { type PayoutOfBooking, payouts } from './payouts.projection.js';

type Due = Readonly<{ bookingId: string } | { hostId: string }>;

/** How far ahead a sweep looks; a host is paid when the time has come, not before. */
const AHEAD_MS = 30 * MINUTE_MS;

const past = (until: string) => new Date(Date.parse(until) - AHEAD_MS).toISOString();

/**
 * Money moves to and from hosts by time, which the sweep tells, once for each host; and by what becomes of a payment or of
 * the host's account.
 */
export const payoutsProcess = defineProcess<
  PaymentEvent | PayoutAccountEvent,
  Due,
  Pick<PayoutOfBooking, 'hostId' | 'tryAt'>
>({
  name: 'payouts',
  queue: 'effects',
  handles: ['PaymentRefunded', 'PaymentDisputeClosed', 'PayoutAccountChanged'],
  react({ id, data }) {
    const job = (due: Due) => [{ id: `payout.${id}`, due: null, data: due }];
    if ('bookingId' in data) return job({ bookingId: data.bookingId });
    return 'transfers' in data && data.transfers === 'active' ? job({ hostId: data.hostId }) : [];
  },
  sweep: {
    readModel: payouts,
    filters: (until) => [{ tryAt: { $lte: past(until) } }],
    fields: ['hostId', 'tryAt'],
    jobs: ({ hostId, tryAt }) => [{ id: `payout.${hostId}`, due: tryAt, data: { hostId } }],
  },
  command: (due, context) =>
    'hostId' in due
      ? new PayHostCommand({ hostId: due.hostId }, context)
      : new SettlePayoutCommand({ bookingId: due.bookingId }, context),
});

/** Who hears of an account asks for it to be read. */
export const payoutAccountsProcess = defineProcess<never, HostOfAccount, never>({
  ...accountsProcess,
  handles: [],
  react: () => [],
  command: ({ hostId, accountId }, context) =>
    new ReadAccountCommand({ hostId, accountId }, context),
});
