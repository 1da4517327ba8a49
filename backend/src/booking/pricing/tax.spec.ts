import { describe, expect, it } from '@jest/globals';
import { Policy } from '@courtly/contracts/policy';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { priceOf } from './price.js';
import { bookingTaxOf, cityPolicyOf, taxOn, taxWithin } from './tax.js';

const shares = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };
const added = { rate: 800, included: false };
const included = { rate: 800, included: true };

describe('the price of a taxed hour', () => {
  it('adds 8% of the rate and the fee', () =>
    expect(priceOf(30_000, shares, false, added)).toEqual({
      rateCents: 30_000,
      feeCents: 3_000,
      taxCents: 2_640,
      totalCents: 35_640,
      payoutCents: 29_700,
    }));

  it('includes 8% without raising the total or lowering the payout', () =>
    expect(priceOf(30_000, shares, false, included)).toEqual({
      rateCents: 30_000,
      feeCents: 3_000,
      taxCents: 2_444,
      totalCents: 33_000,
      payoutCents: 29_700,
    }));

  it('rounds half a cent up', () => {
    expect(taxOn(50, { rate: 100, included: false })).toBe(1);
    expect(taxOn(49, { rate: 100, included: false })).toBe(0);
    expect(taxOn(33_000, null)).toBe(0);
  });
});

const rate = fc.integer({ min: 1, max: 5_000 });
const cents = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 1_100_000 }));

/**
 * Checks in exact arithmetic that the result is the only whole number within half a cent of the
 * fraction.
 */
const expectHalfUp = (rounded: number, numerator: number, denominator: number) => {
  const twiceTooLow = 2n * BigInt(rounded) * BigInt(denominator) - 2n * BigInt(numerator);
  expect(twiceTooLow > -BigInt(denominator) && twiceTooLow <= BigInt(denominator)).toBe(true);
};

describe('every price, rate, and kind of tax', () => {
  it('has parts that add up to the total', () =>
    fc.assert(
      fc.property(cents, rate, fc.boolean(), fc.boolean(), (rateCents, rate, included, elite) => {
        const price = priceOf(rateCents, shares, elite, { rate, included });
        const priceCents = price.rateCents + price.feeCents;
        expect(price.totalCents).toBe(included ? priceCents : priceCents + price.taxCents);
        expectHalfUp(price.taxCents, priceCents * rate, included ? 10_000 + rate : 10_000);
        expect(price.payoutCents).toBe(priceOf(rateCents, shares, elite, null).payoutCents);
      }),
      { numRuns: 2_000 },
    ));

  it('returns the tax in proportion to each refund, and all of it in the end', () =>
    fc.assert(
      fc.property(
        cents,
        rate,
        fc.boolean(),
        fc.array(fc.nat(1_000)),
        (priceCents, rate, included, refunds) => {
          const taxCents = taxOn(priceCents, { rate, included });
          const totalCents = priceCents + (included ? 0 : taxCents);
          const price = { totalCents, taxCents };
          let keptCents = totalCents;
          let returnedTax = 0;
          for (const thousandths of [...refunds, 1_000]) {
            const leftCents = keptCents - Math.floor((keptCents * thousandths) / 1_000);
            returnedTax += taxWithin(keptCents, price) - taxWithin(leftCents, price);
            keptCents = leftCents;
            const keptTax = taxWithin(keptCents, price);
            expect(keptTax + returnedTax).toBe(taxCents);
            expect(keptTax).toBeLessThanOrEqual(keptCents);
            if (totalCents > 0) expectHalfUp(keptTax, keptCents * taxCents, totalCents);
          }
          expect(returnedTax).toBe(taxCents);
        },
      ),
      { numRuns: 2_000 },
    ));
});

const standardPolicy: object = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../deploy/policies/standard.json`, 'utf8'),
) as object;

describe('the tax of a city', () => {
  const salesTax = { name: 'Sales tax', ...added };
  const policy = Policy.parse({ ...standardPolicy, cities: { 'Palm Beach': { tax: salesTax } } });

  it.each(['Palm Beach', ' palm  beach ', 'Palm\u00A0Béach, FL'])(
    'applies to courts in "%s"',
    (city) => expect(bookingTaxOf(policy, city)).toEqual({ city: 'Palm Beach', ...salesTax }),
  );

  it('applies to no other city', () => {
    expect(bookingTaxOf(policy, 'West Palm Beach')).toBeNull();
    expect(cityPolicyOf(policy, 'Austin')).toBeNull();
  });

  it('is zero without a policy for the city', () =>
    expect(bookingTaxOf(Policy.parse(standardPolicy), 'Palm Beach')).toBeNull());

  it.each<[string, object]>([
    ['a city that is listed twice', { Austin: {}, austín: {} }],
    ['a city with its state', { 'Austin, TX': {} }],
    ['half a basis point', { Austin: { tax: { ...salesTax, rate: 82.5 } } }],
  ])('refuses %s', (_, cities) =>
    expect(Policy.safeParse({ ...standardPolicy, cities }).success).toBe(false),
  );
});
