import { setTransfers } from '../connect/account-routes.js';
import type { World } from '../world.js';
import { gone, page, type Page } from './page.js';

/** Opens an account link, once and within its five minutes; later it leads to where a new one is made. */
export function showOnboarding(world: World, token: string): Page {
  const link = world.objects.get('_onboarding', token);
  if (!link) return gone('There is no such link.');
  if (link.opened || link.expires_at <= world.now) return { to: link.refresh_url };
  world.objects.put('_onboarding', { ...link, opened: true });
  return page(
    'Set up payouts',
    `<p>Stripe would ask for your name, your address and a bank account here.</p>
<form method="post">
  <button name="outcome" value="complete">Complete onboarding</button>
  <button name="outcome" value="later">Not now</button>
</form>`,
  );
}

/** Ends onboarding: the account may receive transfers, or nothing has changed. Either way the person goes back. */
export function answerOnboarding(
  world: World,
  token: string,
  form: Readonly<Record<string, string>>,
): Page {
  const link = world.objects.get('_onboarding', token);
  if (!link?.opened) return gone('There is no such link.');
  if (form.outcome === 'complete') setTransfers(world, link.account, 'active');
  world.objects.remove(token);
  return { to: link.return_url };
}
