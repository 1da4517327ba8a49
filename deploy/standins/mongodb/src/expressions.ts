import { dateToString, dateTrunc } from './date-expressions.js';
import { allowOnly, CommandError, notSupported } from './errors.js';
import { compare, equal, isDocument } from './key-string.js';
import { numberOf, numeric, type Numeric } from './numbers.js';
import { own, parsePath, type Path } from './paths.js';

/** Computes a value from a document of the pipeline; undefined is a missing field. */
export type Expression = (document: unknown) => unknown;

const isNil = (value: unknown): boolean => value === null || value === undefined;

/** A field path maps over the arrays that it meets. */
export function valueAt(value: unknown, path: Path, from = 0): unknown {
  if (from === path.length) return value;
  if (Array.isArray(value))
    return value
      .map((item) => (isDocument(item) ? valueAt(item, path, from) : undefined))
      .filter((item) => item !== undefined);
  return isDocument(value) ? valueAt(own(value, path[from]!), path, from + 1) : undefined;
}

function variable(text: string): Expression {
  if (!text.startsWith('$$')) {
    const path = parsePath(text.slice(1));
    return (document) => valueAt(document, path);
  }
  const [name, ...path] = text.slice(2).split('.');
  if (name !== 'ROOT') throw notSupported(`the variable '$$${name}'`);
  return (document) => valueAt(document, path);
}

export function truthy(value: unknown): boolean {
  if (isNil(value) || value === false) return false;
  const number = numeric(value);
  return number === null || number.value !== 0;
}

/** Compares as expressions do, where a missing field is less than null. */
function compareValues(left: unknown, right: unknown): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  return compare(left, right);
}

type Operation = (args: unknown[]) => unknown;

const operand = (value: unknown, name: string): Numeric => {
  const number = numeric(value);
  if (!number) throw new CommandError(14, `${name} only supports numeric types`);
  return number;
};

/** Arithmetic on all arguments from left to right; null as soon as one is null or missing. */
const arithmetic =
  (name: string, apply: (left: number, right: number) => number, double = false): Operation =>
  (args) => {
    if (args.some(isNil)) return null;
    const numbers = args.map((value) => operand(value, name));
    const value = numbers.map((number) => number.value).reduce(apply);
    return numberOf({ value, double: double || numbers.some((number) => number.double) });
  };

const subtract = arithmetic('$subtract', (left, right) => left - right);
const add = arithmetic('$add', (left, right) => left + right);

function addValues(args: unknown[]): unknown {
  const dates = args.filter((value) => value instanceof Date);
  if (dates.length === 0 || args.some(isNil)) return add(args);
  if (dates.length > 1)
    throw new CommandError(16612, 'only one date allowed in an $add expression');
  return new Date(
    args.reduce<number>(
      (sum, value) =>
        sum + (value instanceof Date ? value.getTime() : operand(value, '$add').value),
      0,
    ),
  );
}

function subtractValues([left, right]: unknown[]): unknown {
  if (isNil(left) || isNil(right) || !(left instanceof Date)) return subtract([left, right]);
  if (right instanceof Date) return BigInt(left.getTime() - right.getTime());
  return new Date(left.getTime() - operand(right, '$subtract').value);
}

function divide(args: unknown[]): unknown {
  if (!args.some(isNil) && operand(args[1], '$divide').value === 0)
    throw new CommandError(2, "can't $divide by zero");
  return arithmetic('$divide', (left, right) => left / right, true)(args);
}

function concat(args: unknown[]): unknown {
  if (args.some(isNil)) return null;
  if (!args.every((value) => typeof value === 'string'))
    throw new CommandError(16702, '$concat only supports strings');
  return args.join('');
}

function list(value: unknown, name: string, code: number): unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(code, `The argument to ${name} must be an array`);
  return value;
}

