import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PolicyEvent } from './policy.events.js';

/** A policy that took effect, the last one before the next. */
export type TakenEffect = PolicyEvent['data'];

/** The one history. */
export const CLUB = 'club';

const leavesOf = (values: object, within = ''): [string, PolicyValue][] =>
  Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leavesOf(value, `${within}${name}.`)
      : [[`${within}${name}`, value as PolicyValue]],
  );

/** What a policy says beside its id, by name: `feeShare`, `elite.graceDays`. */
export const valuesOf = ({ id: _, ...policy }: Policy): PolicyValues =>
  Object.fromEntries(leavesOf(policy));

/** All that was said under an id. */
const saidUnder = (policyId: string, history: readonly TakenEffect[]): PolicyValues =>
  Object.assign(
    {},
    ...history.filter((one) => one.policyId === policyId).map(({ values }) => values),
  ) as PolicyValues;

/**
 * Every policy that ever took effect, the first one first. An id takes effect once: a server that starts with a policy that
 * was replaced, as an older one does beside a newer one, changes nothing, so that two never take turns. Going back is a new
 * id with the values of old. What was agreed under an id keeps its numbers: the same id with other values is refused. A
 * release may bring a value that policies did not have before; the policy in force then takes effect once more, with it.
 */
export const policyHistory: Decider<
  readonly TakenEffect[],
  Message<'TakeEffect', TakenEffect>,
  PolicyEvent
> = {
  category: 'policy',
  initial: [],

  decide({ data }, history) {
    const { policyId, values } = data;
    const said = saidUnder(policyId, history);
    const names = Object.keys(values);
    const other = names.filter((name) => name in said && said[name] !== values[name]);
    if (other.length > 0) throw otherValues(policyId, other);
    const isNew = history.every((one) => one.policyId !== policyId);
    const saysMore = history.at(-1)?.policyId === policyId && names.some((name) => !(name in said));
    return isNew || saysMore ? [{ type: 'PolicyTookEffect', data }] : [];
  },

  evolve: (history, { data }) => [...history, data],
};

const otherValues = (policyId: string, names: readonly string[]) =>
  new DomainError(
    'taken',
    `The policy "${policyId}" has taken effect with other values (${names.join(', ')}). ` +
      'Give the changed policy an id of its own: what was agreed under the old one keeps its numbers.',
    { field: 'id', names },
  );
