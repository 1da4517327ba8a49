import { pass } from '../control/authentications.js';
import type { World } from '../world.js';
import { escaped, gone, page, withQuery, type Page } from './page.js';

const intentOf = (world: World, id: string, secret: string | undefined) => {
  const intent = world.objects.get('payment_intent', id) ?? world.objects.get('setup_intent', id);
  return intent && intent.client_secret === secret ? intent : undefined;
};

/** Tells the page that showed this one in a frame or a window, and says so to the person. */
const finished = (id: string, status: string): Page =>
  page(
    'Thank you',
    `<p>You can go back to where you came from.</p>
<script>
  const message = ${JSON.stringify({ type: 'stripe-standin:three_d_secure', id, status })};
  if (window.parent !== window) window.parent.postMessage(message, '*');
  if (window.opener) window.opener.postMessage(message, '*');
</script>`,
  );

/** Asks the person whether the bank knows them. */
export function showAuthentication(
  world: World,
  id: string,
  query: Readonly<Record<string, string>>,
): Page {
  const intent = intentOf(world, id, query.client_secret);
  if (!intent || intent.status !== 'requires_action')
    return gone('This payment does not wait for you.');
  const amount =
    'amount' in intent
      ? `<p>Your bank asks whether you pay $${(intent.amount / 100).toFixed(2)}.</p>`
      : '';
  const action = `/hosted/three_d_secure/${escaped(id)}?client_secret=${escaped(query.client_secret ?? '')}`;
  return page(
    '3-D Secure',
    `${amount}
<form method="post" action="${action}">
  <button name="outcome" value="succeed">Complete authentication</button>
  <button name="outcome" value="fail">Fail authentication</button>
</form>`,
  );
}

/** Takes the person's answer and sends them back. */
export function answerAuthentication(
  world: World,
  id: string,
  query: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>>,
): Page {
  const intent = intentOf(world, id, query.client_secret);
  if (!intent || intent.status !== 'requires_action')
    return gone('This payment does not wait for you.');
  const after = pass(world, id, form.outcome === 'succeed');
  const redirect_status = after.status === 'requires_payment_method' ? 'failed' : 'succeeded';
  const returnUrl = world.objects.get('_authentication', `3ds:${id}`)?.return_url;
  if (!returnUrl) return finished(id, after.status);
  const { object } = after;
  return {
    to: withQuery(returnUrl, {
      [object]: id,
      [`${object}_client_secret`]: after.client_secret ?? '',
      redirect_status,
    }),
  };
}
