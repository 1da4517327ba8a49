import { formatCents } from '@courtly/contracts/amount';
import type { Transfer } from './payout.js';
import type { PayoutEvent } from './payout.events.js';
import { differencesById } from '../settlement/differences.js';

/**
 * The transfers of one booking in the log, by id. Amounts are cents. `reversals` are by id, too.
 */
export type LoggedTransfers = Readonly<
  Record<
    string,
    Readonly<{
      accountId: string;
      amountCents: number;
      reversals: Readonly<Record<string, number>>;
    }>
  >
>;

export const loggedTransfersAfter = (
  transfers: LoggedTransfers,
  { type, data }: PayoutEvent,
): LoggedTransfers => {
  if (type === 'PayoutTransferred') {
    const { transferId, accountId, amountCents } = data;
    return { ...transfers, [transferId]: { accountId, amountCents, reversals: {} } };
  }
  if (type !== 'PayoutReversed') return transfers;
  const { transferId, reversalId, amountCents } = data;
  const transfer = transfers[transferId] ?? { accountId: '', amountCents: 0, reversals: {} };
  const reversals = { ...transfer.reversals, [reversalId]: amountCents };
  return { ...transfers, [transferId]: { ...transfer, reversals } };
};

/** Describes each difference between the log and Stripe in one sentence. */
export const payoutDifferences = (
  loggedTransfers: LoggedTransfers,
  stripeTransfers: readonly Transfer[],
): string[] => {
  const transfersById = Object.fromEntries(
    stripeTransfers.map((transfer) => [transfer.transferId, transfer]),
  );
  const describeTransfer = ({
    amountCents,
    accountId,
  }: Readonly<{ amountCents: number; accountId: string }>) =>
    `${formatCents(amountCents)} to ${accountId}`;
  return [
    ...differencesById('transfer', loggedTransfers, transfersById, describeTransfer),
    ...stripeTransfers.flatMap(({ transferId, reversals }) =>
      differencesById(
        'reversal',
        loggedTransfers[transferId]?.reversals ?? {},
        Object.fromEntries(
          reversals.map(({ reversalId, amountCents }) => [reversalId, amountCents]),
        ),
        (cents) => formatCents(cents),
      ),
    ),
  ];
};
