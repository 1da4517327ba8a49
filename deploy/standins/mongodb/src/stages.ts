import type { Document } from './bson-reader.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { compileExpression, type Expression } from './expressions.js';
import { compileGroup } from './group.js';
import { isPlainDocument } from './key-string.js';
import { compileFilter } from './matcher.js';
import { readFlagOption, readNumber } from './options.js';
import {
  readOwnField,
  parseFieldPath,
  parseSortFields,
  encodeSortKey,
  type FieldPath,
} from './paths.js';
import { mapAll, sortByKey, visitAll, type PausingWork } from './pauses.js';
import { compileProjection, isProjectionFlag } from './projection.js';

/** Returns the documents, or work that may pause and returns them. */
export type PipelineStage = (inputDocuments: Document[]) => Document[] | PausingWork<Document[]>;

function requireDocument(stageSpec: unknown, stageName: string): Document {
  if (!isPlainDocument(stageSpec))
    throw new CommandError(15981, `the ${stageName} stage specification must be an object`);
  return stageSpec;
}

export function requireWholeNumber(
  stageValue: unknown,
  stageName: string,
  minimumValue: number,
): number {
  const wholeNumber = readNumber(stageValue) ?? NaN;
  if (!Number.isSafeInteger(wholeNumber) || wholeNumber < minimumValue)
    throw new CommandError(15958, `invalid argument to ${stageName} stage: ${String(stageValue)}`);
  return wholeNumber;
}

function compileSort(stageSpec: unknown): PipelineStage {
  const sortFields = parseSortFields(requireDocument(stageSpec, '$sort'));
  if (sortFields.length === 0)
    throw new CommandError(15976, '$sort stage must have at least one sort key');
  return (inputDocuments) =>
    sortByKey(inputDocuments, (sortedDocument) => encodeSortKey(sortedDocument, sortFields));
}

/** A nested document of flags is another form of inclusion. */
const isFlagTree = (projectionValue: unknown): boolean =>
  isProjectionFlag(projectionValue) ||
  (isPlainDocument(projectionValue) &&
    Object.keys(projectionValue).length > 0 &&
    Object.values(projectionValue).every(isFlagTree));

function compileComputedFields(
  fieldEntries: [string, unknown][],
  stageName: string,
): [string, Expression][] {
  return fieldEntries.map(([fieldName, definition]) => {
    if (fieldName.includes('.') || fieldName.startsWith('$') || fieldName === '__proto__')
      throw notSupported(`the computed field '${fieldName}' of ${stageName}`);
    const isNestedLiteral =
      isPlainDocument(definition) && !Object.keys(definition)[0]?.startsWith('$');
    if (isNestedLiteral)
      throw notSupported(`the nested computed field '${fieldName}' of ${stageName}`);
    return [fieldName, compileExpression(definition)];
  });
}

function assignComputedFields(
  targetDocument: Document,
  computedFields: readonly [string, Expression][],
  sourceDocument: Document,
): Document {
  const assignedDocument = { ...targetDocument };
  for (const [fieldName, expression] of computedFields) {
    const computedValue = expression(sourceDocument);
    if (computedValue === undefined) Reflect.deleteProperty(assignedDocument, fieldName);
    else assignedDocument[fieldName] = computedValue;
  }
  return assignedDocument;
}

function compileProject(stageSpec: unknown): PipelineStage {
  const specEntries = Object.entries(requireDocument(stageSpec, '$project'));
  if (specEntries.length === 0)
    throw new CommandError(51272, '$project specification must have at least one field');
  const computedFields = compileComputedFields(
    specEntries.filter(([, projectionValue]) => !isFlagTree(projectionValue)),
    '$project',
  );
  const projectionFlags = Object.fromEntries(
    specEntries.filter(([, projectionValue]) => isFlagTree(projectionValue)),
  );
  if (computedFields.length === 0) {
    const applyProjection = compileProjection(projectionFlags)!;
    return (inputDocuments) => mapAll(inputDocuments, applyProjection);
  }
  const otherFields = Object.keys(projectionFlags).filter((fieldName) => fieldName !== '_id');
  const excludesId = Object.hasOwn(projectionFlags, '_id') && !Number(projectionFlags['_id']);
  if (otherFields.length === 0) projectionFlags['_id'] = 1;
  const applyFlags = compileProjection(projectionFlags)!;
  if (
    otherFields.some(
      (fieldName) =>
        isProjectionFlag(projectionFlags[fieldName]) && !Number(projectionFlags[fieldName]),
    )
  )
    throw new CommandError(31252, 'Cannot compute a field in exclusion projection');
  return (inputDocuments) =>
    mapAll(inputDocuments, (inputDocument) => {
      const projectedDocument = applyFlags(inputDocument);
      if (excludesId) Reflect.deleteProperty(projectedDocument, '_id');
      return assignComputedFields(projectedDocument, computedFields, inputDocument);
    });
}

