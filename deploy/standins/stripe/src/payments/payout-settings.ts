import type Stripe from 'stripe';
import type { StripeState } from '../state.js';
import type { PayoutInterval, PrivateObjects } from '../storage/private.js';

type PayoutSettings = PrivateObjects['_payout_settings'];

const DAY_SECONDS = 24 * 60 * 60;
/** Days until the funds of a charge are available. */
export const SETTLING_DAYS = 2;

const DEFAULT_SETTINGS_ID = 'payout_settings:default';

const NEW_SETTINGS: PayoutSettings = {
  id: DEFAULT_SETTINGS_ID,
  interval: 'manual',
  debit_negative_balances: true,
  minimum_cents: 0,
  statement_descriptor: null,
};

/** Sets how accounts are paid out, including the platform, unless they have their own settings. */
export const setDefaultInterval = (state: StripeState, interval: PayoutInterval): PayoutSettings =>
  state.objects.put('_payout_settings', { ...NEW_SETTINGS, interval });

/** How an account is paid out; the platform for null. */
export function readPayoutSettings(state: StripeState, accountId: string | null): PayoutSettings {
  const id = `payout_settings:${accountId ?? 'platform'}`;
  return (
    state.objects.get('_payout_settings', id) ?? {
      ...(state.objects.get('_payout_settings', DEFAULT_SETTINGS_ID) ?? NEW_SETTINGS),
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
