import { BSONRegExp, Double } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { compare, equalValues, isPlainDocument } from './key-string.js';
import { compileFilter, isOperatorDocument } from './matcher.js';
import { isArrayPosition, readOwnField, parseFieldPath, type FieldPath } from './paths.js';
import { printValue } from './print-value.js';

type ParentSlot = { holder: Document | unknown[]; name: string };

/**
 * Finds the slot at the end of a path. With `createMissing`, creates missing documents on the way;
 * throws code 28 if another value blocks the path.
 */
function findParentSlot(
  targetDocument: Document,
  fieldPath: FieldPath,
  createMissing: boolean,
): ParentSlot | null {
  let currentHolder: Document | unknown[] = targetDocument;
  for (const pathPart of fieldPath.slice(0, -1)) {
    let nextHolder = readSlotValue({ holder: currentHolder, name: pathPart });
    if (nextHolder === undefined) {
      if (!createMissing) return null;
      nextHolder = {};
      writeSlotValue({ holder: currentHolder, name: pathPart }, nextHolder);
    }
    if (!Array.isArray(nextHolder) && !isPlainDocument(nextHolder)) {
      if (!createMissing) return null;
      throw new CommandError(
        28,
        `Cannot create field '${fieldPath.at(-1)}' in element {${pathPart}: ${printValue(nextHolder)}}`,
      );
    }
    currentHolder = nextHolder;
  }
  return { holder: currentHolder, name: fieldPath.at(-1)! };
}

const readSlotValue = ({ holder, name }: ParentSlot): unknown => {
  if (!Array.isArray(holder)) return readOwnField(holder, name);
  return isArrayPosition(name) ? holder[Number(name)] : undefined;
};

function writeSlotValue({ holder, name }: ParentSlot, slotValue: unknown): void {
  if (!Array.isArray(holder)) {
    if (name === '__proto__') throw notSupported("the field name '__proto__' in an update");
    holder[name] = slotValue;
  } else {
    if (!isArrayPosition(name))
      throw new CommandError(28, `Cannot create field '${name}' in an array element`);
    if (Number(name) > holder.length + 10_000)
      throw notSupported('an array position far beyond the end');
    while (holder.length < Number(name)) holder.push(null);
    holder[Number(name)] = slotValue;
  }
}

function unsetSlotValue(parentSlot: ParentSlot): void {
  const { holder, name } = parentSlot;
  if (!Array.isArray(holder)) Reflect.deleteProperty(holder, name);
  else if (isArrayPosition(name) && Number(name) < holder.length) holder[Number(name)] = null;
}

const isInt32 = (wholeNumber: number): boolean => (wholeNumber | 0) === wholeNumber;

/**
 * Keeps mongod's types: int32 overflows to int64, int64 stays int64, and a double makes the sum a
 * double.
 */
function incrementValue(currentValue: unknown, increment: unknown, fieldName: string): unknown {
  if (currentValue instanceof Double || increment instanceof Double) {
    const incrementedValue = Number(currentValue) + Number(increment);
    return isInt32(incrementedValue) ? new Double(incrementedValue) : incrementedValue;
  }
  if (typeof currentValue === 'number' && typeof increment === 'number') {
    const incrementedValue = currentValue + increment;
    if (
      !Number.isInteger(currentValue) ||
      !Number.isInteger(increment) ||
      !isInt32(currentValue) ||
      !isInt32(increment)
    )
      return isInt32(incrementedValue) ? new Double(incrementedValue) : incrementedValue;
    return isInt32(incrementedValue) ? incrementedValue : BigInt(incrementedValue);
  }
  if (typeof currentValue === 'bigint' || typeof increment === 'bigint') {
    const areWholeNumbers = [currentValue, increment].every(
      (addedValue) => typeof addedValue === 'bigint' || isInt32(addedValue as number),
    );
    if (!areWholeNumbers) throw notSupported('$inc of a long and a double');
    const incrementedValue = BigInt(currentValue as bigint) + BigInt(increment as bigint);
    if (BigInt.asIntN(64, incrementedValue) !== incrementedValue)
      throw new CommandError(2, `Failed to apply $inc operations to current value of ${fieldName}`);
    return incrementedValue;
  }
  throw new CommandError(14, `Cannot apply $inc to a value of non-numeric type: ${fieldName}`);
}

const isNumericValue = (operandValue: unknown): boolean =>
  typeof operandValue === 'number' ||
  typeof operandValue === 'bigint' ||
  operandValue instanceof Double;

/** The array in a slot for $push and $addToSet; a missing field counts as empty. */
function readArraySlot(parentSlot: ParentSlot, operatorName: string): unknown[] {
  const arrayValue = readSlotValue(parentSlot) ?? [];
  if (!Array.isArray(arrayValue) || readSlotValue(parentSlot) === null) {
    throw new CommandError(
      2,
      `The field '${parentSlot.name}' must be an array for ${operatorName}`,
    );
  }
  return arrayValue;
}

/**
 * The values to add with $push or $addToSet: the operand, or the elements of $each. Other modifiers
 * are refused.
 */
function valuesToAdd(operandValue: unknown, operatorName: string): unknown[] {
  const modifierNames = isPlainDocument(operandValue)
    ? Object.keys(operandValue).filter((modifierName) => modifierName.startsWith('$'))
    : [];
  const otherModifier = modifierNames.find((modifierName) => modifierName !== '$each');
  if (otherModifier !== undefined) throw notSupported(`${operatorName} with '${otherModifier}'`);
  if (modifierNames.length === 0) return [operandValue];
  const eachValues = (operandValue as Document)['$each'];
  if (!Array.isArray(eachValues))
    throw new CommandError(2, `The argument to $each in ${operatorName} must be an array`);
  return eachValues;
}

