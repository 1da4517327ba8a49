import type Stripe from 'stripe';
import {
  flagField,
  listField,
  mergeMetadata,
  metadataField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { updateObject, findObject, createId, createSecret, type StripeState } from '../state.js';

type EndpointFields = Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events'> &
  Partial<Stripe.WebhookEndpoint>;

/** Stores a new endpoint and its signing secret. */
export function registerEndpoint(
  state: StripeState,
  endpointFields: EndpointFields,
  { secret, hears }: { secret: string; hears: 'platform' | 'connect' | 'both' },
): Stripe.WebhookEndpoint {
  if (!/^https?:\/\//.test(endpointFields.url))
    throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
      param: 'url',
      code: 'url_invalid',
    });
  const webhookEndpoint = state.objects.put('webhook_endpoint', {
    id: createId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: state.now,
    description: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...endpointFields,
  });
  state.objects.put('_endpoint', { id: `endpoint:${webhookEndpoint.id}`, secret, hears });
  return webhookEndpoint;
}

export const webhookRoutes: ApiRoutes = {
  'POST /v1/webhook_endpoints': createRoute(
    {
      url: requiredField(textField),
      enabled_events: requiredField(listField(requiredField(textField))),
      api_version: textField,
      connect: flagField,
      description: textField,
      metadata: metadataField,
    },
    (
      state,
      {
        connect = false,
        metadata: metadataChanges,
        api_version = null,
        description = null,
        ...otherFields
      },
    ) => {
      const signingSecret = createSecret('whsec');
      const eventSource = connect ? 'connect' : 'platform';
      const endpointFields = {
        ...otherFields,
        api_version,
        description,
        metadata: mergeMetadata({}, metadataChanges),
      };
      // Only this response includes the secret.
      return {
        ...registerEndpoint(state, endpointFields, { secret: signingSecret, hears: eventSource }),
        secret: signingSecret,
      };
    },
  ),
  'GET /v1/webhook_endpoints/:id': createRetrieveRoute('webhook_endpoint'),
  'GET /v1/webhook_endpoints': createListRoute(
    'webhook_endpoint',
    '/v1/webhook_endpoints',
    {},
    () => ({}),
  ),
  'POST /v1/webhook_endpoints/:id': createRoute(
    {
      url: textField,
      enabled_events: listField(requiredField(textField)),
      disabled: flagField,
      description: textField,
      metadata: metadataField,
    },
    (state, { disabled, metadata: metadataChanges, url, ...otherFields }, endpointId) => {
      const webhookEndpoint = findObject(state, 'webhook_endpoint', endpointId);
      return updateObject(state, 'webhook_endpoint', webhookEndpoint, {
        ...otherFields,
        ...(url && { url }),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
        metadata: mergeMetadata(webhookEndpoint.metadata, metadataChanges),
      });
    },
  ),
  'DELETE /v1/webhook_endpoints/:id': createRoute({}, (state, _params, endpointId) => {
    findObject(state, 'webhook_endpoint', endpointId);
    state.objects.remove(endpointId);
    state.objects.remove(`endpoint:${endpointId}`);
    return { id: endpointId, object: 'webhook_endpoint', deleted: true };
  }),
  'GET /v1/events/:id': createRetrieveRoute('event'),
  'GET /v1/events': createListRoute(
    'event',
    '/v1/events',
    { type: textField, types: listField(requiredField(textField)) },
    ({ type, types }) => ({ type: types ?? type }),
  ),
};
