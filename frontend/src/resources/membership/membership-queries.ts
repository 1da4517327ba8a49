import type { PurchasePurpose } from '@courtly/contracts/membership';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

const membershipKey = ['/api/membership'] as const;

/** What Elite costs, and how many founding seats are left. */
export const plansQuery = queryOptions({
  queryKey: [...membershipKey, 'plans'],
  queryFn: ({ signal }) => call('GET /api/membership/plans', { signal }),
});

/** The membership of the member; only for members. */
export const membershipQuery = queryOptions({
  queryKey: [...membershipKey, 'own'],
  queryFn: ({ signal }) => call('GET /api/membership', { signal }),
  meta: { live: ['memberships'] },
});

/** The payment of a founding year, made by asking for it; asked again it is the same one. */
export const foundingIntentQuery = (purpose: PurchasePurpose) =>
  queryOptions({
    queryKey: [...membershipKey, 'intent', purpose],
    queryFn: () => call('POST /api/create-payment-intent', { body: { purpose } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

/**
 * What the server says of a payment by which somebody came back: a member, or why not. It changes nothing that the payment has
 * not changed, and may be asked again.
 */
export const eliteUserQuery = (paymentIntentId: string) =>
  queryOptions({
    queryKey: [...membershipKey, 'payment', paymentIntentId],
    queryFn: () => call('POST /api/auth/create-elite-user', { body: { paymentIntentId } }),
    retry: false,
  });