/** Operators over a list of arguments, with how many they take. */
const OPERATIONS: Record<string, [apply: Operation, least: number, most: number]> = {
  $add: [addValues, 1, Infinity],
  $subtract: [subtractValues, 2, 2],
  $multiply: [arithmetic('$multiply', (left, right) => left * right), 1, Infinity],
  $divide: [divide, 2, 2],
  $eq: [([left, right]) => compareValues(left, right) === 0, 2, 2],
  $ne: [([left, right]) => compareValues(left, right) !== 0, 2, 2],
  $gt: [([left, right]) => compareValues(left, right) > 0, 2, 2],
  $gte: [([left, right]) => compareValues(left, right) >= 0, 2, 2],
  $lt: [([left, right]) => compareValues(left, right) < 0, 2, 2],
  $lte: [([left, right]) => compareValues(left, right) <= 0, 2, 2],
  $and: [(args) => args.every(truthy), 0, Infinity],
  $or: [(args) => args.some(truthy), 0, Infinity],
  $not: [([value]) => !truthy(value), 1, 1],
  $in: [([value, items]) => list(items, '$in', 40081).some((item) => equal(item, value)), 2, 2],
  $size: [([items]) => list(items, '$size', 17124).length, 1, 1],
  $concat: [concat, 0, Infinity],
  $ifNull: [(args) => args.find((value, i) => !isNil(value) || i === args.length - 1), 2, Infinity],
};

function named(given: unknown, name: string, allowed: string[]): Record<string, Expression> {
  if (!isDocument(given)) throw new CommandError(9, `${name} needs an object`);
  allowOnly(Object.keys(given), new Set(allowed), (option) => `the option '${option}' of ${name}`);
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, compileExpression(value)]),
  );
}

function conditional(given: unknown): Expression {
  const parts = Array.isArray(given)
    ? given.map(compileExpression)
    : Object.values(ordered(named(given, '$cond', ['if', 'then', 'else'])));
  const [test, then, otherwise] = parts;
  if (parts.length !== 3 || !test || !then || !otherwise)
    throw new CommandError(16020, '$cond takes exactly three arguments');
  return (document) => (truthy(test(document)) ? then(document) : otherwise(document));
}

const ordered = ({
  if: test,
  then,
  else: otherwise,
}: Record<string, Expression>): (Expression | undefined)[] => [test, then, otherwise];

/** The shared part of the date operators: null for no date, an error for anything else that is none. */
function onDate(
  parts: Record<string, Expression>,
  name: string,
  apply: (date: Date, document: unknown, zone: string) => unknown,
): Expression {
  return (document) => {
    const date = parts['date']?.(document);
    const zone = parts['timezone'] ? parts['timezone'](document) : 'UTC';
    if (isNil(date)) return parts['onNull']?.(document) ?? null;
    if (isNil(zone)) return null;
    if (!(date instanceof Date)) throw new CommandError(16006, `can't convert to Date in ${name}`);
    return apply(date, document, String(zone));
  };
}

const FORMS: Record<string, (given: unknown) => Expression> = {
  $literal: (given) => () => given,
  $cond: conditional,
  $dateTrunc: (given) => {
    const parts = named(given, '$dateTrunc', ['date', 'unit', 'timezone']);
    return onDate(parts, '$dateTrunc', (date, document, zone) =>
      dateTrunc(date, parts['unit']?.(document), zone),
    );
  },
  $dateToString: (given) => {
    const parts = named(given, '$dateToString', ['date', 'format', 'timezone', 'onNull']);
    return onDate(parts, '$dateToString', (date, document, zone) =>
      dateToString(date, parts['format']?.(document), zone),
    );
  },
};

export const EXPRESSIONS: readonly string[] = [...Object.keys(OPERATIONS), ...Object.keys(FORMS)];

function operation(name: string, given: unknown): Expression {
  if (Object.hasOwn(FORMS, name)) return FORMS[name]!(given);
  const known = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (!known) throw notSupported(`the expression '${name}'`);
  const [apply, least, most] = known;
  const args = (Array.isArray(given) ? given : [given]).map(compileExpression);
  if (args.length < least || args.length > most)
    throw new CommandError(16020, `Expression ${name} does not take ${args.length} arguments`);
  return (document) => apply(args.map((arg) => arg(document)));
}

/** Compiles an expression; an operator outside the allow-list is refused here, before any document is looked at. */
export function compileExpression(given: unknown): Expression {
  if (typeof given === 'string' && given.startsWith('$')) return variable(given);
  if (Array.isArray(given)) {
    const items = given.map(compileExpression);
    return (document) => items.map((item) => item(document) ?? null);
  }
  if (!isDocument(given)) return () => given;
  const names = Object.keys(given);
  if (names[0]?.startsWith('$')) {
    if (names.length > 1)
      throw new CommandError(15983, 'an expression must have exactly one operator');
    return operation(names[0], given[names[0]]);
  }
  const fields = names.map((name) => [name, compileExpression(given[name])] as const);
  return (document) =>
    Object.fromEntries(
      fields
        .map(([name, field]) => [name, field(document)] as const)
        .filter(([, value]) => value !== undefined),
    );
}
