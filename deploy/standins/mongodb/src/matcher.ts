import { BSONRegExp, MaxKey, MinKey } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { isPlainDocument, encodeKeyString, TYPE_TAGS, typeTagOf } from './key-string.js';
import { readNumber } from './options.js';
import { parseFieldPath, anyValueAt, type FieldPath } from './paths.js';
import { compileRegExp } from './regex.js';

/** Returns whether a document, or a value in nested forms, matches. */
export type Predicate = (candidate: unknown) => boolean;

/**
 * How a test applies to arrays: a value passes if it passes itself or if one of its elements does.
 */
type ArrayReach = (testValue: Predicate) => Predicate;

const throughArrays: ArrayReach = (testValue) => (candidate) =>
  testValue(candidate) || (Array.isArray(candidate) && candidate.some(testValue));
const withoutArrays: ArrayReach = (testValue) => testValue;

type QueryOperator = (
  operandValue: unknown,
  siblings: Document,
  arrayReach: ArrayReach,
) => Predicate;

const isNaNValue = (candidate: unknown): boolean =>
  typeof candidate === 'number' && Number.isNaN(candidate);

function requireComparable(operandValue: unknown, operatorName: string): unknown {
  if (operandValue instanceof MinKey || operandValue instanceof MaxKey)
    throw notSupported(`${operatorName} with MinKey or MaxKey`);
  if (operandValue === undefined) throw new CommandError(2, `${operatorName} needs a value`);
  return operandValue;
}

function matchExactly(operandValue: unknown): Predicate {
  if (typeof operandValue === 'string') return (candidate) => candidate === operandValue;
  if (operandValue === null) return (candidate) => candidate === null || candidate === undefined;
  const operandKey = encodeKeyString(operandValue);
  const operandTag = typeTagOf(operandValue);
  return (candidate) =>
    candidate !== undefined &&
    typeTagOf(candidate) === operandTag &&
    encodeKeyString(candidate) === operandKey;
}

/** `$eq`: a regular expression equals only a stored one. */
const matchEqual = (operandValue: unknown): Predicate =>
  matchExactly(requireComparable(operandValue, '$eq'));

/** A condition without an operator: a regular expression is a pattern, as in `$in` and `$all`. */
const matchCondition = (operandValue: unknown): Predicate =>
  operandValue instanceof BSONRegExp
    ? matchPattern(operandValue.pattern, operandValue.options)
    : matchEqual(operandValue);

/** A pattern matches strings, and stored regular expressions that equal it. */
function matchPattern(pattern: string, regexOptions: string): Predicate {
  const regExpression = compileRegExp(pattern, regexOptions);
  const sortedOptions = [...regexOptions].sort().join('');
  return (candidate) =>
    typeof candidate === 'string'
      ? regExpression.test(candidate)
      : candidate instanceof BSONRegExp &&
        candidate.pattern === pattern &&
        candidate.options === sortedOptions;
}

/** Only values of the operand's type are comparable; NaN compares only with NaN. */
const compareOperator =
  (operatorName: string, acceptsOrder: (comparison: number) => boolean): QueryOperator =>
  (rawOperand, _, arrayReach) => {
    const comparable = requireComparable(rawOperand, operatorName);
    if (comparable instanceof BSONRegExp)
      throw new CommandError(
        2,
        `Can't have RegEx as arg to predicate over field (${operatorName})`,
      );
    if (Array.isArray(comparable)) throw notSupported(`${operatorName} with an array`);
    if (comparable === null) return acceptsOrder(0) ? arrayReach(matchEqual(null)) : () => false;
    const operandTag = typeTagOf(comparable);
    if (isNaNValue(comparable)) return acceptsOrder(0) ? arrayReach(isNaNValue) : () => false;
    if (typeof comparable === 'number') return arrayReach(matchNumber(comparable, acceptsOrder));
    const operandKey = encodeKeyString(comparable);
    return arrayReach((candidate) => {
      if (candidate === undefined || typeTagOf(candidate) !== operandTag || isNaNValue(candidate))
        return false;
      const candidateKey = encodeKeyString(candidate);
      return acceptsOrder(candidateKey < operandKey ? -1 : candidateKey > operandKey ? 1 : 0);
    });
  };