/**
 * Compiles the test of $pull: elements equal to a value, or matching an operator, a pattern, or a
 * filter.
 */
function compilePullTest(operandValue: unknown): (arrayItem: unknown) => boolean {
  if (operandValue instanceof BSONRegExp || isOperatorDocument(operandValue)) {
    const matchesItem = compileFilter({ item: operandValue });
    return (arrayItem) => matchesItem({ item: arrayItem });
  }
  if (!isPlainDocument(operandValue)) return (arrayItem) => equalValues(arrayItem, operandValue);
  const testItem = compileFilter(operandValue);
  return (arrayItem) => isPlainDocument(arrayItem) && testItem(arrayItem);
}

type ApplyOperator = (parentSlot: ParentSlot, operandValue: unknown) => void;

const UPDATE_OPERATORS: Record<string, ApplyOperator> = {
  $set: writeSlotValue,
  $setOnInsert: writeSlotValue,
  $unset: unsetSlotValue,
  $inc: (parentSlot, operandValue) => {
    if (!isNumericValue(operandValue))
      throw new CommandError(
        14,
        `Cannot increment with non-numeric argument: {${parentSlot.name}: ${String(operandValue)}}`,
      );
    const currentValue = readSlotValue(parentSlot);
    writeSlotValue(
      parentSlot,
      currentValue === undefined
        ? operandValue
        : incrementValue(currentValue, operandValue, parentSlot.name),
    );
  },
  $max: (parentSlot, operandValue) => {
    const currentValue = readSlotValue(parentSlot);
    if (currentValue === undefined || compare(operandValue, currentValue) > 0)
      writeSlotValue(parentSlot, operandValue);
  },
  $min: (parentSlot, operandValue) => {
    const currentValue = readSlotValue(parentSlot);
    if (currentValue === undefined || compare(operandValue, currentValue) < 0)
      writeSlotValue(parentSlot, operandValue);
  },
  $push: (parentSlot, operandValue) => {
    writeSlotValue(parentSlot, [
      ...readArraySlot(parentSlot, '$push'),
      ...valuesToAdd(operandValue, '$push'),
    ]);
  },
  $addToSet: (parentSlot, operandValue) => {
    const arrayItems = [...readArraySlot(parentSlot, '$addToSet')];
    for (const addedValue of valuesToAdd(operandValue, '$addToSet'))
      if (!arrayItems.some((arrayItem) => equalValues(arrayItem, addedValue)))
        arrayItems.push(addedValue);
    writeSlotValue(parentSlot, arrayItems);
  },
  $pull: (parentSlot, operandValue) => {
    if (readSlotValue(parentSlot) === undefined) return;
    const isPulledItem = compilePullTest(operandValue);
    writeSlotValue(
      parentSlot,
      readArraySlot(parentSlot, '$pull').filter((arrayItem) => !isPulledItem(arrayItem)),
    );
  },
};

const KEEPS_MISSING = new Set(['$unset', '$pull']);

type UpdateStep = { operator: string; path: FieldPath; operand: unknown };

function compileUpdateSteps(updateDocument: Document): UpdateStep[] {
  const updateSteps = Object.entries(updateDocument).flatMap(([operatorName, operatorFields]) => {
    if (!Object.hasOwn(UPDATE_OPERATORS, operatorName))
      throw notSupported(`the update operator '${operatorName}'`);
    if (!isPlainDocument(operatorFields))
      throw new CommandError(
        9,
        `Modifiers operate on fields but we found type ${typeof operatorFields} for ${operatorName}`,
      );
    return Object.entries(operatorFields).map(([fieldName, operandValue]) => {
      if (fieldName.split('.').some((pathPart) => pathPart.startsWith('$')))
        throw notSupported(`the positional update '${fieldName}'`);
      return { operator: operatorName, path: parseFieldPath(fieldName), operand: operandValue };
    });
  });
  const pathPrefixes = updateSteps.map(({ path }) => `${path.join('.')}.`);
  pathPrefixes.forEach((pathPrefix, prefixIndex) => {
    const conflictIndex = pathPrefixes.findIndex(
      (otherPrefix, otherIndex) => otherIndex !== prefixIndex && otherPrefix.startsWith(pathPrefix),
    );
    if (conflictIndex === -1) return;
    throw new CommandError(
      40,
      `Updating the path '${pathPrefixes[conflictIndex]!.slice(0, -1)}' would create a conflict at '${pathPrefix.slice(0, -1)}'`,
    );
  });
  // mongod applies fields in name order, which determines the order of new fields.
  return updateSteps.sort((leftStep, rightStep) =>
    compare(leftStep.path.join('.'), rightStep.path.join('.')),
  );
}

/**
 * Compiles `{ $set: ..., $inc: ... }` to a function that changes a document in place. Unsupported
 * updates are refused here, not when the function runs.
 */
export function compileUpdate(
  updateDocument: Document,
): (targetDocument: Document, isInserting: boolean) => void {
  const updateSteps = compileUpdateSteps(updateDocument);
  return (targetDocument, isInserting) => {
    for (const { operator, path, operand } of updateSteps) {
      if (operator === '$setOnInsert' && !isInserting) continue;
      const parentSlot = findParentSlot(targetDocument, path, !KEEPS_MISSING.has(operator));
      if (parentSlot) UPDATE_OPERATORS[operator]!(parentSlot, operand);
    }
  };
}
