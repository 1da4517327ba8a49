import type { BookingTax, CityPolicy, CityTax, Policy } from '@courtly/contracts/policy';
import { searchable } from '@courtly/contracts/text';

/**
 * The city in a court's location, without its state and as searches compare it: `austin` for
 * `Austin, TX`.
 */
export const cityNameOf = (location: string): string => searchable(location.split(',')[0]!);

/** The policy values for the city of a court; null if there are none. */
export const cityPolicyOf = (
  { cities }: Pick<Policy, 'cities'>,
  location: string,
): (CityPolicy & Readonly<{ city: string }>) | null => {
  const cityName = cityNameOf(location);
  const city = Object.keys(cities).find((name) => cityNameOf(name) === cityName);
  return city === undefined ? null : { city, ...cities[city]! };
};

/** The tax that becomes part of a new booking in a city. */
export const bookingTaxOf = (
  policy: Pick<Policy, 'cities'>,
  location: string,
): BookingTax | null => {
  const cityPolicy = cityPolicyOf(policy, location);
  return cityPolicy?.tax ? { city: cityPolicy.city, ...cityPolicy.tax } : null;
};

/** A fraction of an amount in cents, rounded half up. All arguments are integers. */
const fractionOf = (amountCents: number, numerator: number, denominator: number): number =>
  Math.floor((2 * amountCents * numerator + denominator) / (2 * denominator));

/**
 * The tax on a price in cents, rounded half up to the cent: either added to the price, or the part
 * of it that is tax.
 */
export const taxOn = (priceCents: number, tax: Pick<CityTax, 'rate' | 'included'> | null): number =>
  tax ? fractionOf(priceCents, tax.rate, tax.included ? 10_000 + tax.rate : 10_000) : 0;

/**
 * The tax within the part of the total that is not refunded, rounded half up. The rest of the tax
 * is refunded, so the two always add up to the whole tax.
 */
export const taxWithin = (
  keptCents: number,
  { totalCents, taxCents }: Readonly<{ totalCents: number; taxCents: number }>,
): number => (totalCents === 0 ? 0 : fractionOf(keptCents, taxCents, totalCents));
