import type { Policy } from '@courtly/contracts/policy';

/** Integer cents. The platform keeps the remainder, so the parts always add up to the total. */
export type Price = Readonly<{
  rateCents: number;
  feeCents: number;
  totalCents: number;
  payoutCents: number;
}>;

/** A share in basis points of an amount in cents, rounded half up. */
export const shareOf = (cents: number, basisPoints: number): number =>
  Math.floor((cents * basisPoints + 5_000) / 10_000);

/**
 * The rate plus the player's fee. The payout depends on the rate alone, so a member's lower fee
 * never cuts it (domain rules, G6 and "Money").
 */
export const priceOf = (
  rateCents: number,
  policy: Pick<Policy, 'feeShare' | 'eliteFeeShare' | 'payoutShare'>,
  elite: boolean,
): Price => {
  const feeCents = shareOf(rateCents, elite ? policy.eliteFeeShare : policy.feeShare);
  return {
    rateCents,
    feeCents,
    totalCents: rateCents + feeCents,
    payoutCents: shareOf(rateCents, policy.payoutShare),
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
  const share = (cents: number) => (rateCents === 0 ? 0 : Math.round((10_000 * cents) / rateCents));
  return {
    feeShare: share(feeCents),
    eliteFeeShare: share(feeCents),
    payoutShare: share(payoutCents),
  };
};
