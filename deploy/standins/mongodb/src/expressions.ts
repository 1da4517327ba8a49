import { formatDate, truncateDate } from './date-expressions.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { compare, isPlainDocument } from './key-string.js';
import { toStoredNumber, toNumericValue, widestType, type NumericValue } from './numbers.js';
import { readOwnField, parseFieldPath, type FieldPath } from './paths.js';

/** Computes a value from a pipeline document; undefined represents a missing field. */
export type Expression = (pipelineDocument: unknown) => unknown;

const isNullOrMissing = (bsonValue: unknown): boolean =>
  bsonValue === null || bsonValue === undefined;

/** Reads a field path, mapping over arrays on the way. */
export function readValueAt(bsonValue: unknown, fieldPath: FieldPath, pathIndex = 0): unknown {
  if (pathIndex === fieldPath.length) return bsonValue;
  if (Array.isArray(bsonValue))
    return bsonValue
      .map((arrayItem) =>
        isPlainDocument(arrayItem) ? readValueAt(arrayItem, fieldPath, pathIndex) : undefined,
      )
      .filter((arrayItem) => arrayItem !== undefined);
  return isPlainDocument(bsonValue)
    ? readValueAt(readOwnField(bsonValue, fieldPath[pathIndex]!), fieldPath, pathIndex + 1)
    : undefined;
}

function compileVariable(reference: string): Expression {
  if (!reference.startsWith('$$')) {
    const fieldPath = parseFieldPath(reference.slice(1));
    return (pipelineDocument) => readValueAt(pipelineDocument, fieldPath);
  }
  const [variableName, ...path] = reference.slice(2).split('.');
  if (variableName !== 'ROOT') throw notSupported(`the variable '$$${variableName}'`);
  return (pipelineDocument) => readValueAt(pipelineDocument, path);
}

export function isTruthyValue(bsonValue: unknown): boolean {
  if (isNullOrMissing(bsonValue) || bsonValue === false) return false;
  const numericValue = toNumericValue(bsonValue);
  return numericValue === null || numericValue.value !== 0;
}

/** Compares like aggregation expressions: a missing field is less than null. */
function compareValues(leftOperand: unknown, rightOperand: unknown): number {
  if (leftOperand === undefined || rightOperand === undefined)
    return Number(leftOperand !== undefined) - Number(rightOperand !== undefined);
  return compare(leftOperand, rightOperand);
}

type ArgumentOperation = (argumentValues: unknown[]) => unknown;

const requireNumeric = (argumentValue: unknown, operatorName: string): NumericValue => {
  const numericValue = toNumericValue(argumentValue);
  if (!numericValue) throw new CommandError(14, `${operatorName} only supports numeric types`);
  return numericValue;
};

/**
 * Applies an operation to all arguments from left to right. Null if any argument is null or
 * missing.
 */
const arithmeticOperation =
  (
    operatorName: string,
    applyOperation: (leftOperand: number, rightOperand: number) => number,
    alwaysDouble = false,
  ): ArgumentOperation =>
  (argumentValues) => {
    if (argumentValues.some(isNullOrMissing)) return null;
    const numericValues = argumentValues.map((argumentValue) =>
      requireNumeric(argumentValue, operatorName),
    );
    const reducedValue = numericValues
      .map((numericValue) => numericValue.value)
      .reduce(applyOperation);
    return toStoredNumber({
      value: reducedValue,
      type: alwaysDouble ? 'double' : widestType(numericValues.map(({ type }) => type)),
    });
  };

const subtractNumbers = arithmeticOperation(
  '$subtract',
  (leftOperand, rightOperand) => leftOperand - rightOperand,
);
const addNumbers = arithmeticOperation(
  '$add',
  (leftOperand, rightOperand) => leftOperand + rightOperand,
);

function addValues(argumentValues: unknown[]): unknown {
  const dateArguments = argumentValues.filter((argumentValue) => argumentValue instanceof Date);
  if (dateArguments.length === 0 || argumentValues.some(isNullOrMissing))
    return addNumbers(argumentValues);
  if (dateArguments.length > 1)
    throw new CommandError(16612, 'only one date allowed in an $add expression');
  const addedMilliseconds = argumentValues
    .filter((argumentValue) => !(argumentValue instanceof Date))
    .reduce<number>(
      (total, argumentValue) => total + requireNumeric(argumentValue, '$add').value,
      0,
    );
  // mongod rounds halves away from zero, JavaScript upward.
  return moveDate(
    dateArguments[0] as Date,
    Math.sign(addedMilliseconds) * Math.round(Math.abs(addedMilliseconds)),
    '$add',
  );
}

const MAX_DATE_MS = 8.64e15;

