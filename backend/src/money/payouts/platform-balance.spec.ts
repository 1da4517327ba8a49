import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { toPlatformBalance } from './platform-balance.js';

const amounts = (amount: number) => [
  { amount, currency: 'usd' },
  { amount: 77, currency: 'eur' },
];
const balanceOf = (
  available: number,
  pending: number,
  interval: string,
  minimum: number | null,
  hostsCents: number,
  dueCents = 0,
) =>
  toPlatformBalance(
    { available: amounts(available), pending: amounts(pending) } as Stripe.Balance,
    {
      payments: {
        payouts: {
          schedule: { interval },
          minimum_balance_by_currency: minimum === null ? null : { usd: minimum },
        },
      },
    } as unknown as Stripe.BalanceSettings,
    { hostsCents, dueCents },
  );

describe('the balance of the platform', () => {
  it("covers the hosts' money with available and pending money", () => {
    expect(balanceOf(10_000, 19_700, 'manual', null, 29_700)).toEqual({
      availableCents: 10_000,
      pendingCents: 19_700,
      hostsCents: 29_700,
      dueCents: 0,
      uncoveredCents: 0,
      hasManualPayouts: true,
      minimumCents: 0,
      isSafe: true,
    });
    expect(balanceOf(-500, 19_700, 'manual', null, 29_700)).toMatchObject({
      uncoveredCents: 10_500,
    });
  });

  it('covers payouts that are due only with available money', () => {
    const uncovered = (available: number, dueCents: number) =>
      balanceOf(available, 59_400, 'manual', null, 59_400, dueCents).uncoveredCents;
    expect(uncovered(29_700, 29_700)).toBe(0);
    expect(uncovered(10_000, 29_700)).toBe(19_700);
    expect(uncovered(0, 0)).toBe(0);
    expect(balanceOf(10_000, 0, 'manual', null, 59_400, 29_700).uncoveredCents).toBe(49_400);
  });

  it('is safe with manual payouts or a minimum that covers the hosts', () => {
    expect(balanceOf(0, 0, 'daily', null, 0)).toMatchObject({ isSafe: false });
    expect(balanceOf(0, 0, 'daily', 29_699, 29_700)).toMatchObject({ isSafe: false });
    expect(balanceOf(0, 0, 'daily', 29_700, 29_700)).toMatchObject({ isSafe: true });
  });
});
