import type { PaymentConfig } from '@courtly/contracts/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { getStripe } from './stripe';

/** The payment configuration, which never changes while a page is open. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Infinity,
});

/** The payment status of a booking, for its player. It is refetched whenever a page shows it. */
export const bookingPaymentQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'payment'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/payment', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { live: ['bookings', 'payments'] },
  });

/** Loads Stripe.js. If the script is blocked, this fails and the user can retry. */
export const stripeQuery = (stripeConfig: NonNullable<PaymentConfig['stripe']>) =>
  queryOptions({
    queryKey: ['stripe', stripeConfig],
    queryFn: () => getStripe(stripeConfig),
    staleTime: Infinity,
    structuralSharing: false,
    retry: false,
  });