/** Throws code 15 if the result is not a date. */
function moveDate(startDate: Date, milliseconds: number, operatorName: string): Date {
  const movedTime = startDate.getTime() + milliseconds;
  if (!(Math.abs(movedTime) <= MAX_DATE_MS))
    throw new CommandError(15, `date overflow in ${operatorName}`);
  return new Date(movedTime);
}

function subtractValues([leftOperand, rightOperand]: unknown[]): unknown {
  if (
    isNullOrMissing(leftOperand) ||
    isNullOrMissing(rightOperand) ||
    !(leftOperand instanceof Date)
  )
    return subtractNumbers([leftOperand, rightOperand]);
  if (rightOperand instanceof Date) return BigInt(leftOperand.getTime() - rightOperand.getTime());
  const milliseconds = requireNumeric(rightOperand, '$subtract').value;
  if (Number.isFinite(milliseconds) && !Number.isInteger(milliseconds))
    throw notSupported('$subtract of a part of a millisecond from a date');
  return moveDate(leftOperand, -milliseconds, '$subtract');
}

function divideValues(argumentValues: unknown[]): unknown {
  if (
    !argumentValues.some(isNullOrMissing) &&
    requireNumeric(argumentValues[1], '$divide').value === 0
  )
    throw new CommandError(2, "can't $divide by zero");
  return arithmeticOperation(
    '$divide',
    (leftOperand, rightOperand) => leftOperand / rightOperand,
    true,
  )(argumentValues);
}

function concatenateStrings(argumentValues: unknown[]): unknown {
  if (argumentValues.some(isNullOrMissing)) return null;
  if (!argumentValues.every((argumentValue) => typeof argumentValue === 'string'))
    throw new CommandError(16702, '$concat only supports strings');
  return argumentValues.join('');
}

function requireArray(argumentValue: unknown, operatorName: string, errorCode: number): unknown[] {
  if (!Array.isArray(argumentValue))
    throw new CommandError(errorCode, `The argument to ${operatorName} must be an array`);
  return argumentValue;
}

/** Operators that take a list of arguments, with the minimum and maximum number. */
const ARGUMENT_OPERATIONS: Record<string, [apply: ArgumentOperation, least: number, most: number]> =
  {
    $add: [addValues, 1, Infinity],
    $subtract: [subtractValues, 2, 2],
    $multiply: [
      arithmeticOperation('$multiply', (leftOperand, rightOperand) => leftOperand * rightOperand),
      1,
      Infinity,
    ],
    $divide: [divideValues, 2, 2],
    $eq: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) === 0, 2, 2],
    $ne: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) !== 0, 2, 2],
    $gt: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) > 0, 2, 2],
    $gte: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) >= 0, 2, 2],
    $lt: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) < 0, 2, 2],
    $lte: [([leftOperand, rightOperand]) => compareValues(leftOperand, rightOperand) <= 0, 2, 2],
    $and: [(argumentValues) => argumentValues.every(isTruthyValue), 0, Infinity],
    $or: [(argumentValues) => argumentValues.some(isTruthyValue), 0, Infinity],
    $not: [([argumentValue]) => !isTruthyValue(argumentValue), 1, 1],
    $in: [
      ([argumentValue, arrayItems]) =>
        requireArray(arrayItems, '$in', 40081).some(
          (arrayItem) => compareValues(arrayItem, argumentValue) === 0,
        ),
      2,
      2,
    ],
    $size: [([arrayItems]) => requireArray(arrayItems, '$size', 17124).length, 1, 1],
    $concat: [concatenateStrings, 0, Infinity],
    $ifNull: [
      (argumentValues) =>
        argumentValues.find(
          (argumentValue, argumentIndex) =>
            !isNullOrMissing(argumentValue) || argumentIndex === argumentValues.length - 1,
        ),
      2,
      Infinity,
    ],
  };

function compileNamedArguments(
  argumentsDocument: unknown,
  operatorName: string,
  allowedOptions: string[],
): Record<string, Expression> {
  if (!isPlainDocument(argumentsDocument))
    throw new CommandError(9, `${operatorName} needs an object`);
  refuseUnknownNames(
    Object.keys(argumentsDocument),
    new Set(allowedOptions),
    (optionName) => `the option '${optionName}' of ${operatorName}`,
  );
  return Object.fromEntries(
    Object.entries(argumentsDocument).map(([argumentName, argumentDefinition]) => [
      argumentName,
      compileExpression(argumentDefinition),
    ]),
  );
}

function compileConditional(definition: unknown): Expression {
  const compiledParts = Array.isArray(definition)
    ? definition.map(compileExpression)
    : Object.values(
        orderedBranches(compileNamedArguments(definition, '$cond', ['if', 'then', 'else'])),
      );
  const [conditionExpression, thenExpression, elseExpression] = compiledParts;
  if (compiledParts.length !== 3 || !conditionExpression || !thenExpression || !elseExpression)
    throw new CommandError(16020, '$cond takes exactly three arguments');
  return (pipelineDocument) =>
    isTruthyValue(conditionExpression(pipelineDocument))
      ? thenExpression(pipelineDocument)
      : elseExpression(pipelineDocument);
}

