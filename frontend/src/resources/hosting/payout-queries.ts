import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { toastError } from '../../ui/toast';

/** Whether the caller can be paid, and what waits for that. */
export const payoutAccountQuery = queryOptions({
  queryKey: ['/api/host/payout-account'],
  queryFn: ({ signal }) => call('GET /api/host/payout-account', { signal }),
  meta: { live: ['payoutAccounts', 'payouts'] },
});

/** What was earned, paid, is due and is frozen, by court and month: two years of it. */
export const courtEarningsQuery = queryOptions({
  queryKey: ['/api/host/earnings/courts'],
  queryFn: ({ signal }) => call('GET /api/host/earnings/courts', { query: { months: 24 }, signal }),
  meta: { live: ['payouts'] },
});

/** What the host is paid for one booking. */
export const bookingPayoutQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'payout'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/bookings/:bookingId/payout', { params: { bookingId }, signal })).payout,
    meta: { live: [`payouts:${bookingId}`, 'payoutAccounts'] },
  });

/** Goes on to the page of Stripe's on which a host sets up how they are paid. */
export const useOpenPayoutAccount = () =>
  useMutation({
    mutationFn: () => call('POST /api/host/payout-account'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) =>
      toastError('Error', messageOf(error, 'The page could not be opened. Please try again.')),
  });

/** Has Stripe asked anew whether the host can be paid; the answer comes as a live update. */
export const useCheckPayoutAccount = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/host/payout-account/check'),
    onSuccess: () => client.invalidateQueries({ queryKey: payoutAccountQuery.queryKey }),
  });
};
