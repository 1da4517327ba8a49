import type Stripe from 'stripe';
import { flag, listOf, mergeMetadata, metadata, required, text } from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { change, find, newId, newSecret, type World } from '../world.js';

type Chosen = Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events'> &
  Partial<Stripe.WebhookEndpoint>;

/** Keeps a new endpoint, and what signs its deliveries. */
export function register(
  world: World,
  chosen: Chosen,
  { secret, hears }: { secret: string; hears: 'platform' | 'connect' | 'both' },
): Stripe.WebhookEndpoint {
  if (!/^https?:\/\//.test(chosen.url))
    throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
      param: 'url',
      code: 'url_invalid',
    });
  const endpoint = world.objects.put('webhook_endpoint', {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: world.now,
    description: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...chosen,
  });
  world.objects.put('_endpoint', { id: `endpoint:${endpoint.id}`, secret, hears });
  return endpoint;
}

export const webhookRoutes: Routes = {
  'POST /v1/webhook_endpoints': route(
    {
      url: required(text),
      enabled_events: required(listOf(required(text))),
      api_version: text,
      connect: flag,
      description: text,
      metadata,
    },
    (
      world,
      { connect = false, metadata: words, api_version = null, description = null, ...chosen },
    ) => {
      const secret = newSecret('whsec');
      const hears = connect ? 'connect' : 'platform';
      const fields = { ...chosen, api_version, description, metadata: mergeMetadata({}, words) };
      // The secret is shown once.
      return { ...register(world, fields, { secret, hears }), secret };
    },
  ),
  'GET /v1/webhook_endpoints/:id': retrieveRoute('webhook_endpoint'),
  'GET /v1/webhook_endpoints': listRoute(
    'webhook_endpoint',
    '/v1/webhook_endpoints',
    {},
    () => ({}),
  ),
  'POST /v1/webhook_endpoints/:id': route(
    {
      url: text,
      enabled_events: listOf(required(text)),
      disabled: flag,
      description: text,
      metadata,
    },
    (world, { disabled, metadata: words, url, ...given }, id) => {
      const endpoint = find(world, 'webhook_endpoint', id);
      return change(world, 'webhook_endpoint', endpoint, {
        ...given,
        ...(url && { url }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
        metadata: mergeMetadata(endpoint.metadata, words),
      });
    },
  ),
  'DELETE /v1/webhook_endpoints/:id': route({}, (world, _params, id) => {
    find(world, 'webhook_endpoint', id);
    world.objects.remove(id);
    world.objects.remove(`endpoint:${id}`);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  'GET /v1/events/:id': retrieveRoute('event'),
  'GET /v1/events': listRoute(
    'event',
    '/v1/events',
    { type: text, types: listOf(required(text)) },
    ({ type, types }) => ({ type: types ?? type }),
  ),
};
