import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { compileExpression } from './expressions.js';
import { compare, isDocument, keyString } from './key-string.js';
import { createSum, isInt32, numberOf, numeric } from './numbers.js';

/** Takes the values of one group one by one; a missing field comes as undefined. */
type Accumulator = { add(value: unknown): void; result(): unknown };

function sum(): Accumulator {
  const total = createSum();
  return {
    add(value) {
      const number = numeric(value);
      if (number) total.add(number);
    },
    result: () => numberOf(total.total()),
  };
}

function average(): Accumulator {
  const total = createSum();
  let count = 0;
  return {
    add(value) {
      const number = numeric(value);
      if (!number) return;
      total.add(number);
      count++;
    },
    result() {
      const mean = total.total().value / count;
      return count === 0 ? null : isInt32(mean) ? new Double(mean) : mean;
    },
  };
}

/** The least (-1) or greatest (1) value in MongoDB's order of all types; null and missing do not count. */
const extreme = (sign: 1 | -1) => (): Accumulator => {
  let best: unknown = null;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (best === null || compare(value, best) * sign > 0) best = value;
    },
    result: () => best,
  };
};

function first(): Accumulator {
  let kept: { value: unknown } | undefined;
  return { add: (value) => void (kept ??= { value }), result: () => kept?.value ?? null };
}

function last(): Accumulator {
  let kept: unknown;
  return { add: (value) => void (kept = value), result: () => kept ?? null };
}

function push(): Accumulator {
  const values: unknown[] = [];
  return { add: (value) => void (value !== undefined && values.push(value)), result: () => values };
}

function addToSet(): Accumulator {
  const values = new Map<string, unknown>();
  const add = (value: unknown): void => {
    const key = keyString(value);
    if (value !== undefined && !values.has(key)) values.set(key, value);
  };
  return { add, result: () => [...values.values()] };
}

export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: first,
  $last: last,
  $push: push,
  $addToSet: addToSet,
};

function field(name: string, given: unknown) {
  if (name.includes('.') || name.startsWith('$'))
    throw new CommandError(40235, `The field name '${name}' cannot contain '.' or start with '$'`);
  const [operator = ''] = isDocument(given) ? Object.keys(given) : [];
  if (!isDocument(given) || Object.keys(given).length !== 1)
    throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const create = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!create) throw notSupported(`the accumulator '${operator}'`);
  if (operator !== '$push' && Array.isArray(given[operator]))
    throw new CommandError(40237, `The ${operator} accumulator is a unary operator`);
  return { name, create, expression: compileExpression(given[operator]) };
}

/** Compiles $group. Groups come in the order of their first document; mongod promises none. */
export function compileGroup(stage: Document): (documents: Iterable<Document>) => Document[] {
  const { _id: id, ...rest } = stage;
  if (!Object.hasOwn(stage, '_id'))
    throw new CommandError(15955, 'a group specification must include an _id');
  const keyOf = compileExpression(id);
  const fields = Object.entries(rest).map(([name, given]) => field(name, given));
  return (documents) => {
    const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    for (const document of documents) {
      const value = keyOf(document) ?? null;
      const key = keyString(value);
      let group = groups.get(key);
      if (!group)
        groups.set(
          key,
          (group = { id: value, accumulators: fields.map(({ create }) => create()) }),
        );
      for (const [i, { expression }] of fields.entries())
        group.accumulators[i]!.add(expression(document));
    }
    return [...groups.values()].map(({ id: _id, accumulators }) =>
      Object.fromEntries([
        ['_id', _id],
        ...fields.map(({ name }, i) => [name, accumulators[i]!.result()] as const),
      ]),
    );
  };
}