function compileAddFields(stageSpec: unknown): PipelineStage {
  const computedFields = compileComputedFields(
    Object.entries(requireDocument(stageSpec, '$addFields')),
    '$addFields',
  );
  if (computedFields.length === 0)
    throw new CommandError(
      40177,
      'Invalid $addFields :: caused by :: specification must have at least one field',
    );
  return (inputDocuments) =>
    mapAll(inputDocuments, (inputDocument) =>
      assignComputedFields(inputDocument, computedFields, inputDocument),
    );
}

/**
 * Copies a document with the value at a path replaced, or removed if `replacement` is undefined.
 */
function replaceValueAt(
  sourceDocument: Document,
  [fieldName, ...remainingPath]: FieldPath,
  replacement: unknown,
): Document {
  const changedDocument = { ...sourceDocument };
  const nextValue =
    remainingPath.length === 0
      ? replacement
      : replaceValueAt(
          readOwnField(sourceDocument, fieldName!) as Document,
          remainingPath,
          replacement,
        );
  if (nextValue === undefined) Reflect.deleteProperty(changedDocument, fieldName!);
  else changedDocument[fieldName!] = nextValue;
  return changedDocument;
}

function compileUnwind(stageSpec: unknown): PipelineStage {
  const unwindOptions =
    typeof stageSpec === 'string' ? { path: stageSpec } : requireDocument(stageSpec, '$unwind');
  refuseUnknownNames(
    Object.keys(unwindOptions),
    new Set(['path', 'preserveNullAndEmptyArrays']),
    (fieldName) => `the option '${fieldName}' of $unwind`,
  );
  const { path: pathOption } = unwindOptions as Document;
  const preservesEmpty = readFlagOption(unwindOptions, 'preserveNullAndEmptyArrays', false);
  if (typeof pathOption !== 'string' || !pathOption.startsWith('$'))
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const fieldPath = parseFieldPath(pathOption.slice(1));
  const unwindDocument = (inputDocument: Document): Document[] => {
    const arrayValue = fieldPath.reduce<unknown>(
      (currentValue, fieldName) =>
        isPlainDocument(currentValue) ? readOwnField(currentValue, fieldName) : undefined,
      inputDocument,
    );
    if (Array.isArray(arrayValue) && arrayValue.length > 0)
      return arrayValue.map((arrayItem) => replaceValueAt(inputDocument, fieldPath, arrayItem));
    if (Array.isArray(arrayValue))
      return preservesEmpty ? [replaceValueAt(inputDocument, fieldPath, undefined)] : [];
    return preservesEmpty || (arrayValue !== undefined && arrayValue !== null)
      ? [inputDocument]
      : [];
  };
  return function* (inputDocuments) {
    const unwoundLists = yield* mapAll(inputDocuments, unwindDocument);
    return unwoundLists.flat();
  };
}

function compileCount(countField: unknown): PipelineStage {
  if (
    typeof countField !== 'string' ||
    countField === '' ||
    countField.includes('.') ||
    countField.startsWith('$')
  ) {
    throw new CommandError(40156, 'the count field must be a non-empty string without . or $');
  }
  return (inputDocuments) =>
    inputDocuments.length === 0 ? [] : [{ [countField]: inputDocuments.length }];
}

const STAGE_COMPILERS: Record<string, (stageSpec: unknown) => PipelineStage> = {
  $match: (stageSpec) => {
    const matchesFilter = compileFilter(requireDocument(stageSpec, '$match'));
    return function* (inputDocuments) {
      const matchingDocuments: Document[] = [];
      yield* visitAll(inputDocuments, (inputDocument) => {
        if (matchesFilter(inputDocument)) matchingDocuments.push(inputDocument);
      });
      return matchingDocuments;
    };
  },
  $sort: compileSort,
  $limit: (stageSpec) => {
    const documentLimit = requireWholeNumber(stageSpec, '$limit', 1);
    return (inputDocuments) => inputDocuments.slice(0, documentLimit);
  },
  $skip: (stageSpec) => {
    const skippedCount = requireWholeNumber(stageSpec, '$skip', 0);
    return (inputDocuments) => inputDocuments.slice(skippedCount);
  },
  $project: compileProject,
  $addFields: compileAddFields,
  $unwind: compileUnwind,
  $group: (stageSpec) => compileGroup(requireDocument(stageSpec, '$group')),
  $count: compileCount,
};

export const STAGE_NAMES: readonly string[] = Object.keys(STAGE_COMPILERS);

/** Compiles one stage. Stages outside the allow-list are refused here. */
export function compileStage(stageDocument: Document): PipelineStage {
  const [stageName = '', ...otherNames] = Object.keys(stageDocument);
  if (otherNames.length > 0 || stageName === '')
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  if (!Object.hasOwn(STAGE_COMPILERS, stageName))
    throw notSupported(`the pipeline stage '${stageName}'`);
  return STAGE_COMPILERS[stageName]!(stageDocument[stageName]);
}
