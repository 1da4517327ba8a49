import type { PurchasePurpose } from '@courtly/contracts/membership';
import type { MembershipReceipt } from '@courtly/contracts/receipts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

const membershipKey = ['/api/membership'] as const;

/** The prices of Elite and the remaining founding seats. */
export const plansQuery = queryOptions({
  queryKey: [...membershipKey, 'plans'],
  queryFn: ({ signal }) => call('GET /api/membership/plans', { signal }),
});

/** The current user's membership, for members only. */
export const membershipQuery = queryOptions({
  queryKey: [...membershipKey, 'own'],
  queryFn: ({ signal }) => call('GET /api/membership', { signal }),
  meta: { live: ['memberships'] },
});

/** The receipts of the current user, newest first. */
export const membershipReceiptsQuery = queryOptions({
  queryKey: [...membershipKey, 'receipts'],
  queryFn: ({ signal }) => call('GET /api/membership/receipts', { signal }),
  meta: { live: ['memberships'] },
});

export const periodLabels: Record<MembershipReceipt['plan'], string> = {
  founding: 'Elite, founding year',
  monthly: 'Elite, one month',
};

/** The payment intent for a founding year. Repeated requests return the same intent. */
export const foundingIntentQuery = (purpose: PurchasePurpose) =>
  queryOptions({
    queryKey: [...membershipKey, 'intent', purpose],
    queryFn: () => call('POST /api/create-payment-intent', { body: { purpose } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

/** The membership that a completed payment granted. This request is safe to repeat. */
export const eliteUserQuery = (paymentIntentId: string) =>
  queryOptions({
    queryKey: [...membershipKey, 'payment', paymentIntentId],
    queryFn: () => call('POST /api/auth/create-elite-user', { body: { paymentIntentId } }),
    retry: false,
  });
