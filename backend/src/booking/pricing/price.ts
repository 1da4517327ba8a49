import type { Policy } from '@courtly/contracts/policy';

/** Integer cents. The platform keeps what is left of the total, so that the parts always add up to it. */
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
 * The price of one hour: the rate plus the player's fee; the host's pay depends on the rate alone, so a member's lower fee
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
 * The shares that an agreed price was made with, in basis points, as its amounts tell them: those of its policy from a rate of
 * 100 dollars on, and below that as close as makes the same amounts of that rate again.
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
