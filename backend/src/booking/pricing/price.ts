import type { Policy } from '@courtly/contracts/policy';
import { toCents } from '@courtly/contracts/wire';

/** Integer cents. The platform keeps the remainder, so the parts always add up to the total. */
export type Price = Readonly<{
  rateCents: number;
  feeCents: number;
  totalCents: number;
  payoutCents: number;
}>;

/** A share in basis points of an amount in cents, rounded half up. */
export const shareOfCents = (amountCents: number, basisPoints: number): number =>
  Math.floor((amountCents * basisPoints + 5_000) / 10_000);

/**
 * The rate plus the player's fee. The payout depends on the rate alone, so a member's lower fee
 * never cuts it (domain rules, G6 and "Money").
 */
export const priceOf = (
  rateCents: number,
  pricePolicy: Pick<Policy, 'feeShare' | 'eliteFeeShare' | 'payoutShare'>,
  isEliteMember: boolean,
): Price => {
  const feeCents = shareOfCents(
    rateCents,
    isEliteMember ? pricePolicy.eliteFeeShare : pricePolicy.feeShare,
  );
  return {
    rateCents,
    feeCents,
    totalCents: rateCents + feeCents,
    payoutCents: shareOfCents(rateCents, pricePolicy.payoutShare),
  };
};

/**
 * The shares (basis points) that reproduce an agreed price. From a rate of $100 they equal the
 * policy's.
 */
export const agreedShares = ({
  rateCents,
  feeCents,
  payoutCents,
}: Omit<Price, 'totalCents'>): Pick<Policy, 'feeShare' | 'eliteFeeShare' | 'payoutShare'> => {
  const basisPointsOf = (amountCents: number) =>
    rateCents === 0 ? 0 : Math.round((10_000 * amountCents) / rateCents);
  return {
    feeShare: basisPointsOf(feeCents),
    eliteFeeShare: basisPointsOf(feeCents),
    payoutShare: basisPointsOf(payoutCents),
  };
};

/** Whether the price that a client showed, in dollars, is still right. A client may omit it. */
export const isCurrentPrice = (
  shownAmount: string | number | undefined,
  currentCents: number,
): boolean => shownAmount === undefined || toCents(Number(shownAmount).toFixed(2)) === currentCents;
