import { type Payout, type Transfer, paidOut } from './payout.js';

const leftOf = ({ amountCents, reversals }: Transfer): number =>
  reversals.reduce((left, one) => left - one.amountCents, amountCents);

/** Where the log and Stripe say different things of what a host was paid, a sentence each; amounts are cents. */
export const payoutDifferences = (noted: Payout, transfers: readonly Transfer[]): string[] => {
  const transferId = noted.transfer?.transferId;
  const known = transfers.find((one) => one.transferId === transferId);
  const unknown = transfers.filter((one) => one !== known);
  const [paid, paidAtStripe] = [paidOut(noted), known ? leftOf(known) : 0];
  return [
    ...(transferId && !known ? [`the log has transfer ${transferId}, and Stripe does not`] : []),
    ...unknown.map((one) => `Stripe has transfer ${one.transferId} that the log does not know`),
    ...(known && paid !== paidAtStripe
      ? [`the host has ${paid} by the log, and ${paidAtStripe} by Stripe`]
      : []),
  ];
};
