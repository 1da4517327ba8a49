import type Stripe from 'stripe';
import { setPayoutsEnabled } from '../connect/account.js';
import { readBalance } from '../payments/balance.js';
import { findObject, kindOf, type StripeState } from '../state.js';
import { escapeHtml, notFoundPage, renderPage, type HostedPage } from './page.js';

const formatDollars = (amountCents: number) => `$${(amountCents / 100).toFixed(2)}`;

const renderPayout = ({ amount, arrival_date, status }: Stripe.Payout): string =>
  `<li>${formatDollars(amount)}, ${escapeHtml(status)}, ${new Date(arrival_date * 1000).toISOString().slice(0, 10)}</li>`;

/** Shows the balance and the payouts of an account, and lets it replace its bank account. */
export function showExpress(state: StripeState, loginToken: string): HostedPage {
  const login = state.objects.get('_login', loginToken);
  if (!login) return notFoundPage('This link does not exist.');
  const { available, pending } = readBalance(state, login.account);
  const payouts = state.objects.all(kindOf('payout', login.account));
  const { payouts_enabled } = findObject(state, 'account', login.account);
  return renderPage(
    'Express dashboard',
    `<p>Available: ${formatDollars(available)}. On the way to your balance: ${formatDollars(pending)}.</p>
<ul>
${payouts.map(renderPayout).join('\n')}
</ul>
${payouts_enabled ? '' : '<p role="alert">Your bank returned a payout.</p>'}
<form method="post">
  <button name="action" value="bank">Replace bank account</button>
</form>`,
  );
}

/** Replaces the bank account, which enables payouts again. */
export function submitExpress(
  state: StripeState,
  loginToken: string,
  formFields: Readonly<Record<string, string>>,
): HostedPage {
  const login = state.objects.get('_login', loginToken);
  if (login && formFields.action === 'bank') setPayoutsEnabled(state, login.account, true);
  return showExpress(state, loginToken);
}
