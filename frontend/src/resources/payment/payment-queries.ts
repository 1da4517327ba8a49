import type { PaymentConfig } from '@courtly/contracts/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { getStripe } from './stripe';

/** How payments are made here; it does not change while a page is open. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Infinity,
});

/** How far the payment of a booking has come, for its player; always asked for anew. */
export const bookingPaymentQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'payment'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/payment', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { live: ['bookings', 'payments'] },
  });

/** Stripe.js. It fails where its script is blocked, and is tried again when somebody asks for it. */
export const stripeQuery = (config: NonNullable<PaymentConfig['stripe']>) =>
  queryOptions({
    queryKey: ['stripe', config],
    queryFn: () => getStripe(config),
    staleTime: Infinity,
    structuralSharing: false,
    retry: false,
  });
