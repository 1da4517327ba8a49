import { readDocument, type Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { CommandError } from './errors.js';
import { isDocument } from './key-string.js';
import { find, type Query } from './query.js';
import { compileStage, type Stage } from './stages.js';

/** The stages at the head that a find can do with an index, in the only order in which they mean the same. */
const HEAD = [
  ['$match', 'filter'],
  ['$sort', 'sort'],
  ['$skip', 'skip'],
  ['$limit', 'limit'],
] as const;

function splitHead(stages: readonly Document[]): { query: Query; rest: number } {
  const query: Document = {};
  let at = 0;
  for (const [stage, option] of HEAD) {
    const given = stages[at]?.[stage];
    if (given === undefined) continue;
    query[option] = typeof given === 'object' ? given : Number(given);
    at++;
  }
  return { query, rest: at };
}

/** The top-level fields that a $group reads, so that a count decodes nothing; null when they cannot be told. */
function fieldsRead(value: unknown, into = new Set<string>()): Set<string> | null {
  if (typeof value === 'string' && value.startsWith('$$')) return null;
  if (typeof value === 'string' && value.startsWith('$'))
    into.add(value.slice(1).split('.', 1)[0]!);
  const inner = Array.isArray(value) || isDocument(value) ? Object.values(value) : [];
  return inner.every((item) => fieldsRead(item, into) !== null) ? into : null;
}

/** Runs an aggregation over a collection, or over nothing when there is none. Every stage is checked before the first runs. */
export function runPipeline(collection: Collection | undefined, pipeline: unknown): Document[] {
  if (!Array.isArray(pipeline) || !pipeline.every(isDocument))
    throw new CommandError(14, "'pipeline' option must be specified as an array");
  const compiled: Stage[] = pipeline.map(compileStage);
  if (!collection) return compiled.reduce<Document[]>((documents, stage) => stage(documents), []);
  const { query, rest } = splitHead(pipeline);
  const next: unknown = pipeline[rest]?.['$group'];
  const wanted = next === undefined ? undefined : (fieldsRead(next) ?? undefined);
  const documents = find(collection, query).documents.map(({ bytes }) =>
    readDocument(bytes, 0, wanted),
  );
  return compiled.slice(rest).reduce((result, stage) => stage(result), documents);
}
