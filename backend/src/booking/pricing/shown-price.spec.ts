import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leastRate, priceGroups, shownCents, shownPriceOf } from './shown-price.js';

const salesTax = { name: 'Sales tax', rate: 800 };
const policy = {
  feeShare: 1_000,
  eliteFeeShare: 500,
  payoutShare: 9_900,
  cities: {
    Austin: { tax: { ...salesTax, included: false }, allInPrices: true },
    'Palm Beach': { tax: { ...salesTax, included: true }, allInPrices: true },
    'Beverly Hills': { tax: null, allInPrices: true },
    Scottsdale: { tax: { ...salesTax, included: false }, allInPrices: false },
  },
};

describe('the price that lists show', () => {
  it.each([
    ['Austin, TX', '356.40', 'incl. fees and tax'],
    ['Palm Beach', '330.00', 'incl. fees and tax'],
    ['Beverly Hills', '330.00', 'incl. fees'],
    ['Scottsdale', '300.00', null],
    ['Paradise Valley', '300.00', null],
  ])('in %s is $%s for a rate of $300', (location, amount, note) =>
    expect(shownPriceOf({ rateCents: 30_000, location }, policy)).toEqual({ amount, note }),
  );

  it('includes the member fee for a member', () =>
    expect(shownPriceOf({ rateCents: 30_000, location: 'Austin' }, policy, true).amount).toBe(
      '340.20',
    ));

  it('is the rate if no city has all-in prices', () => {
    const [group, ...others] = priceGroups({ ...policy, cities: {} });
    expect(others).toEqual([]);
    expect(group!.courts).toEqual({});
    expect(group!.priceAt(30_000)).toBe(30_000);
  });
});

describe('the court groups with a common displayed price', () => {
  const groups = priceGroups(policy);

  it('are the cities with all-in prices and all other courts', () =>
    expect(groups.map(({ courts }) => courts)).toEqual([
      { city: { $nin: ['austin', 'palm beach', 'beverly hills'] } },
      { city: 'austin' },
      { city: 'palm beach' },
      { city: 'beverly hills' },
    ]));

  it('give the lowest rate for a price, and a higher price for a higher rate', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...groups),
        fc.integer({ min: 0, max: 1_200_000 }),
        (group, priceCents) => {
          const rateCents = leastRate(group, priceCents);
          expect(group.priceAt(rateCents)).toBeGreaterThanOrEqual(priceCents);
          if (rateCents > 0) expect(group.priceAt(rateCents - 1)).toBeLessThan(priceCents);
          expect(group.priceAt(rateCents + 1)).toBeGreaterThan(group.priceAt(rateCents));
        },
      ),
    ));

  it('show the prices of their cities', () =>
    expect(groups[1]!.priceAt(30_000)).toBe(shownCents(30_000, 'Austin', policy)));
});
