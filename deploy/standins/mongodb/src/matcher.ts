import { BSONRegExp, MaxKey, MinKey } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { isDocument, keyString, TAG, tagOf } from './key-string.js';
import { parsePath, reaches } from './paths.js';
import { compileRegExp } from './regex.js';

/** Tells whether a document, or a value for the inner forms, is matched. */
export type Predicate = (value: unknown) => boolean;

/** How a test of one value meets arrays: an array passes when it or one of its elements does, or when it does itself. */
type Reach = (test: Predicate) => Predicate;

const intoArrays: Reach = (test) => (value) =>
  test(value) || (Array.isArray(value) && value.some(test));
const asItIs: Reach = (test) => test;

type Operator = (operand: unknown, siblings: Document, reach: Reach) => Predicate;

const isNaNValue = (value: unknown): boolean => typeof value === 'number' && Number.isNaN(value);

function ordinary(operand: unknown, name: string): unknown {
  if (operand instanceof MinKey || operand instanceof MaxKey)
    throw notSupported(`${name} with MinKey or MaxKey`);
  if (operand === undefined) throw new CommandError(2, `${name} needs a value`);
  return operand;
}

function same(operand: unknown): Predicate {
  if (typeof operand === 'string') return (value) => value === operand;
  if (operand === null) return (value) => value === null || value === undefined;
  const key = keyString(operand);
  const tag = tagOf(operand);
  return (value) => value !== undefined && tagOf(value) === tag && keyString(value) === key;
}

const equals = (operand: unknown): Predicate =>
  operand instanceof BSONRegExp ? matches(compileRegExp(operand)) : same(ordinary(operand, '$eq'));

const matches =
  (expression: RegExp): Predicate =>
  (value) =>
    typeof value === 'string' && expression.test(value);

/** Only values of the operand's own type compare; NaN compares with NaN alone. */
const ordered =
  (name: string, holds: (order: number) => boolean): Operator =>
  (given, _, reach) => {
    const operand = ordinary(given, name);
    if (operand instanceof BSONRegExp)
      throw new CommandError(2, `Can't have RegEx as arg to predicate over field (${name})`);
    if (Array.isArray(operand)) throw notSupported(`${name} with an array`);
    if (operand === null) return holds(0) ? reach(equals(null)) : () => false;
    const tag = tagOf(operand);
    if (isNaNValue(operand)) return holds(0) ? reach(isNaNValue) : () => false;
    if (typeof operand === 'number') return reach(numeric(operand, holds));
    const key = keyString(operand);
    return reach((value) => {
      if (value === undefined || tagOf(value) !== tag || isNaNValue(value)) return false;
      const other = keyString(value);
      return holds(other < key ? -1 : other > key ? 1 : 0);
    });
  };

function numeric(operand: number, holds: (order: number) => boolean): Predicate {
  const key = keyString(operand);
  return (value) => {
    if (typeof value === 'number') return !Number.isNaN(value) && holds(value - operand);
    if (value === undefined || tagOf(value) !== TAG.number) return false;
    const other = keyString(value);
    return holds(other < key ? -1 : other > key ? 1 : 0);
  };
}

function list(operand: unknown, name: string): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError(2, `${name} needs an array`);
  return operand;
}

function oneOf(operand: unknown): Predicate {
  const tests: Predicate[] = [];
  const keys = new Set<string>();
  const texts = new Set<unknown>();
  for (const item of list(operand, '$in')) {
    if (typeof item === 'string') texts.add(item);
    else if (item instanceof BSONRegExp || item === null) tests.push(equals(item));
    else if (isOperators(item)) throw new CommandError(2, 'cannot nest $ under $in');
    else keys.add(keyString(ordinary(item, '$in')));
  }
  return (value) =>
    texts.has(value) ||
    (keys.size > 0 && value !== undefined && keys.has(keyString(value))) ||
    tests.some((other) => other(value));
}

function every(operand: unknown, _: Document, reach: Reach): Predicate {
  const tests = list(operand, '$all').map((item) => {
    if (isOperators(item)) throw notSupported('$all with operators');
    return reach(equals(item));
  });
  return (value) => tests.length > 0 && tests.every((test) => test(value));
}

function element(operand: unknown): Predicate {
  if (!isDocument(operand)) throw new CommandError(2, '$elemMatch needs an Object');
  const ofValues = isOperators(operand) && !Object.keys(operand).some((name) => LOGICAL.has(name));
  const test = ofValues ? operators(operand, asItIs) : compileFilter(operand);
  return (value) =>
    Array.isArray(value) && value.some((item) => (ofValues || isDocument(item)) && test(item));
}

function size(operand: unknown): Predicate {
  const length = Number(operand);
  if (!Number.isInteger(length) || length < 0)
    throw new CommandError(2, `Failed to parse $size. Expected a non-negative integer`);
  return (value) => Array.isArray(value) && value.length === length;
}

function regex(operand: unknown, { $options }: Document, reach: Reach): Predicate {
  if (typeof operand !== 'string' && !(operand instanceof BSONRegExp))
    throw new CommandError(2, '$regex has to be a string');
  return reach(
    matches(compileRegExp(operand, $options === undefined ? undefined : String($options))),
  );
}