function matchNumber(
  operandValue: number,
  acceptsOrder: (comparison: number) => boolean,
): Predicate {
  const operandKey = encodeKeyString(operandValue);
  return (candidate) => {
    if (typeof candidate === 'number')
      return !Number.isNaN(candidate) && acceptsOrder(candidate - operandValue);
    if (candidate === undefined || typeTagOf(candidate) !== TYPE_TAGS.number) return false;
    const candidateKey = encodeKeyString(candidate);
    return acceptsOrder(candidateKey < operandKey ? -1 : candidateKey > operandKey ? 1 : 0);
  };
}

function requireArray(operandValue: unknown, operatorName: string): unknown[] {
  if (!Array.isArray(operandValue)) throw new CommandError(2, `${operatorName} needs an array`);
  return operandValue;
}

function matchAnyOf(operandValue: unknown): Predicate {
  const otherTests: Predicate[] = [];
  const valueKeys = new Set<string>();
  const stringValues = new Set<unknown>();
  for (const listItem of requireArray(operandValue, '$in')) {
    if (typeof listItem === 'string') stringValues.add(listItem);
    else if (listItem instanceof BSONRegExp || listItem === null)
      otherTests.push(matchCondition(listItem));
    else if (isOperatorDocument(listItem)) throw new CommandError(2, 'cannot nest $ under $in');
    else valueKeys.add(encodeKeyString(requireComparable(listItem, '$in')));
  }
  return (candidate) =>
    stringValues.has(candidate) ||
    (valueKeys.size > 0 && candidate !== undefined && valueKeys.has(encodeKeyString(candidate))) ||
    otherTests.some((otherTest) => otherTest(candidate));
}

/** All values of a path must include each item; the values may be elements of different arrays. */
function matchAllItems(operandValue: unknown): (pathValues: readonly unknown[]) => boolean {
  const itemTests = requireArray(operandValue, '$all').map((listItem) => {
    if (isOperatorDocument(listItem)) throw notSupported('$all with operators');
    if (listItem instanceof BSONRegExp || listItem === null) {
      const itemTest = matchCondition(listItem);
      return (pathValues: readonly unknown[]) => pathValues.some(itemTest);
    }
    const itemKey = encodeKeyString(requireComparable(listItem, '$all'));
    return (_: readonly unknown[], pathKeys: ReadonlySet<string>) => pathKeys.has(itemKey);
  });
  return (pathValues) => {
    const pathKeys = new Set(
      pathValues.filter((pathValue) => pathValue !== undefined).map(encodeKeyString),
    );
    return itemTests.length > 0 && itemTests.every((itemTest) => itemTest(pathValues, pathKeys));
  };
}

/** A value and its elements, which are what a condition on a path is compared with. */
const withElements = (pathValue: unknown): unknown[] =>
  Array.isArray(pathValue) ? [pathValue, ...pathValue] : [pathValue];

function matchElement(operandValue: unknown): Predicate {
  if (!isPlainDocument(operandValue)) throw new CommandError(2, '$elemMatch needs an Object');
  const testsValues =
    isOperatorDocument(operandValue) &&
    !Object.keys(operandValue).some((operatorName) => LOGICAL_OPERATORS.has(operatorName));
  const elementTest = testsValues
    ? compileOperators(operandValue, withoutArrays)
    : compileFilter(operandValue);
  return (candidate) =>
    Array.isArray(candidate) &&
    candidate.some(
      (arrayItem) => (testsValues || isPlainDocument(arrayItem)) && elementTest(arrayItem),
    );
}

function matchSize(operandValue: unknown): Predicate {
  const expectedLength = readNumber(operandValue);
  if (expectedLength === undefined || !Number.isInteger(expectedLength) || expectedLength < 0)
    throw new CommandError(2, `Failed to parse $size. Expected a non-negative integer`);
  return (candidate) => Array.isArray(candidate) && candidate.length === expectedLength;
}

function matchRegex(
  operandValue: unknown,
  { $options }: Document,
  arrayReach: ArrayReach,
): Predicate {
  if (typeof operandValue !== 'string' && !(operandValue instanceof BSONRegExp))
    throw new CommandError(2, '$regex has to be a string');
  if ($options !== undefined && typeof $options !== 'string')
    throw new CommandError(2, '$options has to be a string');
  if (typeof operandValue === 'string')
    return arrayReach(matchPattern(operandValue, $options ?? ''));
  if ($options !== undefined && operandValue.options !== '')
    throw new CommandError(51075, 'options set in both $regex and $options');
  return arrayReach(matchPattern(operandValue.pattern, $options ?? operandValue.options));
}

