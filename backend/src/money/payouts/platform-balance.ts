import { US_DOLLARS } from '@courtly/contracts/amount';
import type Stripe from 'stripe';

/**
 * Courtly's balance at Stripe and the hosts' part of it, in cents. A payout to the platform's bank
 * must leave `hostsCents` in the balance, and at least `dueCents` in its available part.
 */
export type PlatformBalance = Readonly<{
  availableCents: number;
  pendingCents: number;
  hostsCents: number;
  /** The due part that needs the available balance, including payouts that must wait. */
  dueCents: number;
  /**
   * The part of `hostsCents` that the balance does not cover, or the part of `dueCents` that its
   * available part does not cover, if that is more.
   */
  uncoveredCents: number;
  hasManualPayouts: boolean;
  minimumCents: number;
  /** Whether Stripe's settings prevent it from paying out the hosts' money to Courtly's bank. */
  isSafe: boolean;
}>;

const dollarsIn = (amounts: readonly Readonly<{ amount: number; currency: string }>[]): number =>
  amounts
    .filter(({ currency }) => currency === US_DOLLARS)
    .reduce((subtotal, { amount }) => subtotal + amount, 0);

export const toPlatformBalance = (
  { available, pending }: Pick<Stripe.Balance, 'available' | 'pending'>,
  { payments: { payouts } }: Pick<Stripe.BalanceSettings, 'payments'>,
  { hostsCents, dueCents }: Pick<PlatformBalance, 'hostsCents' | 'dueCents'>,
): PlatformBalance => {
  const [availableCents, pendingCents] = [dollarsIn(available), dollarsIn(pending)];
  const hasManualPayouts = payouts?.schedule?.interval === 'manual';
  const minimumCents = payouts?.minimum_balance_by_currency?.[US_DOLLARS] ?? 0;
  return {
    availableCents,
    pendingCents,
    hostsCents,
    dueCents,
    uncoveredCents: Math.max(
      0,
      hostsCents - availableCents - pendingCents,
      dueCents - availableCents,
    ),
    hasManualPayouts,
    minimumCents,
    isSafe: hasManualPayouts || (minimumCents > 0 && minimumCents >= hostsCents),
  };
};
