import type { PolicyValues, PolicyVersion } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { type EffectivePolicy, policyValuesOf } from './policy-history.js';

/** The values in which two versions differ, in the order of the later one; those that it does not have come last. */
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

/** The place in the history of the version by which a server decides; -1 where it has not taken effect yet. */
const runningIndexOf = (
  runningPolicy: Policy,
  effectivePolicies: readonly EffectivePolicy[],
): number => {
  const runningValues = Object.entries(policyValuesOf(runningPolicy));
  return effectivePolicies.findLastIndex(
    (effectivePolicy) =>
      effectivePolicy.policyId === runningPolicy.id &&
      runningValues.every(
        ([valueName, policyValue]) => effectivePolicy.values[valueName] === policyValue,
      ),
  );
};

/** Every version with what it changed, the one in force first; `run` is the policy of the server that answers. */
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
