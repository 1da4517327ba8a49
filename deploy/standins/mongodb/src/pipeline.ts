import { readDocument, type Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { CommandError } from './errors.js';
import { isPlainDocument } from './key-string.js';
import { readNumber } from './options.js';
import { mapAll, type PausingWork } from './pauses.js';
import { findDocuments, type FindQuery } from './query.js';
import { compileStage, type PipelineStage } from './stages.js';

/** Leading stages that a find can run with an index, in the only order that keeps their meaning. */
const INDEXABLE_STAGES = [
  ['$match', 'filter'],
  ['$sort', 'sort'],
  ['$skip', 'skip'],
  ['$limit', 'limit'],
] as const;

function extractHeadQuery(pipelineStages: readonly Document[]): { query: FindQuery; rest: number } {
  const headQuery: Document = {};
  let stageIndex = 0;
  for (const [stageName, queryOption] of INDEXABLE_STAGES) {
    const stageValue = pipelineStages[stageIndex]?.[stageName];
    if (stageValue === undefined) continue;
    headQuery[queryOption] = readNumber(stageValue) ?? stageValue;
    stageIndex++;
  }
  return { query: headQuery, rest: stageIndex };
}

/**
 * The top-level fields that a $group reads, so that counting decodes nothing; null if they cannot
 * be determined.
 */
function collectGroupFields(
  groupValue: unknown,
  fieldNames = new Set<string>(),
): Set<string> | null {
  if (typeof groupValue === 'string' && groupValue.startsWith('$$')) return null;
  if (typeof groupValue === 'string' && groupValue.startsWith('$'))
    fieldNames.add(groupValue.slice(1).split('.', 1)[0]!);
  const nestedValues =
    Array.isArray(groupValue) || isPlainDocument(groupValue) ? Object.values(groupValue) : [];
  return nestedValues.every((nestedValue) => collectGroupFields(nestedValue, fieldNames) !== null)
    ? fieldNames
    : null;
}

/**
 * Runs an aggregation over a collection, or over no documents if it does not exist. All stages are
 * validated before the first one runs.
 */
export function* runPipeline(
  collection: Collection | undefined,
  pipelineOption: unknown,
): PausingWork<Document[]> {
  if (!Array.isArray(pipelineOption) || !pipelineOption.every(isPlainDocument))
    throw new CommandError(14, "'pipeline' option must be specified as an array");
  const compiledStages: PipelineStage[] = pipelineOption.map(compileStage);
  const { query, rest } = collection ? extractHeadQuery(pipelineOption) : { query: {}, rest: 0 };
  let documents: Document[] = [];
  if (collection) {
    const nextGroup: unknown = pipelineOption[rest]?.['$group'];
    const fieldsToRead =
      nextGroup === undefined ? undefined : (collectGroupFields(nextGroup) ?? undefined);
    const found = yield* findDocuments(collection, query);
    documents = yield* mapAll(found.documents, ({ bytes }) => readDocument(bytes, 0, fieldsToRead));
  }
  for (const runStage of compiledStages.slice(rest)) {
    const stageResult = runStage(documents);
    documents = Array.isArray(stageResult) ? stageResult : yield* stageResult;
  }
  return documents;
}
