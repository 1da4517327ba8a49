import { z } from 'zod';
import { route } from './route.js';

export const paymentRoutes = {
  stripeEvents: route({
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Stripe tells what became of a payment; its signature is checked',
    access: 'anyone',
    kind: 'webhook',
    body: z.instanceof(Uint8Array),
    status: 200,
    response: z.undefined(),
    errors: ['invalid_request', 'store_unavailable'],
  }),
};
