import type { CityTax, Policy } from '@courtly/contracts/policy';
import { shareOfCents } from '@courtly/contracts/shares';
import { toCents } from '@courtly/contracts/wire';
import { taxOn } from './tax.js';

/**
 * All amounts are integer cents. The total is the rate plus the fee, plus the tax unless it is
 * included. The platform keeps the remainder, so the parts always add up to the total.
 */
export type Price = Readonly<{
  rateCents: number;
  feeCents: number;
  taxCents: number;
  totalCents: number;
  payoutCents: number;
}>;

/**
 * The price is the rate, the player's fee, and the tax on both. The payout depends only on the
 * rate, so neither a member's lower fee nor a tax reduces it (domain rules, G6 and "Money").
 */
export const priceOf = (
  rateCents: number,
  pricePolicy: Pick<Policy, 'feeShare' | 'eliteFeeShare' | 'payoutShare'>,
  isEliteMember: boolean,
  tax: Pick<CityTax, 'rate' | 'included'> | null,
): Price => {
  const feeCents = shareOfCents(
    rateCents,
    isEliteMember ? pricePolicy.eliteFeeShare : pricePolicy.feeShare,
  );
  const taxCents = taxOn(rateCents + feeCents, tax);
  return {
    rateCents,
    feeCents,
    taxCents,
    totalCents: rateCents + feeCents + (tax?.included ? 0 : taxCents),
    payoutCents: shareOfCents(rateCents, pricePolicy.payoutShare),
  };
};

/**
 * The shares (in basis points) that reproduce an agreed price. For rates of at least $100, they
 * equal those of the policy.
 */
export const agreedShares = ({
  rateCents,
  feeCents,
  payoutCents,
}: Omit<Price, 'taxCents' | 'totalCents'>): Pick<
  Policy,
  'feeShare' | 'eliteFeeShare' | 'payoutShare'
> => {
  const basisPointsOf = (amountCents: number) =>
    rateCents === 0 ? 0 : Math.round((10_000 * amountCents) / rateCents);
  return {
    feeShare: basisPointsOf(feeCents),
    eliteFeeShare: basisPointsOf(feeCents),
    payoutShare: basisPointsOf(payoutCents),
  };
};

/**
 * Whether the price that a client displayed, in dollars, is still correct. A client may omit it.
 */
export const isCurrentPrice = (
  shownAmount: string | number | undefined,
  currentCents: number,
): boolean => shownAmount === undefined || toCents(Number(shownAmount).toFixed(2)) === currentCents;
