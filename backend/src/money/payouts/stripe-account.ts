import type Stripe from 'stripe';
import type { BankPayout, StripeAccount } from './payout-account.js';

type AccountFields = Pick<
  Stripe.Account,
  'id' | 'capabilities' | 'payouts_enabled' | 'details_submitted' | 'requirements'
>;

const transferStatuses = ['active', 'pending'] as const;

const toInstant = (seconds: number): string => new Date(seconds * 1_000).toISOString();

export const toStripeAccount = ({
  id,
  capabilities,
  payouts_enabled,
  details_submitted,
  requirements,
}: AccountFields): StripeAccount => {
  const deadline = requirements?.current_deadline;
  const capability = capabilities?.transfers;
  return {
    accountId: id,
    transfers: transferStatuses.find((status) => status === capability) ?? 'inactive',
    payoutsEnabled: payouts_enabled ?? false,
    isSubmitted: details_submitted ?? false,
    currentlyDue: (requirements?.currently_due ?? []).toSorted(),
    pastDue: (requirements?.past_due ?? []).toSorted(),
    disabledReason: requirements?.disabled_reason ?? null,
    deadline: deadline ? toInstant(deadline) : null,
  };
};

type PayoutFields = Pick<Stripe.Payout, 'id' | 'amount' | 'status' | 'failure_code'>;

/** The payouts that arrived or were returned, oldest first. Stripe lists them newest first. */
export const toBankPayouts = (payouts: readonly PayoutFields[]): BankPayout[] =>
  payouts
    .filter(({ status }) => status === 'paid' || status === 'failed')
    .map(({ id, amount, status, failure_code }) => ({
      payoutId: id,
      amountCents: amount,
      failureCode: status === 'failed' ? (failure_code ?? 'unknown') : null,
    }))
    .toReversed();
