import { type Payout, type Transfer, paidOutCents } from './payout.js';

const keptCents = ({ amountCents, reversals }: Transfer): number =>
  reversals.reduce((keptSoFar, reversal) => keptSoFar - reversal.amountCents, amountCents);

/** Describes each difference between the log and Stripe in one sentence. Amounts are cents. */
export const payoutDifferences = (
  loggedPayout: Payout,
  transfers: readonly Transfer[],
): string[] => {
  const transferId = loggedPayout.transfer?.transferId;
  const loggedTransfer = transfers.find((transfer) => transfer.transferId === transferId);
  const unloggedTransfers = transfers.filter((transfer) => transfer !== loggedTransfer);
  const [paidInLog, paidByStripe] = [
    paidOutCents(loggedPayout),
    loggedTransfer ? keptCents(loggedTransfer) : 0,
  ];
  return [
    ...(transferId && !loggedTransfer
      ? [`the log has transfer ${transferId}, but Stripe does not`]
      : []),
    ...unloggedTransfers.map(
      (transfer) => `Stripe has transfer ${transfer.transferId} that is not in the log`,
    ),
    ...(loggedTransfer && paidInLog !== paidByStripe
      ? [`the log paid the host ${paidInLog}, but Stripe paid ${paidByStripe}`]
      : []),
  ];
};
