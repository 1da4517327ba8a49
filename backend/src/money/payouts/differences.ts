import { type Payout, type Transfer, leftOfTransfer } from './payout.js';

const leftAtStripe = ({ amountCents, reversals }: Transfer): number =>
  reversals.reduce((left, reversal) => left - reversal.amountCents, amountCents);

/** Describes each difference between the log and Stripe in one sentence. Amounts are cents. */
export const payoutDifferences = (
  { transfers: loggedTransfers }: Payout,
  transfers: readonly Transfer[],
): string[] => [
  ...Object.keys(loggedTransfers)
    .filter((loggedId) => !transfers.some(({ transferId }) => transferId === loggedId))
    .map((loggedId) => `the log has transfer ${loggedId}, but Stripe does not`),
  ...transfers.flatMap((transfer) => {
    const { transferId } = transfer;
    const loggedTransfer = loggedTransfers[transferId];
    if (!loggedTransfer) return [`Stripe has transfer ${transferId} that is not in the log`];
    const [paidInLog, paidByStripe] = [leftOfTransfer(loggedTransfer), leftAtStripe(transfer)];
    return paidInLog === paidByStripe
      ? []
      : [`the log paid the host ${paidInLog}, but Stripe paid ${paidByStripe}`];
  }),
];
