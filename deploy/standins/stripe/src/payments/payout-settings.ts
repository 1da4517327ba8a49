import type Stripe from 'stripe';
import type { StripeState } from '../state.js';
import type { PayoutInterval, PrivateObjects } from '../storage/private.js';

type PayoutSettings = PrivateObjects['_payout_settings'];

const DAY_SECONDS = 24 * 60 * 60;
/** Days until the funds of a charge are available. */
export const SETTLING_DAYS = 2;

const defaultIdOf = (accountId: string | null) =>
  `payout_settings:${accountId === null ? 'default' : 'accounts'}`;

const newSettings = (id: string, interval: PayoutInterval): PayoutSettings => ({
  id,
  interval,
  debit_negative_balances: true,
  minimum_cents: 0,
  statement_descriptor: null,
});

/** Sets how the platform (null) or connected accounts are paid out until they are updated. */
export const setDefaultInterval = (
  state: StripeState,
  accountId: string | null,
  interval: PayoutInterval,
): PayoutSettings =>
  state.objects.put('_payout_settings', newSettings(defaultIdOf(accountId), interval));

/** How an account is paid out; the platform for null. */
export function readPayoutSettings(state: StripeState, accountId: string | null): PayoutSettings {
  const id = `payout_settings:${accountId ?? 'platform'}`;
  return (
    state.objects.get('_payout_settings', id) ?? {
      ...(state.objects.get('_payout_settings', defaultIdOf(accountId)) ??
        newSettings(id, accountId === null ? 'manual' : 'daily')),
      id,
    }
  );
}

/** Changes how an account is paid out, from its next change of balance. */
export const updatePayoutSettings = (
  state: StripeState,
  accountId: string | null,
  settingChanges: Partial<Omit<PayoutSettings, 'id'>>,
): PayoutSettings =>
  state.objects.put('_payout_settings', {
    ...readPayoutSettings(state, accountId),
    ...settingChanges,
  });

/** The next automatic payout, at midnight UTC, in Unix seconds; null if payouts are manual. */
export const nextPayoutTime = (state: StripeState, accountId: string | null): number | null =>
  readPayoutSettings(state, accountId).interval === 'daily'
    ? (Math.floor(state.now / DAY_SECONDS) + 1) * DAY_SECONDS
    : null;

/** The payout settings of an account, as `account.settings.payouts`. */
export const accountPayouts = ({
  interval,
  debit_negative_balances,
  statement_descriptor,
}: PayoutSettings): Stripe.Account.Settings.Payouts => ({
  debit_negative_balances,
  schedule: { delay_days: SETTLING_DAYS, interval },
  statement_descriptor,
});
