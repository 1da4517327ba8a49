import type { SecondFactors } from '@courtly/contracts/second-factor';

/** Two-step sign-in that is off and not required, unless changed. */
export const secondFactorsLike = (changes: Partial<SecondFactors> = {}): SecondFactors => ({
  factors: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  isUsed: false,
  ...changes,
});