const OPERATORS = new Map<string, Operator>(
  Object.entries({
    $eq: (operand, _, reach) => reach(equals(operand)),
    $gt: ordered('$gt', (order) => order > 0),
    $gte: ordered('$gte', (order) => order >= 0),
    $lt: ordered('$lt', (order) => order < 0),
    $lte: ordered('$lte', (order) => order <= 0),
    $in: (operand, _, reach) => reach(oneOf(operand)),
    $exists: (operand) => (value) => (value !== undefined) === truthy(operand),
    $all: every,
    $elemMatch: element,
    $size: size,
    $regex: regex,
  }),
);

const truthy = (operand: unknown): boolean =>
  Boolean(typeof operand === 'object' && operand !== null ? operand.valueOf() : operand);

/** Operators that hold for the whole path when their opposite holds nowhere on it. */
const NEGATIONS = new Map<string, (operand: unknown, reach: Reach) => Predicate>(
  Object.entries({
    $ne: (operand, reach) => {
      if (operand instanceof BSONRegExp)
        throw new CommandError(2, "Can't have regex as arg to $ne.");
      return reach(equals(operand));
    },
    $nin: (operand, reach) => reach(oneOf(operand)),
    $not: (operand, reach) => {
      if (operand instanceof BSONRegExp) return reach(equals(operand));
      if (!isOperators(operand))
        throw new CommandError(2, '$not needs a regex or a document of operators');
      return operators(operand, reach);
    },
  }),
);

/** A document whose fields are operators, as in `{ $gt: 1 }`; a mixture is refused. */
export function isOperators(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const names = Object.keys(value);
  const dollars = names.filter((name) => name.startsWith('$')).length;
  if (dollars > 0 && dollars < names.length)
    throw new CommandError(2, `unknown operator: ${names.find((name) => !name.startsWith('$'))}`);
  return dollars > 0;
}

function operators(given: Document, reach: Reach = intoArrays): Predicate {
  const tests = Object.entries(given).flatMap(([name, operand]) => {
    if (name === '$options') {
      if (given['$regex'] === undefined) throw new CommandError(2, '$options needs a $regex');
      return [];
    }
    const operator = OPERATORS.get(name);
    if (operator) return [operator(operand, given, reach)];
    const negation = NEGATIONS.get(name);
    if (!negation) throw notSupported(`the query operator '${name}'`);
    const test = negation(operand, reach);
    return [(value: unknown) => !test(value)];
  });
  return (value) => tests.every((test) => test(value));
}

/** The conditions of one path: each may be met by a different element, so each walks the path by itself. */
function field(name: string, condition: unknown): Predicate[] {
  if (name === '') throw notSupported('an empty field name in a filter');
  const path = parsePath(name);
  const walk =
    (test: Predicate, wanted: boolean): Predicate =>
    (value) =>
      reaches(value, path, test) === wanted;
  if (!isOperators(condition)) return [walk(intoArrays(equals(condition)), true)];
  return Object.entries(condition).flatMap(([operator, operand]) => {
    if (operator === '$options')
      return operators({ $options: operand, $regex: condition['$regex'] }) && [];
    if (operator === '$not' && isOperators(operand)) {
      const tests = field(name, operand);
      return [(value: unknown) => !tests.every((test) => test(value))];
    }
    const negation = NEGATIONS.get(operator);
    if (negation) return [walk(negation(operand, intoArrays), false)];
    // Existence is a property of the whole path: false means that nothing is there.
    if (operator === '$exists') return [walk(operators({ $exists: true }), truthy(operand))];
    return [
      walk(
        operators({
          [operator]: operand,
          ...(operator === '$regex' && { $options: condition['$options'] }),
        }),
        true,
      ),
    ];
  });
}

function branches(operand: unknown, name: string): Predicate[] {
  const filters = list(operand, name);
  if (filters.length === 0) throw new CommandError(2, `${name} must be a nonempty array`);
  return filters.map((filter) => {
    if (!isDocument(filter)) throw new CommandError(2, `${name} entries need to be full objects`);
    return compileFilter(filter);
  });
}

const LOGICAL = new Map<string, (tests: Predicate[]) => Predicate>(
  Object.entries({
    $and: (tests) => (value) => tests.every((test) => test(value)),
    $or: (tests) => (value) => tests.some((test) => test(value)),
    $nor: (tests) => (value) => !tests.some((test) => test(value)),
  }),
);

/** Compiles a filter; every operator outside the allow-list is refused here, before any document is looked at. */
export function compileFilter(filter: Document): Predicate {
  const tests = Object.entries(filter).flatMap(([name, condition]) => {
    if (name === '$comment') return [];
    const logical = LOGICAL.get(name);
    if (logical) return [logical(branches(condition, name))];
    if (name.startsWith('$')) throw notSupported(`the query operator '${name}'`);
    return field(name, condition);
  });
  if (tests.length === 1) return tests[0]!;
  return (value) => tests.every((test) => test(value));
}

/** The top-level fields that a filter reads. */
export function fieldsOf(filter: Document, into = new Set<string>()): Set<string> {
  for (const [name, condition] of Object.entries(filter)) {
    if (LOGICAL.has(name))
      for (const branch of list(condition, name)) fieldsOf(branch as Document, into);
    else if (!name.startsWith('$')) into.add(name.split('.', 1)[0]!);
  }
  return into;
}