const QUERY_OPERATORS = new Map<string, QueryOperator>(
  Object.entries({
    $eq: (operandValue, _, arrayReach) => arrayReach(matchEqual(operandValue)),
    $gt: compareOperator('$gt', (comparison) => comparison > 0),
    $gte: compareOperator('$gte', (comparison) => comparison >= 0),
    $lt: compareOperator('$lt', (comparison) => comparison < 0),
    $lte: compareOperator('$lte', (comparison) => comparison <= 0),
    $in: (operandValue, _, arrayReach) => arrayReach(matchAnyOf(operandValue)),
    $exists: (operandValue) => (candidate) =>
      (candidate !== undefined) === isTruthyOperand(operandValue),
    $all: (operandValue, _, arrayReach) => {
      const includesAll = matchAllItems(operandValue);
      return (candidate) =>
        includesAll(arrayReach === withoutArrays ? [candidate] : withElements(candidate));
    },
    $elemMatch: matchElement,
    $size: matchSize,
    $regex: matchRegex,
  }),
);

/** Zero, false, and null are false; everything else is true, even NaN and an empty string. */
const isTruthyOperand = (operandValue: unknown): boolean =>
  operandValue !== undefined &&
  operandValue !== null &&
  operandValue !== false &&
  readNumber(operandValue) !== 0;

/** Operators that match a path if their opposite matches none of its values. */
const NEGATED_OPERATORS = new Map<
  string,
  (operandValue: unknown, arrayReach: ArrayReach) => Predicate
>(
  Object.entries({
    $ne: (operandValue, arrayReach) => {
      if (operandValue instanceof BSONRegExp)
        throw new CommandError(2, "Can't have regex as arg to $ne.");
      return arrayReach(matchEqual(operandValue));
    },
    $nin: (operandValue, arrayReach) => arrayReach(matchAnyOf(operandValue)),
    $not: (operandValue, arrayReach) => {
      if (operandValue instanceof BSONRegExp) return arrayReach(matchCondition(operandValue));
      if (!isOperatorDocument(operandValue))
        throw new CommandError(2, '$not needs a regex or a document of operators');
      return compileOperators(operandValue, arrayReach);
    },
  }),
);

/**
 * A document whose fields are operators, such as `{ $gt: 1 }`. A mixture of operators and fields is
 * refused.
 */
export function isOperatorDocument(candidate: unknown): candidate is Document {
  if (!isPlainDocument(candidate)) return false;
  const fieldNames = Object.keys(candidate);
  const operatorCount = fieldNames.filter((fieldName) => fieldName.startsWith('$')).length;
  if (operatorCount > 0 && operatorCount < fieldNames.length)
    throw new CommandError(
      2,
      `unknown operator: ${fieldNames.find((fieldName) => !fieldName.startsWith('$'))}`,
    );
  return operatorCount > 0;
}

function compileOperators(
  operatorDocument: Document,
  arrayReach: ArrayReach = throughArrays,
): Predicate {
  const operatorTests = Object.entries(operatorDocument).flatMap(([operatorName, operandValue]) => {
    if (operatorName === '$options') {
      if (operatorDocument['$regex'] === undefined)
        throw new CommandError(2, '$options needs a $regex');
      return [];
    }
    const queryOperator = QUERY_OPERATORS.get(operatorName);
    if (queryOperator) return [queryOperator(operandValue, operatorDocument, arrayReach)];
    const negatedOperator = NEGATED_OPERATORS.get(operatorName);
    if (!negatedOperator) throw notSupported(`the query operator '${operatorName}'`);
    const negatedTest = negatedOperator(operandValue, arrayReach);
    return [(candidate: unknown) => !negatedTest(candidate)];
  });
  return (candidate) => operatorTests.every((operatorTest) => operatorTest(candidate));
}

/**
 * Compiles the conditions of one path. Different array elements may satisfy them, so each condition
 * walks the path separately.
 */
