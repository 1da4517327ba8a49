import type { Catalog } from '@courtly/contracts/catalog';

/** The catalog of the standard policy. */
export const catalogLike = (changes: Partial<Catalog> = {}): Catalog => ({
  policyId: 'standard-1',
  feeShare: 1_000,
  eliteFeeShare: 500,
  payoutShare: 9_900,
  lateRefundShare: 5_000,
  freeCancelMinutes: 1_440,
  headStartMinutes: 4_320,
  hostAnswerMinutes: 1_440,
  openBookings: 3,
  eliteOpenBookings: 6,
  reviewHours: 48,
  foundingPrice: '199.00',
  monthlyPrice: '100.00',
  ...changes,
});
