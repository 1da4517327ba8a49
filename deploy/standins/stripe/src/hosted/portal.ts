import type Stripe from 'stripe';
import { payInvoice } from '../billing/collection.js';
import { periodEndCancellation, currentPeriodEnd } from '../billing/subscription.js';
import { StripeApiError } from '../http/api-error.js';
import { attachPaymentMethod, createFromDetails } from '../payments/payment-method.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { escapeHtml, notFoundPage, renderPage, type HostedPage } from './page.js';

const formatDay = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().slice(0, 10);

function renderSubscription(subscription: Stripe.Subscription): string {
  const periodEndDay = formatDay(currentPeriodEnd(subscription));
  const endsWithPeriod = subscription.cancel_at_period_end;
  return `<form method="post">
  <p>Subscription ${escapeHtml(subscription.status)}, ${endsWithPeriod ? 'ends' : 'renews'} on ${periodEndDay}.</p>
  <input type="hidden" name="subscription" value="${escapeHtml(subscription.id)}">
  <button name="action" value="${endsWithPeriod ? 'resume' : 'cancel'}">${endsWithPeriod ? 'Keep subscription' : 'Cancel subscription'}</button>
</form>`;
}

/** Renewal invoices that are still open because their payment failed. */
const findDueInvoices = (state: StripeState, customerId: string) =>
  state.objects
    .all('invoice', { customer: customerId })
    .filter(
      ({ status, billing_reason }) => status === 'open' && billing_reason === 'subscription_cycle',
    );

const formatDollars = (amountCents: number) => `$${(amountCents / 100).toFixed(2)}`;

const renderDueInvoice = ({ id, amount_remaining }: Stripe.Invoice): string => `<form method="post">
  <p>${formatDollars(amount_remaining)} could not be charged.</p>
  <input type="hidden" name="invoice" value="${escapeHtml(id)}">
  <button name="action" value="pay">Pay ${formatDollars(amount_remaining)}</button>
</form>`;

/** Shows a customer's subscriptions, due invoices, and card. */
export function showPortal(state: StripeState, portalToken: string, errorMessage = ''): HostedPage {
  const portalSession = state.objects.get('_portal', portalToken);
  const portalCustomer = portalSession && state.objects.get('customer', portalSession.customer);
  if (!portalSession || !portalCustomer) return notFoundPage('This session does not exist.');
  const liveSubscriptions = state.objects
    .all('subscription', { customer: portalCustomer.id })
    .filter(({ ended_at }) => ended_at === null);
  const defaultCard = state.objects.get(
    'payment_method',
    referenceId(portalCustomer.invoice_settings.default_payment_method) ?? '',
  )?.card;
  return renderPage(
    'Your subscription',
    `${errorMessage && `<p role="alert">${escapeHtml(errorMessage)}</p>`}
${liveSubscriptions.map(renderSubscription).join('\n') || '<p>You have no subscription.</p>'}
${findDueInvoices(state, portalCustomer.id).map(renderDueInvoice).join('\n')}
<form method="post">
  <p>${defaultCard ? `You pay with the card ending in ${escapeHtml(defaultCard.last4)}.` : 'You have no card on file.'}</p>
  <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
  <label>Month <input name="exp_month" inputmode="numeric" value="12" required></label>
  <label>Year <input name="exp_year" inputmode="numeric" value="${new Date(state.now * 1000).getUTCFullYear() + 1}" required></label>
  <button name="action" value="card">Use this card</button>
</form>
${portalSession.return_url ? `<p><a href="${escapeHtml(portalSession.return_url)}">Go back</a></p>` : ''}`,
  );
}

function replaceCard(
  state: StripeState,
  customer: Stripe.Customer,
  formFields: Readonly<Record<string, string>>,
): void {
  const cardDetails = {
    number: formFields.number ?? '',
    exp_month: Number(formFields.exp_month),
    exp_year: Number(formFields.exp_year),
  };
  const paymentMethod = attachPaymentMethod(
    state,
    createFromDetails(state, cardDetails, undefined),
    customer.id,
  );
  const invoice_settings = {
    ...customer.invoice_settings,
    default_payment_method: paymentMethod.id,
  };
  updateObject(state, 'customer', customer, { invoice_settings }, 'customer.updated');
  for (const liveSubscription of state.objects.all('subscription', { customer: customer.id }))
    if (!liveSubscription.ended_at)
      updateObject(
        state,
        'subscription',
        liveSubscription,
        { default_payment_method: paymentMethod.id },
        'customer.subscription.updated',
      );
}

/** Performs the submitted action and shows the updated portal. */
export function submitPortal(
  state: StripeState,
  portalToken: string,
  formFields: Readonly<Record<string, string>>,
): HostedPage {
  const portalSession = state.objects.get('_portal', portalToken);
  if (!portalSession) return notFoundPage('This session does not exist.');
  const subscription = state.objects.get('subscription', formFields.subscription ?? '');
  const ownsSubscription =
    subscription &&
    referenceId(subscription.customer) === portalSession.customer &&
    !subscription.ended_at;
  try {
    const dueInvoice = findDueInvoices(state, portalSession.customer).find(
      ({ id }) => formFields.action === 'pay' && id === formFields.invoice,
    );
    if (dueInvoice) payInvoice(state, dueInvoice, { offSession: false });
    else if (formFields.action === 'card')
      replaceCard(state, findObject(state, 'customer', portalSession.customer), formFields);
    else if (ownsSubscription) {
      const subscriptionFields = periodEndCancellation(
        subscription,
        formFields.action === 'cancel',
        state.now,
      );
      updateObject(
        state,
        'subscription',
        subscription,
        subscriptionFields,
        'customer.subscription.updated',
      );
    }
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return showPortal(state, portalToken, error.message);
  }
  return showPortal(state, portalToken);
}