const orderedBranches = ({
  if: test,
  then,
  else: otherwise,
}: Record<string, Expression>): (Expression | undefined)[] => [test, then, otherwise];

/** Shared by the date operators: null if there is no date, an error if the value is not a date. */
function compileDateOperator(
  compiledParts: Record<string, Expression>,
  operatorName: string,
  applyToDate: (dateValue: Date, pipelineDocument: unknown, timeZone: string) => unknown,
): Expression {
  return (pipelineDocument) => {
    const dateValue = compiledParts['date']?.(pipelineDocument);
    const timeZone = compiledParts['timezone']
      ? compiledParts['timezone'](pipelineDocument)
      : 'UTC';
    if (isNullOrMissing(dateValue)) return compiledParts['onNull']?.(pipelineDocument) ?? null;
    if (isNullOrMissing(timeZone)) return null;
    if (!(dateValue instanceof Date))
      throw new CommandError(16006, `can't convert to Date in ${operatorName}`);
    return applyToDate(dateValue, pipelineDocument, String(timeZone));
  };
}

const SPECIAL_FORMS: Record<string, (definition: unknown) => Expression> = {
  $literal: (definition) => () => definition,
  $cond: compileConditional,
  $dateTrunc: (definition) => {
    const compiledParts = compileNamedArguments(definition, '$dateTrunc', [
      'date',
      'unit',
      'timezone',
    ]);
    return compileDateOperator(
      compiledParts,
      '$dateTrunc',
      (dateValue, pipelineDocument, timeZone) =>
        truncateDate(dateValue, compiledParts['unit']?.(pipelineDocument), timeZone),
    );
  },
  $dateToString: (definition) => {
    const compiledParts = compileNamedArguments(definition, '$dateToString', [
      'date',
      'format',
      'timezone',
      'onNull',
    ]);
    return compileDateOperator(
      compiledParts,
      '$dateToString',
      (dateValue, pipelineDocument, timeZone) => {
        const format = compiledParts['format']?.(pipelineDocument);
        const isMissing = compiledParts['format'] !== undefined && isNullOrMissing(format);
        return isMissing ? null : formatDate(dateValue, format, timeZone);
      },
    );
  },
};

export const EXPRESSION_NAMES: readonly string[] = [
  ...Object.keys(ARGUMENT_OPERATIONS),
  ...Object.keys(SPECIAL_FORMS),
];

function compileOperation(operatorName: string, definition: unknown): Expression {
  if (Object.hasOwn(SPECIAL_FORMS, operatorName)) return SPECIAL_FORMS[operatorName]!(definition);
  const argumentOperation = Object.hasOwn(ARGUMENT_OPERATIONS, operatorName)
    ? ARGUMENT_OPERATIONS[operatorName]
    : undefined;
  if (!argumentOperation) throw notSupported(`the expression '${operatorName}'`);
  const [applyOperation, minArguments, maxArguments] = argumentOperation;
  const compiledArguments = (Array.isArray(definition) ? definition : [definition]).map(
    compileExpression,
  );
  if (compiledArguments.length < minArguments || compiledArguments.length > maxArguments)
    throw new CommandError(
      16020,
      `Expression ${operatorName} does not take ${compiledArguments.length} arguments`,
    );
  return (pipelineDocument) =>
    applyOperation(compiledArguments.map((compiledArgument) => compiledArgument(pipelineDocument)));
}

/**
 * Compiles an expression. Operators outside the allow-list are refused here, before any document is
 * read.
 */
export function compileExpression(definition: unknown): Expression {
  if (typeof definition === 'string' && definition.startsWith('$'))
    return compileVariable(definition);
  if (Array.isArray(definition)) {
    const compiledItems = definition.map(compileExpression);
    return (pipelineDocument) =>
      compiledItems.map((compiledItem) => compiledItem(pipelineDocument) ?? null);
  }
  if (!isPlainDocument(definition)) return () => definition;
  const fieldNames = Object.keys(definition);
  if (fieldNames[0]?.startsWith('$')) {
    if (fieldNames.length > 1)
      throw new CommandError(15983, 'an expression must have exactly one operator');
    return compileOperation(fieldNames[0], definition[fieldNames[0]]);
  }
  const compiledFields = fieldNames.map(
    (fieldName) => [fieldName, compileExpression(definition[fieldName])] as const,
  );
  return (pipelineDocument) =>
    Object.fromEntries(
      compiledFields
        .map(
          ([fieldName, fieldExpression]) => [fieldName, fieldExpression(pipelineDocument)] as const,
        )
        .filter(([, fieldValue]) => fieldValue !== undefined),
    );
}