function compileField(fieldName: string, fieldCondition: unknown): Predicate[] {
  if (fieldName === '') throw notSupported('an empty field name in a filter');
  const fieldPath = parseFieldPath(fieldName);
  const walkPath =
    (pathTest: Predicate, expectedResult: boolean): Predicate =>
    (candidate) =>
      anyValueAt(candidate, fieldPath, pathTest) === expectedResult;
  if (!isOperatorDocument(fieldCondition))
    return [walkPath(throughArrays(matchCondition(fieldCondition)), true)];
  return Object.entries(fieldCondition).flatMap(([operatorName, operandValue]) => {
    if (operatorName === '$options')
      return compileOperators({ $options: operandValue, $regex: fieldCondition['$regex'] }) && [];
    if (operatorName === '$not' && isOperatorDocument(operandValue)) {
      const nestedTests = compileField(fieldName, operandValue);
      return [(candidate: unknown) => !nestedTests.every((pathTest) => pathTest(candidate))];
    }
    const negatedOperator = NEGATED_OPERATORS.get(operatorName);
    if (negatedOperator) return [walkPath(negatedOperator(operandValue, throughArrays), false)];
    if (operatorName === '$all') {
      const includesAll = matchAllItems(operandValue);
      return [(candidate: unknown) => includesAll(valuesAt(candidate, fieldPath))];
    }
    // Existence is a property of the whole path: false means that it leads to no value.
    if (operatorName === '$exists')
      return [walkPath(compileOperators({ $exists: true }), isTruthyOperand(operandValue))];
    return [
      walkPath(
        compileOperators({
          [operatorName]: operandValue,
          ...(operatorName === '$regex' && { $options: fieldCondition['$options'] }),
        }),
        true,
      ),
    ];
  });
}

function valuesAt(candidate: unknown, fieldPath: FieldPath): unknown[] {
  const pathValues: unknown[] = [];
  anyValueAt(candidate, fieldPath, (leafValue) => {
    for (const pathValue of withElements(leafValue)) pathValues.push(pathValue);
    return false;
  });
  return pathValues;
}

function compileBranches(operandValue: unknown, operatorName: string): Predicate[] {
  const branchFilters = requireArray(operandValue, operatorName);
  if (branchFilters.length === 0)
    throw new CommandError(2, `${operatorName} must be a nonempty array`);
  return branchFilters.map((branchFilter) => {
    if (!isPlainDocument(branchFilter))
      throw new CommandError(2, `${operatorName} entries need to be full objects`);
    return compileFilter(branchFilter);
  });
}

const LOGICAL_OPERATORS = new Map<string, (branchTests: Predicate[]) => Predicate>(
  Object.entries({
    $and: (branchTests) => (candidate) => branchTests.every((branchTest) => branchTest(candidate)),
    $or: (branchTests) => (candidate) => branchTests.some((branchTest) => branchTest(candidate)),
    $nor: (branchTests) => (candidate) => !branchTests.some((branchTest) => branchTest(candidate)),
  }),
);

/**
 * Compiles a filter. Operators outside the allow-list are refused here, before any document is
 * read.
 */
export function compileFilter(queryFilter: Document): Predicate {
  const filterTests = Object.entries(queryFilter).flatMap(([fieldName, fieldCondition]) => {
    if (fieldName === '$comment') return [];
    const combineTests = LOGICAL_OPERATORS.get(fieldName);
    if (combineTests) return [combineTests(compileBranches(fieldCondition, fieldName))];
    if (fieldName.startsWith('$')) throw notSupported(`the query operator '${fieldName}'`);
    return compileField(fieldName, fieldCondition);
  });
  if (filterTests.length === 1) return filterTests[0]!;
  return (candidate) => filterTests.every((filterTest) => filterTest(candidate));
}

/** The top-level fields that a filter reads. */
export function collectFilterFields(
  queryFilter: Document,
  fieldNames = new Set<string>(),
): Set<string> {
  for (const [fieldName, fieldCondition] of Object.entries(queryFilter)) {
    if (LOGICAL_OPERATORS.has(fieldName))
      for (const nestedFilter of requireArray(fieldCondition, fieldName))
        collectFilterFields(nestedFilter as Document, fieldNames);
    else if (!fieldName.startsWith('$')) fieldNames.add(fieldName.split('.', 1)[0]!);
  }
  return fieldNames;
}
