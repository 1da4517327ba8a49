import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { compare, equal, isDocument } from './key-string.js';
import { compileFilter, isOperators } from './matcher.js';
import { isPosition, own, parsePath, type Path } from './paths.js';
import { printValue } from './print-value.js';

type Parent = { holder: Document | unknown[]; name: string };

/** Where a path ends; with `create`, missing documents on the way are made. Code 28 when something else is in the way. */
function parentOf(document: Document, path: Path, create: boolean): Parent | null {
  let holder: Document | unknown[] = document;
  for (const part of path.slice(0, -1)) {
    let next = read({ holder, name: part });
    if (next === undefined) {
      if (!create) return null;
      next = {};
      write({ holder, name: part }, next);
    }
    if (!Array.isArray(next) && !isDocument(next)) {
      if (!create) return null;
      throw new CommandError(
        28,
        `Cannot create field '${path.at(-1)}' in element {${part}: ${printValue(next)}}`,
      );
    }
    holder = next;
  }
  return { holder, name: path.at(-1)! };
}

const read = ({ holder, name }: Parent): unknown => {
  if (!Array.isArray(holder)) return own(holder, name);
  return isPosition(name) ? holder[Number(name)] : undefined;
};

function write({ holder, name }: Parent, value: unknown): void {
  if (!Array.isArray(holder)) {
    if (name === '__proto__') throw notSupported("the field name '__proto__' in an update");
    holder[name] = value;
  } else {
    if (!isPosition(name))
      throw new CommandError(28, `Cannot create field '${name}' in an array element`);
    if (Number(name) > holder.length + 10_000)
      throw notSupported('an array position far beyond the end');
    while (holder.length < Number(name)) holder.push(null);
    holder[Number(name)] = value;
  }
}

function unset(parent: Parent): void {
  const { holder, name } = parent;
  if (!Array.isArray(holder)) Reflect.deleteProperty(holder, name);
  else if (isPosition(name) && Number(name) < holder.length) holder[Number(name)] = null;
}

const isInt32 = (value: number): boolean => (value | 0) === value;

/** Sums keep mongod's types: int32 grows to int64, int64 stays, a double makes a double. */
function add(left: unknown, right: unknown, name: string): unknown {
  if (left instanceof Double || right instanceof Double) {
    const sum = Number(left) + Number(right);
    return isInt32(sum) ? new Double(sum) : sum;
  }
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (!Number.isInteger(left) || !Number.isInteger(right) || !isInt32(left) || !isInt32(right))
      return isInt32(sum) ? new Double(sum) : sum;
    return isInt32(sum) ? sum : BigInt(sum);
  }
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    const whole = [left, right].every(
      (value) => typeof value === 'bigint' || isInt32(value as number),
    );
    if (!whole) throw notSupported('$inc of a long and a double');
    const sum = BigInt(left as bigint) + BigInt(right as bigint);
    if (BigInt.asIntN(64, sum) !== sum)
      throw new CommandError(2, `Failed to apply $inc operations to current value of ${name}`);
    return sum;
  }
  throw new CommandError(14, `Cannot apply $inc to a value of non-numeric type: ${name}`);
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;

/** The array at a path for $push and $addToSet; missing counts as empty. */
function arrayAt(parent: Parent, operator: string): unknown[] {
  const value = read(parent) ?? [];
  if (!Array.isArray(value) || read(parent) === null) {
    throw new CommandError(2, `The field '${parent.name}' must be an array for ${operator}`);
  }
  return value;
}

/** What $push and $addToSet add: the operand, or each of a list; modifiers that reorder or cut are refused. */
function added(operand: unknown, operator: string): unknown[] {
  const names = isDocument(operand)
    ? Object.keys(operand).filter((name) => name.startsWith('$'))
    : [];
  const other = names.find((name) => name !== '$each');
  if (other !== undefined) throw notSupported(`${operator} with '${other}'`);
  if (names.length === 0) return [operand];
  const each = (operand as Document)['$each'];
  if (!Array.isArray(each))
    throw new CommandError(2, `The argument to $each in ${operator} must be an array`);
  return each;
}

/** Which elements $pull removes: those equal to a scalar, matching an operator, or matching a filter of documents. */
function pulled(operand: unknown): (item: unknown) => boolean {
  if (isOperators(operand)) {
    const test = compileFilter({ item: operand });
    return (item) => test({ item });
  }
  if (!isDocument(operand)) return (item) => equal(item, operand);
  const test = compileFilter(operand);
  return (item) => isDocument(item) && test(item);
}

type Apply = (parent: Parent, operand: unknown) => void;

const OPERATORS: Record<string, Apply> = {
  $set: write,
  $setOnInsert: write,
  $unset: unset,
  $inc: (parent, operand) => {
    if (!isNumber(operand))
      throw new CommandError(
        14,
        `Cannot increment with non-numeric argument: {${parent.name}: ${String(operand)}}`,
      );
    const current = read(parent);
    write(parent, current === undefined ? operand : add(current, operand, parent.name));
  },
  $max: (parent, operand) => {
    const current = read(parent);
    if (current === undefined || compare(operand, current) > 0) write(parent, operand);
  },
  $min: (parent, operand) => {
    const current = read(parent);
    if (current === undefined || compare(operand, current) < 0) write(parent, operand);
  },
  $push: (parent, operand) => {
    write(parent, [...arrayAt(parent, '$push'), ...added(operand, '$push')]);
  },
  $addToSet: (parent, operand) => {
    const items = [...arrayAt(parent, '$addToSet')];
    for (const value of added(operand, '$addToSet'))
      if (!items.some((item) => equal(item, value))) items.push(value);
    write(parent, items);
  },
  $pull: (parent, operand) => {
    if (read(parent) === undefined) return;
    const test = pulled(operand);
    write(
      parent,
      arrayAt(parent, '$pull').filter((item) => !test(item)),
    );
  },
};

const KEEPS_MISSING = new Set(['$unset', '$pull']);

type Step = { operator: string; path: Path; operand: unknown };

function stepsOf(update: Document): Step[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    if (!Object.hasOwn(OPERATORS, operator))
      throw notSupported(`the update operator '${operator}'`);
    if (!isDocument(fields))
      throw new CommandError(
        9,
        `Modifiers operate on fields but we found type ${typeof fields} for ${operator}`,
      );
    return Object.entries(fields).map(([name, operand]) => {
      if (name.split('.').some((part) => part.startsWith('$')))
        throw notSupported(`the positional update '${name}'`);
      return { operator, path: parsePath(name), operand };
    });
  });
  const names = steps.map(({ path }) => `${path.join('.')}.`);
  names.forEach((name, i) => {
    const other = names.findIndex((given, j) => j !== i && given.startsWith(name));
    if (other === -1) return;
    throw new CommandError(
      40,
      `Updating the path '${names[other]!.slice(0, -1)}' would create a conflict at '${name.slice(0, -1)}'`,
    );
  });
  // mongod applies the fields in the order of their names, which decides the order of new fields.
  return steps.sort((a, b) => compare(a.path.join('.'), b.path.join('.')));
}

/** Compiles `{ $set: ..., $inc: ... }` to a function that changes a document in place. Refusals come here, not when it is applied. */
export function compileUpdate(update: Document): (document: Document, inserting: boolean) => void {
  const steps = stepsOf(update);
  return (document, inserting) => {
    for (const { operator, path, operand } of steps) {
      if (operator === '$setOnInsert' && !inserting) continue;
      const parent = parentOf(document, path, !KEEPS_MISSING.has(operator));
      if (parent) OPERATORS[operator]!(parent, operand);
    }
  };
}
