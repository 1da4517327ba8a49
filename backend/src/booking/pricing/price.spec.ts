import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareOfCents } from '@courtly/contracts/shares';
import { agreedShares, priceOf } from './price.js';

const policy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };
const cents = fc.integer({ min: 0, max: 1_000_000 });
const share = fc.integer({ min: 0, max: 10_000 });
const policies = fc.record({ feeShare: share, eliteFeeShare: share, payoutShare: share });

const platformOf = ({ totalCents, payoutCents }: ReturnType<typeof priceOf>) =>
  totalCents - payoutCents;

describe('the price of an hour', () => {
  it('splits $300: $30 fee, $330 total, $297 payout, $33 platform', () => {
    const price = priceOf(30_000, policy, false, null);
    expect(price).toEqual({
      rateCents: 30_000,
      feeCents: 3_000,
      taxCents: 0,
      totalCents: 33_000,
      payoutCents: 29_700,
    });
    expect(platformOf(price)).toBe(3_300);
  });

  it('rounds $99.95: $10 fee, $109.95 total, $98.95 payout, $11 platform', () => {
    const price = priceOf(9_995, policy, false, null);
    expect(price).toEqual({
      rateCents: 9_995,
      feeCents: 1_000,
      taxCents: 0,
      totalCents: 10_995,
      payoutCents: 9_895,
    });
    expect(platformOf(price)).toBe(1_100);
  });

  it('charges Elite members less without cutting the payout', () =>
    expect(priceOf(30_000, policy, true, null)).toEqual({
      rateCents: 30_000,
      feeCents: 1_500,
      taxCents: 0,
      totalCents: 31_500,
      payoutCents: 29_700,
    }));

  it('consists of whole cents, none negative, and covers the payout under every policy', () =>
    fc.assert(
      fc.property(cents, policies, fc.boolean(), (rate, terms, elite) => {
        const price = priceOf(rate, terms, elite, null);
        for (const amount of [...Object.values(price), platformOf(price)])
          expect(Number.isInteger(amount) && amount >= 0).toBe(true);
        expect(price.rateCents + price.feeCents).toBe(price.totalCents);
        expect(price.payoutCents).toBe(priceOf(rate, terms, !elite, null).payoutCents);
      }),
    ));
});

describe('a share of an amount', () => {
  it.each([
    [5, 1_000, 1],
    [4, 1_000, 0],
    [15, 1_000, 2],
    [1, 5_000, 1],
    [9_999, 1, 1],
    [0, 10_000, 0],
    [12_345, 0, 0],
    [12_345, 10_000, 12_345],
  ])('rounds half a cent up: %i cents at %i basis points are %i', (amount, points, expected) =>
    expect(shareOfCents(amount, points)).toBe(expected),
  );

  it('rounds to the nearest cent, half up', () =>
    fc.assert(
      fc.property(cents, share, (amount, points) => {
        const distance = shareOfCents(amount, points) * 10_000 - amount * points;
        expect(distance).toBeGreaterThan(-5_000);
        expect(distance).toBeLessThanOrEqual(5_000);
      }),
    ));

  it('grows with the amount and with the share', () =>
    fc.assert(
      fc.property(cents, cents, share, share, (a, b, p, q) => {
        expect(shareOfCents(Math.min(a, b), p)).toBeLessThanOrEqual(
          shareOfCents(Math.max(a, b), p),
        );
        expect(shareOfCents(a, Math.min(p, q))).toBeLessThanOrEqual(
          shareOfCents(a, Math.max(p, q)),
        );
      }),
    ));
});

describe('the shares of an agreed price', () => {
  const any = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), policies, fc.boolean());

  it('reproduce its amounts at its own rate', () =>
    fc.assert(
      fc.property(any, ([rate, terms, elite]) => {
        const price = priceOf(rate, terms, elite, null);
        expect(priceOf(rate, agreedShares(price), elite, null)).toEqual(price);
      }),
      { numRuns: 1_000 },
    ));

  it('equal those of the policy for $100 or more', () =>
    fc.assert(
      fc.property(any, ([above, terms, elite]) => {
        const fee = elite ? terms.eliteFeeShare : terms.feeShare;
        const shares = agreedShares(priceOf(10_000 + above, terms, elite, null));
        expect(shares).toEqual({
          feeShare: fee,
          eliteFeeShare: fee,
          payoutShare: terms.payoutShare,
        });
      }),
      { numRuns: 1_000 },
    ));

  it('are zero for a free hour', () =>
    expect(agreedShares({ rateCents: 0, feeCents: 0, payoutCents: 0 }).payoutShare).toBe(0));
});
