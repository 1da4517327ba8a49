import type { MembershipReceipt } from '@courtly/contracts/receipts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The receipts of the current user, newest first. */
export const membershipReceiptsQuery = queryOptions({
  queryKey: ['/api/membership', 'receipts'],
  queryFn: ({ signal }) => call('GET /api/membership/receipts', { signal }),
  meta: { live: ['memberships'] },
});

export const periodLabels: Record<MembershipReceipt['plan'], string> = {
  founding: 'Elite, founding year',
  monthly: 'Elite, one month',
};
