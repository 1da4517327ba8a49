import type { PolicyValues, PolicyVersion } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { type TakenEffect, valuesOf } from './policy-history.js';

/** The values in which two versions differ, in the order of the later one; those that it does not have come last. */
export const changesBetween = (
  before: PolicyValues,
  after: PolicyValues,
): NonNullable<PolicyVersion['changes']> =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      ...(name in before && { before: before[name] }),
      ...(name in after && { after: after[name] }),
    }));

/** The place in the history of the version by which a server decides; -1 where it has not taken effect yet. */
const placeOf = (policy: Policy, history: readonly TakenEffect[]): number => {
  const values = Object.entries(valuesOf(policy));
  return history.findLastIndex(
    (one) =>
      one.policyId === policy.id && values.every(([name, value]) => one.values[name] === value),
  );
};

/** Every version with what it changed, the one in force first; `run` is the policy of the server that answers. */
export const policyVersions = (history: readonly TakenEffect[], run: Policy): PolicyVersion[] => {
  const here = placeOf(run, history);
  return history
    .map((one, index) => {
      const before = history[index - 1];
      return {
        ...one,
        isInForce: index === history.length - 1,
        isRunHere: index === here,
        changes: before ? changesBetween(before.values, one.values) : null,
      };
    })
    .reverse();
};
