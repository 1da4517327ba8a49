import { z } from 'zod';
import { PaymentStatus } from './bookings.js';
import { route } from './route.js';

/** How far the payment of a booking has come, for its player. */
export const BookingPayment = z.object({
  bookingId: z.string(),
  paymentStatus: PaymentStatus,
  totalAmount: z.string(),
  payBy: z
    .string()
    .nullable()
    .describe('until when the unpaid request keeps its hour; null once that does not matter'),
  clientSecret: z
    .string()
    .nullable()
    .describe(
      'by which the browser confirms the payment with a card; null until Stripe has made it, and once it is over',
    ),
  declineCode: z
    .string()
    .nullable()
    .describe('why the last card was declined, in the words of Stripe'),
});
export type BookingPayment = z.infer<typeof BookingPayment>;

/** How payments are made here, for every page that speaks of them. */
export const PaymentConfig = z.object({
  paymentRequired: z
    .boolean()
    .describe('whether bookings are paid; a request is only made once a card is held for it'),
  stripe: z
    .object({
      publishableKey: z.string(),
      standInUrl: z
        .string()
        .nullable()
        .describe('the server that stands in for Stripe, for trying things out'),
    })
    .nullable()
    .describe('null where nothing can be paid'),
});
export type PaymentConfig = z.infer<typeof PaymentConfig>;

export const paymentRoutes = {
  paymentConfig: route({
    method: 'GET',
    path: '/api/config',
    summary: 'How payments are made here',
    access: 'anyone',
    status: 200,
    response: PaymentConfig,
    errors: [],
  }),
  bookingPayment: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/payment',
    summary: 'How far the payment of a booking has come, for its player',
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
    summary: 'Stripe tells what became of a payment; its signature is checked',
    access: 'anyone',
    kind: 'webhook',
    body: z.instanceof(Uint8Array),
    status: 200,
    response: z.undefined(),
    errors: ['invalid_request', 'store_unavailable'],
  }),
};
