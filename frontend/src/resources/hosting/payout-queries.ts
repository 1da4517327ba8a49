import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toastError } from '../../ui/toast';

/** The host's payout account and pending payouts. */
export const payoutAccountQuery = queryOptions({
  queryKey: ['/api/host/payout-account'],
  queryFn: ({ signal }) => call('GET /api/host/payout-account', { signal }),
  meta: { live: ['payoutAccounts', 'payouts', 'people'] },
});

export const bookingPayoutQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'payout'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/bookings/:bookingId/payout', { params: { bookingId }, signal })).payout,
    meta: { live: [`payouts:${bookingId}`, 'payoutAccounts', 'people'] },
  });

/** Opens Stripe's onboarding page for payouts. */
export const useOpenPayoutAccount = () =>
  useMutation({
    mutationFn: () => call('POST /api/host/payout-account'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastError('Stripe not opened', errorMessage(error, 'Please try again.')),
  });

/** Refreshes the payout account from Stripe; the result arrives as a live update. */
export const useCheckPayoutAccount = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/host/payout-account/check'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: payoutAccountQuery.queryKey }),
  });
};
