import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PolicyEvent } from './policy.events.js';

export type EffectivePolicy = PolicyEvent['data'];

export const CLUB_POLICY = 'club';

const flattenValues = (nestedValues: object, namePrefix = ''): [string, PolicyValue][] =>
  Object.entries(nestedValues).flatMap(([valueName, policyValue]: [string, unknown]) =>
    typeof policyValue === 'object' && policyValue !== null
      ? flattenValues(policyValue, `${namePrefix}${valueName}.`)
      : [[`${namePrefix}${valueName}`, policyValue as PolicyValue]],
  );

/** All values except the id, by path: `feeShare`, `elite.graceDays`. */
export const policyValuesOf = ({ id: _, ...policyWithoutId }: Policy): PolicyValues =>
  Object.fromEntries(flattenValues(policyWithoutId));

const valuesUnder = (policyId: string, effectivePolicies: readonly EffectivePolicy[]) =>
  Object.assign(
    {},
    ...effectivePolicies
      .filter((effectivePolicy) => effectivePolicy.policyId === policyId)
      .map(({ values }) => values),
  ) as PolicyValues;

/**
 * Every policy that took effect, oldest first. An id keeps its values, as agreements refer to it,
 * and takes effect once, so older servers change nothing and going back takes a new id.
 */
export const policyHistory: Decider<
  readonly EffectivePolicy[],
  Message<'TakeEffect', EffectivePolicy>,
  PolicyEvent
> = {
  category: 'policy',
  initial: [],

  decide({ data }, effectivePolicies) {
    const { policyId, values } = data;
    const recordedValues = valuesUnder(policyId, effectivePolicies);
    const valueNames = Object.keys(values);
    const isNewPolicy = effectivePolicies.every(
      (effectivePolicy) => effectivePolicy.policyId !== policyId,
    );
    const changedNames = [...new Set([...valueNames, ...Object.keys(recordedValues)])].filter(
      (valueName) =>
        valueName in recordedValues && valueName in values
          ? recordedValues[valueName] !== values[valueName]
          : // A policy that does not list a city sets nothing for it.
            !isNewPolicy && valueName.startsWith('cities.'),
    );
    if (changedNames.length > 0) throw changedValuesRefusal(policyId, changedNames);
    // A release can add a value, with which the current policy takes effect again.
    const addsValues =
      effectivePolicies.at(-1)?.policyId === policyId &&
      valueNames.some((valueName) => !(valueName in recordedValues));
    return isNewPolicy || addsValues ? [{ type: 'PolicyTookEffect', data }] : [];
  },

  evolve: (effectivePolicies, { data }) => [...effectivePolicies, data],
};

const changedValuesRefusal = (policyId: string, valueNames: readonly string[]) =>
  new DomainError(
    'taken',
    `The policy "${policyId}" has taken effect with other values (${valueNames.join(', ')}). ` +
      'Give the changed policy a new id, because existing agreements keep the numbers of the old one.',
    { field: 'id', names: valueNames },
  );
