import { z } from 'zod';
import { PaymentStatus } from './bookings.js';
import { route } from './route.js';

/** The payment of a booking, for its player. */
export const BookingPayment = z.object({
  bookingId: z.string(),
  paymentStatus: PaymentStatus,
  totalAmount: z.string(),
  payBy: z.string().nullable().describe('The payment deadline (UTC); null if no longer relevant.'),
  clientSecret: z
    .string()
    .nullable()
    .describe(
      'The Stripe client secret to confirm the payment in the browser. Null before the intent exists and after the payment ends.',
    ),
  declineCode: z.string().nullable().describe("Stripe's decline code of the last attempt."),
});
export type BookingPayment = z.infer<typeof BookingPayment>;

/** Payment settings of this deployment. */
export const PaymentConfig = z.object({
  paymentRequired: z
    .boolean()
    .describe(
      'Whether bookings must be paid. If so, the host sees a request only after the card is authorized.',
    ),
  stripe: z
    .object({
      publishableKey: z.string(),
      standInUrl: z.string().nullable().describe('The URL of the Stripe stand-in, if one is used.'),
    })
    .nullable()
    .describe('Null if payments are disabled.'),
});
export type PaymentConfig = z.infer<typeof PaymentConfig>;

export const paymentRoutes = {
  paymentConfig: route({
    method: 'GET',
    path: '/api/config',
    summary: 'Get the payment settings.',
    access: 'anyone',
    status: 200,
    response: PaymentConfig,
    errors: [],
  }),
  bookingPayment: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/payment',
    summary: 'Get the payment of a booking, as its player.',
    access: 'signedIn',
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['bookings', 'payments'],
    status: 200,
    response: BookingPayment,
    errors: ['not_found'],
  }),
  stripeEvents: route({
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Receive Stripe webhook events. The signature is verified.',
    access: 'anyone',
    kind: 'webhook',
    body: z.instanceof(Uint8Array),
    status: 200,
    response: z.undefined(),
    errors: ['invalid_request', 'store_unavailable'],
  }),
};
