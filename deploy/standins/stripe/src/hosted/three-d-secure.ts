import { completeAuthentication } from '../control/authentications.js';
import type { StripeState } from '../state.js';
import { escapeHtml, notFoundPage, renderPage, addQuery, type HostedPage } from './page.js';

const findIntent = (state: StripeState, intentId: string, clientSecret: string | undefined) => {
  const storedIntent =
    state.objects.get('payment_intent', intentId) ?? state.objects.get('setup_intent', intentId);
  return storedIntent && storedIntent.client_secret === clientSecret ? storedIntent : undefined;
};

/**
 * Confirms the result to the person and notifies the page that opened this one in a frame or
 * window.
 */
const finishedPage = (intentId: string, intentStatus: string): HostedPage =>
  renderPage(
    'Thank you',
    `<p>You can close this page now.</p>
<script>
  const message = ${JSON.stringify({ type: 'stripe-standin:three_d_secure', id: intentId, status: intentStatus })};
  if (window.parent !== window) window.parent.postMessage(message, '*');
  if (window.opener) window.opener.postMessage(message, '*');
</script>`,
  );

/** Prompts the person to pass or fail authentication. */
export function showAuthentication(
  state: StripeState,
  intentId: string,
  queryFields: Readonly<Record<string, string>>,
): HostedPage {
  const waitingIntent = findIntent(state, intentId, queryFields.client_secret);
  if (!waitingIntent || waitingIntent.status !== 'requires_action')
    return notFoundPage('This payment does not need your authentication.');
  const amountHtml =
    'amount' in waitingIntent
      ? `<p>Your bank asks you to confirm a payment of $${(waitingIntent.amount / 100).toFixed(2)}.</p>`
      : '';
  const actionUrl = `/hosted/three_d_secure/${escapeHtml(intentId)}?client_secret=${escapeHtml(queryFields.client_secret ?? '')}`;
  return renderPage(
    '3-D Secure',
    `${amountHtml}
<form method="post" action="${actionUrl}">
  <button name="outcome" value="succeed">Complete authentication</button>
  <button name="outcome" value="fail">Fail authentication</button>
</form>`,
  );
}

/** Applies the person's choice and redirects back. */
export function submitAuthentication(
  state: StripeState,
  intentId: string,
  queryFields: Readonly<Record<string, string>>,
  formFields: Readonly<Record<string, string>>,
): HostedPage {
  const waitingIntent = findIntent(state, intentId, queryFields.client_secret);
  if (!waitingIntent || waitingIntent.status !== 'requires_action')
    return notFoundPage('This payment does not need your authentication.');
  const updatedIntent = completeAuthentication(state, intentId, formFields.outcome === 'succeed');
  const redirect_status =
    updatedIntent.status === 'requires_payment_method' ? 'failed' : 'succeeded';
  const returnUrl = state.objects.get('_authentication', `3ds:${intentId}`)?.return_url;
  if (!returnUrl) return finishedPage(intentId, updatedIntent.status);
  const { object } = updatedIntent;
  return {
    to: addQuery(returnUrl, {
      [object]: intentId,
      [`${object}_client_secret`]: updatedIntent.client_secret ?? '',
      redirect_status,
    }),
  };
}
