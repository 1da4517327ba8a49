import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { isPlainDocument } from './key-string.js';
import { toNumericValue } from './numbers.js';
import { parseFieldPath } from './paths.js';
import { printValue } from './print-value.js';

type ProjectionTree = { [name: string]: ProjectionTree | true };

/** Keeps or removes fields of a document. */
export type Projection = (document: Document) => Document;

/**
 * 1, 1.0, 1n, and true include a field; their zeros exclude it. Other values would compute a field.
 */
export const isProjectionFlag = (projectionValue: unknown): boolean =>
  typeof projectionValue === 'boolean' || toNumericValue(projectionValue) !== null;

function readProjectionFlag(fieldName: string, projectionValue: unknown): boolean {
  if (isProjectionFlag(projectionValue)) return Number(projectionValue) !== 0;
  throw notSupported(`the projection { ${fieldName}: ${printValue(projectionValue)} }`);
}

function addProjectionPath(projectionTree: ProjectionTree, fieldName: string): void {
  if (fieldName.startsWith('$') || fieldName.includes('.$'))
    throw notSupported(`the positional projection '${fieldName}'`);
  const fieldPath = parseFieldPath(fieldName);
  let currentNode = projectionTree;
  fieldPath.forEach((pathPart, partIndex) => {
    const nextNode = Object.hasOwn(currentNode, pathPart) ? currentNode[pathPart] : undefined;
    const isLastPart = partIndex === fieldPath.length - 1;
    if (nextNode === true || (isLastPart && nextNode))
      throw new CommandError(31249, `Path collision at ${fieldName}`);
    if (isLastPart) currentNode[pathPart] = true;
    else currentNode = nextNode ?? ((currentNode[pathPart] = {}) as ProjectionTree);
  });
}

function includeFields(sourceValue: unknown, projectionTree: ProjectionTree): unknown {
  if (Array.isArray(sourceValue))
    return sourceValue
      .map((arrayItem) => includeFields(arrayItem, projectionTree))
      .filter((arrayItem) => arrayItem !== undefined);
  if (!isPlainDocument(sourceValue)) return undefined;
  return Object.fromEntries(
    Object.entries(sourceValue).flatMap(([fieldName, fieldValue]) => {
      const fieldBranch = Object.hasOwn(projectionTree, fieldName)
        ? projectionTree[fieldName]
        : undefined;
      const includedValue =
        fieldBranch === true ? fieldValue : fieldBranch && includeFields(fieldValue, fieldBranch);
      return includedValue === undefined ? [] : [[fieldName, includedValue]];
    }),
  );
}

function excludeFields(sourceValue: unknown, projectionTree: ProjectionTree): unknown {
  if (Array.isArray(sourceValue))
    return sourceValue.map((arrayItem) => excludeFields(arrayItem, projectionTree));
  if (!isPlainDocument(sourceValue)) return sourceValue;
  return Object.fromEntries(
    Object.entries(sourceValue).flatMap(([fieldName, fieldValue]) => {
      const fieldBranch = Object.hasOwn(projectionTree, fieldName)
        ? projectionTree[fieldName]
        : undefined;
      return fieldBranch === true
        ? []
        : [[fieldName, fieldBranch ? excludeFields(fieldValue, fieldBranch) : fieldValue]];
    }),
  );
}

/** Flattens `{ a: { b: 1 } }` to the equivalent `{ 'a.b': 1 }`. */
function flattenProjection(projection: Document, pathPrefix = ''): [string, boolean][] {
  return Object.entries(projection).flatMap(([fieldName, projectionValue]) => {
    if (
      isPlainDocument(projectionValue) &&
      Object.keys(projectionValue).length > 0 &&
      !Object.keys(projectionValue)[0]!.startsWith('$')
    ) {
      return flattenProjection(projectionValue, `${pathPrefix}${fieldName}.`);
    }
    return [
      [pathPrefix + fieldName, readProjectionFlag(pathPrefix + fieldName, projectionValue)] as [
        string,
        boolean,
      ],
    ];
  });
}

/**
 * Compiles inclusion or exclusion by dotted paths; `_id` is independent. Null if the whole document
 * is wanted.
 */
export function compileProjection(projection: Document | undefined): Projection | null {
  const projectionFlags = flattenProjection(projection ?? {});
  if (projectionFlags.length === 0) return null;
  const idFlag = projectionFlags.find(([fieldName]) => fieldName === '_id')?.[1];
  const otherFlags = projectionFlags.filter(([fieldName]) => fieldName !== '_id');
  const isInclusion = otherFlags[0]?.[1] ?? idFlag === true;
  const conflictingFlag = otherFlags.find(([, flagValue]) => flagValue !== isInclusion);
  if (conflictingFlag) {
    const projectionKind = isInclusion ? 'inclusion' : 'exclusion';
    const errorCode = isInclusion ? 31254 : 31253;
    throw new CommandError(
      errorCode,
      `Cannot do ${isInclusion ? 'exclusion' : 'inclusion'} on field ${conflictingFlag[0]} in ${projectionKind} projection`,
    );
  }
  const projectionTree: ProjectionTree = {};
  for (const [fieldName] of otherFlags) addProjectionPath(projectionTree, fieldName);
  if (isInclusion ? idFlag !== false && !Object.hasOwn(projectionTree, '_id') : idFlag === false)
    projectionTree['_id'] = true;
  return (sourceDocument) =>
    (isInclusion
      ? includeFields(sourceDocument, projectionTree)
      : excludeFields(sourceDocument, projectionTree)) as Document;
}
