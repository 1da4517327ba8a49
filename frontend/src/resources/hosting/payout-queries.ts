import type { BookingPayout } from '@courtly/contracts/payouts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toastError } from '../../ui/toast';

/** The host's payout account and pending payouts. */
export const payoutAccountQuery = queryOptions({
  queryKey: ['/api/host/payout-account'],
  queryFn: ({ signal }) => call('GET /api/host/payout-account', { signal }),
  meta: { live: ['payoutAccounts', 'payouts', 'people'] },
});

type Lookup = {
  bookingId: string;
  resolve: (payout: BookingPayout | null) => void;
  reject: (error: unknown) => void;
};
/** The most that one request returns. */
const MAX_LOOKUPS = 48;
const lookups: Lookup[] = [];

const sendLookups = (sentLookups: readonly Lookup[]): void => {
  const bookingIds = sentLookups.map(({ bookingId }) => bookingId).join(',');
  call('GET /api/host/payouts', { query: { bookingIds, limit: sentLookups.length } }).then(
    (payouts) => {
      const payoutsById = new Map(payouts.map((payout) => [payout.bookingId, payout]));
      for (const { bookingId, resolve } of sentLookups) resolve(payoutsById.get(bookingId) ?? null);
    },
    (error: unknown) => sentLookups.forEach(({ reject }) => reject(error)),
  );
};

/** The rows of a list load their payouts together. */
const loadPayout = (bookingId: string): Promise<BookingPayout | null> =>
  new Promise((resolve, reject) => {
    if (lookups.length === 0)
      queueMicrotask(() => {
        while (lookups.length > 0) sendLookups(lookups.splice(0, MAX_LOOKUPS));
      });
    lookups.push({ bookingId, resolve, reject });
  });

export const bookingPayoutQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'payout'],
    queryFn: () => loadPayout(bookingId),
    meta: { live: [`payouts:${bookingId}`, 'payoutAccounts', 'people'] },
  });

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
