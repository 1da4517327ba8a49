import type Stripe from 'stripe';
import { pay } from '../billing/collection.js';
import { endsWithPeriod, periodEndOf } from '../billing/subscription.js';
import { Refusal } from '../http/refusal.js';
import { attach, fromDetails } from '../payments/payment-method.js';
import { change, find, idOf, type World } from '../world.js';
import { escaped, gone, page, type Page } from './page.js';

const day = (at: number) => new Date(at * 1000).toISOString().slice(0, 10);

function subscriptionText(subscription: Stripe.Subscription): string {
  const end = day(periodEndOf(subscription));
  const ends = subscription.cancel_at_period_end;
  return `<form method="post">
  <p>Subscription ${escaped(subscription.status)}, ${ends ? 'ends' : 'renews'} on ${end}.</p>
  <input type="hidden" name="subscription" value="${escaped(subscription.id)}">
  <button name="action" value="${ends ? 'resume' : 'cancel'}">${ends ? 'Keep subscription' : 'Cancel subscription'}</button>
</form>`;
}

/** What a customer owes: renewals that could not be charged. */
const dueOf = (world: World, customer: string) =>
  world.objects
    .all('invoice', { customer })
    .filter(
      ({ status, billing_reason }) => status === 'open' && billing_reason === 'subscription_cycle',
    );

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const dueText = ({ id, amount_remaining }: Stripe.Invoice): string => `<form method="post">
  <p>${dollars(amount_remaining)} could not be charged.</p>
  <input type="hidden" name="invoice" value="${escaped(id)}">
  <button name="action" value="pay">Pay ${dollars(amount_remaining)}</button>
</form>`;

/** Shows a customer's subscriptions, what is due, and the card. */
export function showPortal(world: World, token: string, problem = ''): Page {
  const session = world.objects.get('_portal', token);
  const customer = session && world.objects.get('customer', session.customer);
  if (!session || !customer) return gone('There is no such session.');
  const subscriptions = world.objects
    .all('subscription', { customer: customer.id })
    .filter(({ ended_at }) => ended_at === null);
  const card = world.objects.get(
    'payment_method',
    idOf(customer.invoice_settings.default_payment_method) ?? '',
  )?.card;
  return page(
    'Your subscription',
    `${problem && `<p role="alert">${escaped(problem)}</p>`}
${subscriptions.map(subscriptionText).join('\n') || '<p>You have no subscription.</p>'}
${dueOf(world, customer.id).map(dueText).join('\n')}
<form method="post">
  <p>${card ? `You pay with the card ending in ${escaped(card.last4)}.` : 'You have no card here.'}</p>
  <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
  <label>Month <input name="exp_month" inputmode="numeric" value="12" required></label>
  <label>Year <input name="exp_year" inputmode="numeric" value="${new Date(world.now * 1000).getUTCFullYear() + 1}" required></label>
  <button name="action" value="card">Use this card</button>
</form>
${session.return_url ? `<p><a href="${escaped(session.return_url)}">Go back</a></p>` : ''}`,
  );
}

function replaceCard(
  world: World,
  customer: Stripe.Customer,
  form: Readonly<Record<string, string>>,
): void {
  const details = {
    number: form.number ?? '',
    exp_month: Number(form.exp_month),
    exp_year: Number(form.exp_year),
  };
  const method = attach(world, fromDetails(world, details, undefined), customer.id);
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id };
  change(world, 'customer', customer, { invoice_settings }, 'customer.updated');
  for (const subscription of world.objects.all('subscription', { customer: customer.id }))
    if (!subscription.ended_at)
      change(
        world,
        'subscription',
        subscription,
        { default_payment_method: method.id },
        'customer.subscription.updated',
      );
}

/** Does what the person asked for, and shows what is now. */
export function answerPortal(
  world: World,
  token: string,
  form: Readonly<Record<string, string>>,
): Page {
  const session = world.objects.get('_portal', token);
  if (!session) return gone('There is no such session.');
  const subscription = world.objects.get('subscription', form.subscription ?? '');
  const isOwn =
    subscription && idOf(subscription.customer) === session.customer && !subscription.ended_at;
  try {
    const due = dueOf(world, session.customer).find(
      ({ id }) => form.action === 'pay' && id === form.invoice,
    );
    if (due) pay(world, due, { offSession: false });
    else if (form.action === 'card')
      replaceCard(world, find(world, 'customer', session.customer), form);
    else if (isOwn) {
      const fields = endsWithPeriod(subscription, form.action === 'cancel', world.now);
      change(world, 'subscription', subscription, fields, 'customer.subscription.updated');
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return showPortal(world, token, error.message);
  }
  return showPortal(world, token);
}
