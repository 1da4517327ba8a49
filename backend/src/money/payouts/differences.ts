import { type Payout, type Transfer, paidOutCents } from './payout.js';

const keptCents = ({ amountCents, reversals }: Transfer): number =>
  reversals.reduce((keptSoFar, reversal) => keptSoFar - reversal.amountCents, amountCents);

/** Where the log and Stripe say different things of what a host was paid, a sentence each; amounts are cents. */
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
      ? [`the log has transfer ${transferId}, and Stripe does not`]
      : []),
    ...unloggedTransfers.map(
      (transfer) => `Stripe has transfer ${transfer.transferId} that the log does not know`,
    ),
    ...(loggedTransfer && paidInLog !== paidByStripe
      ? [`the host has ${paidInLog} by the log, and ${paidByStripe} by Stripe`]
      : []),
  ];
};
