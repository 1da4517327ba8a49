import type { Document } from './bson-reader.js';
import { notSupported } from './errors.js';
import { encodeCompoundKey, EMPTY_ARRAY, isPlainDocument } from './key-string.js';
import { readNumber } from './options.js';
import { printValue } from './print-value.js';

/** A dotted path split into its names. */
export type FieldPath = readonly string[];

export function parseFieldPath(dottedPath: string): FieldPath {
  const pathParts = dottedPath.split('.');
  if (pathParts.some((pathPart) => pathPart === ''))
    throw notSupported(`the field path '${dottedPath}' with an empty name`);
  return pathParts;
}

export const isArrayPosition = (pathPart: string): boolean => /^(0|[1-9]\d*)$/.test(pathPart);

/**
 * Whether `testLeaf` accepts any value the path leads to, including through array elements. Missing
 * values are undefined.
 */
export function anyValueAt(
  currentValue: unknown,
  fieldPath: FieldPath,
  testLeaf: (leafValue: unknown) => boolean,
  pathIndex = 0,
): boolean {
  const pathPart = fieldPath[pathIndex];
  if (pathPart === undefined) return testLeaf(currentValue);
  if (!Array.isArray(currentValue))
    return isPlainDocument(currentValue)
      ? anyValueAt(readOwnField(currentValue, pathPart), fieldPath, testLeaf, pathIndex + 1)
      : testLeaf(undefined);
  if (
    isArrayPosition(pathPart) &&
    Number(pathPart) < currentValue.length &&
    anyValueAt(currentValue[Number(pathPart)], fieldPath, testLeaf, pathIndex + 1)
  )
    return true;
  return currentValue.some(
    (arrayItem) =>
      isPlainDocument(arrayItem) && anyValueAt(arrayItem, fieldPath, testLeaf, pathIndex),
  );
}

/** Reads an own field of the document, never one of its prototype. */
export const readOwnField = (document: Document, fieldName: string): unknown =>
  Object.hasOwn(document, fieldName) ? document[fieldName] : undefined;

export type PathKeys = { values: unknown[]; through: string | null };

/**
 * The values that an index or a sort sees at a path: all elements of arrays, and null for missing.
 * `through` is the path of the first array.
 */
export function readPathKeys(document: Document, fieldPath: FieldPath): PathKeys {
  const foundValues: unknown[] = [];
  let firstArray: string | null = null;
  const walkPath = (currentValue: unknown, pathIndex: number): void => {
    if (Array.isArray(currentValue)) {
      firstArray ??= fieldPath.slice(0, pathIndex).join('.');
      if (pathIndex === fieldPath.length)
        foundValues.push(...(currentValue.length === 0 ? [EMPTY_ARRAY] : currentValue));
      else if (isArrayPosition(fieldPath[pathIndex]!))
        throw notSupported(
          `a position in the array path '${fieldPath.join('.')}' of a sort or an index`,
        );
      else if (currentValue.length === 0) foundValues.push(null);
      else
        for (const arrayItem of currentValue)
          walkPath(isPlainDocument(arrayItem) ? arrayItem : null, pathIndex);
    } else if (pathIndex === fieldPath.length) foundValues.push(currentValue);
    else
      walkPath(
        isPlainDocument(currentValue) ? readOwnField(currentValue, fieldPath[pathIndex]!) : null,
        isPlainDocument(currentValue) ? pathIndex + 1 : fieldPath.length,
      );
  };
  walkPath(document, 0);
  return { values: foundValues, through: firstArray };
}

/** The fields of a sort, in order. */
export type SortFields = readonly { path: FieldPath; direction: 1 | -1 }[];

/**
 * Encodes the sort key of a document: for arrays, the smallest element if ascending, the greatest
 * if descending.
 */
export function encodeSortKey(document: Document, sortFields: SortFields): string {
  let arrayCount = 0;
  const keyParts = sortFields.map(({ path, direction }) => {
    const { values, through } = readPathKeys(document, path);
    if (through !== null && ++arrayCount > 1) throw notSupported('a sort by two array fields');
    return values.reduce<string | null>((smallestKey, fieldValue) => {
      const encodedKey = encodeCompoundKey([fieldValue], [direction]);
      return smallestKey === null || encodedKey < smallestKey ? encodedKey : smallestKey;
    }, null);
  });
  return keyParts.join('');
}

/** Parses `{ field: 1 | -1, ... }`; the order of the fields matters. */
export function parseSortFields(sortDocument: Document): SortFields {
  return Object.entries(sortDocument).map(([fieldName, directionValue]) => {
    const sortDirection = readNumber(directionValue);
    if (sortDirection !== 1 && sortDirection !== -1)
      throw notSupported(`the sort { ${fieldName}: ${printValue(directionValue)} }`);
    if (fieldName.startsWith('$')) throw notSupported(`sorting by '${fieldName}'`);
    return { path: parseFieldPath(fieldName), direction: sortDirection };
  });
}
