import type { PolicyValues, PolicyVersion } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { type EffectivePolicy, policyValuesOf } from './policy-history.js';

/** Changes in the order of the later version, followed by removed values. */
export const changesBetween = (
  previousValues: PolicyValues,
  nextValues: PolicyValues,
): NonNullable<PolicyVersion['changes']> =>
  [...new Set([...Object.keys(nextValues), ...Object.keys(previousValues)])]
    .filter((valueName) => previousValues[valueName] !== nextValues[valueName])
    .map((valueName) => ({
      name: valueName,
      ...(valueName in previousValues && { before: previousValues[valueName] }),
      ...(valueName in nextValues && { after: nextValues[valueName] }),
    }));

/** The index of the version that this server uses, or -1 if it has not taken effect. */
const runningIndexOf = (runningPolicy: Policy, effectivePolicies: readonly EffectivePolicy[]) => {
  const runningValues = Object.entries(policyValuesOf(runningPolicy));
  return effectivePolicies.findLastIndex(
    (effectivePolicy) =>
      effectivePolicy.policyId === runningPolicy.id &&
      runningValues.every(
        ([valueName, policyValue]) => effectivePolicy.values[valueName] === policyValue,
      ),
  );
};

/**
 * All versions with their changes, current version first. `runningPolicy` is this server's policy.
 */
export const policyVersions = (
  effectivePolicies: readonly EffectivePolicy[],
  runningPolicy: Policy,
): PolicyVersion[] => {
  const runningIndex = runningIndexOf(runningPolicy, effectivePolicies);
  return effectivePolicies
    .map((effectivePolicy, index) => {
      const previousPolicy = effectivePolicies[index - 1];
      return {
        ...effectivePolicy,
        isInForce: index === effectivePolicies.length - 1,
        isRunHere: index === runningIndex,
        changes: previousPolicy
          ? changesBetween(previousPolicy.values, effectivePolicy.values)
          : null,
      };
    })
    .reverse();
};
