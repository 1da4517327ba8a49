import { setTransferCapability } from '../connect/account.js';
import type { StripeState } from '../state.js';
import { notFoundPage, renderPage, type HostedPage } from './page.js';

/**
 * Opens an account link, once and within five minutes. Afterwards, redirects to the URL that
 * creates a new link.
 */
export function showOnboarding(state: StripeState, linkToken: string): HostedPage {
  const accountLink = state.objects.get('_onboarding', linkToken);
  if (!accountLink) return notFoundPage('This link does not exist.');
  if (accountLink.opened || accountLink.expires_at <= state.now)
    return { to: accountLink.refresh_url };
  state.objects.put('_onboarding', { ...accountLink, opened: true });
  return renderPage(
    'Set up payouts',
    `<p>Stripe would ask for your name, address, and bank account here.</p>
<form method="post">
  <button name="outcome" value="complete">Complete onboarding</button>
  <button name="outcome" value="later">Not now</button>
</form>`,
  );
}

/** Completes or postpones onboarding, then redirects to the return URL. */
export function submitOnboarding(
  state: StripeState,
  linkToken: string,
  formFields: Readonly<Record<string, string>>,
): HostedPage {
  const accountLink = state.objects.get('_onboarding', linkToken);
  if (!accountLink?.opened) return notFoundPage('This link does not exist.');
  if (formFields.outcome === 'complete')
    setTransferCapability(state, accountLink.account, 'active');
  state.objects.remove(linkToken);
  return { to: accountLink.return_url };
}
