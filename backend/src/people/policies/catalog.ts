import type { Catalog } from '@courtly/contracts/catalog';
import type { Policy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';

/** The public values of a policy. */
export const catalogOf = ({ id, elite, ...policy }: Policy): Catalog => ({
  policyId: id,
  feeShare: policy.feeShare,
  eliteFeeShare: policy.eliteFeeShare,
  payoutShare: policy.payoutShare,
  lateRefundShare: policy.lateRefundShare,
  freeCancelMinutes: policy.freeCancelMinutes,
  headStartMinutes: policy.headStartMinutes,
  hostAnswerMinutes: policy.hostAnswerMinutes,
  openBookings: policy.openBookings,
  eliteOpenBookings: policy.eliteOpenBookings,
  reviewHours: policy.reviewHours,
  foundingPrice: toMoney(elite.foundingCents),
  monthlyPrice: toMoney(elite.monthlyCents),
});
