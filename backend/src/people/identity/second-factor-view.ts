import type { Role } from '@courtly/contracts/identity';
import type { SecondFactors } from '@courtly/contracts/second-factor';
import { type SecondFactorState, recoveryCodesLeft } from './second-factor.js';

export const secondFactorsView = (
  state: SecondFactorState,
  roles: readonly string[],
  secondFactorRoles: readonly Role[],
  isUsed: boolean,
): SecondFactors => ({
  factors: [...state.factors],
  recoveryCodesLeft: recoveryCodesLeft(state),
  isRequired: secondFactorRoles.some((role) => roles.includes(role)),
  isUsed,
});
