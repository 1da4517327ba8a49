import type { ShownPrice } from '@courtly/contracts/courts';
import type { Policy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { priceOf } from './price.js';
import { bookingTaxOf, cityNameOf, cityPolicyOf } from './tax.js';

export type PricePolicy = Pick<Policy, 'feeShare' | 'eliteFeeShare' | 'payoutShare' | 'cities'>;

/**
 * The price of one hour in lists, in cents. Usually the rate; in cities with all-in prices,
 * everything that a player without Elite pays, because all readers share the lists.
 */
export const shownCents = (
  rateCents: number,
  location: string,
  pricePolicy: PricePolicy,
  isEliteMember = false,
): number =>
  cityPolicyOf(pricePolicy, location)?.allInPrices
    ? priceOf(rateCents, pricePolicy, isEliteMember, bookingTaxOf(pricePolicy, location)).totalCents
    : rateCents;

export const shownPriceOf = (
  { rateCents, location }: Readonly<{ rateCents: number; location: string }>,
  pricePolicy: PricePolicy,
  isEliteMember = false,
): ShownPrice => {
  const cityPolicy = cityPolicyOf(pricePolicy, location);
  const allInNote = cityPolicy?.tax ? 'incl. fees and tax' : 'incl. fees';
  return {
    amount: toMoney(shownCents(rateCents, location, pricePolicy, isEliteMember)),
    note: cityPolicy?.allInPrices ? allInNote : null,
  };
};

/** Courts whose displayed price depends only on the rate and increases with it. */
export type PriceGroup = Readonly<{
  courts: Readonly<{ city?: string | Readonly<{ $nin: readonly string[] }> }>;
  priceAt(rateCents: number): number;
}>;

/** One group for each city with all-in prices, and one for all other courts. */
export const priceGroups = (pricePolicy: PricePolicy): PriceGroup[] => {
  const cities = Object.keys(pricePolicy.cities).filter(
    (city) => pricePolicy.cities[city]!.allInPrices,
  );
  const others = { city: { $nin: cities.map(cityNameOf) } };
  return [
    { courts: cities.length > 0 ? others : {}, priceAt: (rateCents) => rateCents },
    ...cities.map((city) => ({
      courts: { city: cityNameOf(city) },
      priceAt: (rateCents: number) => shownCents(rateCents, city, pricePolicy),
    })),
  ];
};

/**
 * The lowest rate (in cents) whose displayed price is at least `priceCents`. A displayed price is
 * never below its rate.
 */
export const leastRate = ({ priceAt }: PriceGroup, priceCents: number): number => {
  let [low, high] = [0, Math.max(0, priceCents)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (priceAt(middle) >= priceCents) high = middle;
    else low = middle + 1;
  }
  return low;
};
