import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { compileExpression } from './expressions.js';
import { compare, isPlainDocument, encodeKeyString } from './key-string.js';
import { createRunningSum, isInt32, toStoredNumber, toNumericValue } from './numbers.js';
import { mapAll, visitAll, type PausingWork } from './pauses.js';

/** Accumulates the values of one group; a missing field is passed as undefined. */
type Accumulator = { add(fieldValue: unknown): void; result(): unknown };

function createSumAccumulator(): Accumulator {
  const runningSum = createRunningSum();
  return {
    add(fieldValue) {
      const numericValue = toNumericValue(fieldValue);
      if (numericValue) runningSum.add(numericValue);
    },
    result: () => toStoredNumber(runningSum.total()),
  };
}

function createAverageAccumulator(): Accumulator {
  const runningSum = createRunningSum();
  let valueCount = 0;
  return {
    add(fieldValue) {
      const numericValue = toNumericValue(fieldValue);
      if (!numericValue) return;
      runningSum.add(numericValue);
      valueCount++;
    },
    result() {
      const averageValue = runningSum.total().value / valueCount;
      return valueCount === 0
        ? null
        : isInt32(averageValue)
          ? new Double(averageValue)
          : averageValue;
    },
  };
}

/**
 * The smallest (-1) or greatest (1) value in MongoDB's sort order. Null and missing values are
 * ignored.
 */
const createExtremeAccumulator = (orderSign: 1 | -1) => (): Accumulator => {
  let extremeValue: unknown = null;
  return {
    add(fieldValue) {
      if (fieldValue === null || fieldValue === undefined) return;
      if (extremeValue === null || compare(fieldValue, extremeValue) * orderSign > 0)
        extremeValue = fieldValue;
    },
    result: () => extremeValue,
  };
};

function createFirstAccumulator(): Accumulator {
  let firstValue: { value: unknown } | undefined;
  return {
    add: (fieldValue) => void (firstValue ??= { value: fieldValue }),
    result: () => firstValue?.value ?? null,
  };
}

function createLastAccumulator(): Accumulator {
  let latestValue: unknown;
  return {
    add: (fieldValue) => void (latestValue = fieldValue),
    result: () => latestValue ?? null,
  };
}

function createPushAccumulator(): Accumulator {
  const pushedValues: unknown[] = [];
  return {
    add: (fieldValue) => void (fieldValue !== undefined && pushedValues.push(fieldValue)),
    result: () => pushedValues,
  };
}

function createSetAccumulator(): Accumulator {
  const distinctValues = new Map<string, unknown>();
  const addDistinct = (fieldValue: unknown): void => {
    const valueKey = encodeKeyString(fieldValue);
    if (fieldValue !== undefined && !distinctValues.has(valueKey))
      distinctValues.set(valueKey, fieldValue);
  };
  return { add: addDistinct, result: () => [...distinctValues.values()] };
}

export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: createSumAccumulator,
  $avg: createAverageAccumulator,
  $min: createExtremeAccumulator(-1),
  $max: createExtremeAccumulator(1),
  $first: createFirstAccumulator,
  $last: createLastAccumulator,
  $push: createPushAccumulator,
  $addToSet: createSetAccumulator,
};

function compileGroupField(fieldName: string, accumulatorSpec: unknown) {
  if (fieldName.includes('.') || fieldName.startsWith('$'))
    throw new CommandError(
      40235,
      `The field name '${fieldName}' cannot contain '.' or start with '$'`,
    );
  const [operatorName = ''] = isPlainDocument(accumulatorSpec) ? Object.keys(accumulatorSpec) : [];
  if (!isPlainDocument(accumulatorSpec) || Object.keys(accumulatorSpec).length !== 1)
    throw new CommandError(40234, `The field '${fieldName}' must be an accumulator object`);
  const createAccumulator = Object.hasOwn(ACCUMULATORS, operatorName)
    ? ACCUMULATORS[operatorName]
    : undefined;
  if (!createAccumulator) throw notSupported(`the accumulator '${operatorName}'`);
  if (operatorName !== '$push' && Array.isArray(accumulatorSpec[operatorName]))
    throw new CommandError(40237, `The ${operatorName} accumulator is a unary operator`);
  return {
    name: fieldName,
    create: createAccumulator,
    expression: compileExpression(accumulatorSpec[operatorName]),
  };
}

/**
 * Compiles $group. Groups are returned in the order of their first document; mongod guarantees no
 * order.
 */
export function compileGroup(
  groupSpec: Document,
): (inputDocuments: Iterable<Document>) => PausingWork<Document[]> {
  const { _id: id, ...fieldSpecs } = groupSpec;
  if (!Object.hasOwn(groupSpec, '_id'))
    throw new CommandError(15955, 'a group specification must include an _id');
  const groupKeyExpression = compileExpression(id);
  const groupFields = Object.entries(fieldSpecs).map(([fieldName, accumulatorSpec]) =>
    compileGroupField(fieldName, accumulatorSpec),
  );
  return function* (inputDocuments) {
    const groupsByKey = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
    yield* visitAll(inputDocuments, (inputDocument) => {
      const groupValue = groupKeyExpression(inputDocument) ?? null;
      const groupKey = encodeKeyString(groupValue);
      let documentGroup = groupsByKey.get(groupKey);
      if (!documentGroup)
        groupsByKey.set(
          groupKey,
          (documentGroup = {
            id: groupValue,
            accumulators: groupFields.map(({ create }) => create()),
          }),
        );
      for (const [fieldIndex, { expression }] of groupFields.entries())
        documentGroup.accumulators[fieldIndex]!.add(expression(inputDocument));
    });
    return yield* mapAll(groupsByKey.values(), ({ id: _id, accumulators }) =>
      Object.fromEntries([
        ['_id', _id],
        ...groupFields.map(
          ({ name }, fieldIndex) => [name, accumulators[fieldIndex]!.result()] as const,
        ),
      ]),
    );
  };
}
