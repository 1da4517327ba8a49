import type { Document } from './bson-reader.js';
import { readDocument } from './bson-reader.js';
import type { Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { compileFilter, fieldsOf } from './matcher.js';
import { parseSort, sortKey } from './paths.js';
import { choosePlan, type Plan } from './planner.js';

export type Query = { filter?: Document; sort?: Document; skip?: number; limit?: number };

/** The documents found, in order, and how they were found. */
export type Found = { documents: StoredDocument[]; plan: Plan | null; keysExamined: number; docsExamined: number };

/** The documents of the plan's ranges, each once. */
function* candidates(collection: Collection, plan: Plan | null, found: Found): Generator<StoredDocument> {
  if (!plan) {
    yield* collection.documents;
    return;
  }
  const seen = plan.index.multikey ? new Set<StoredDocument>() : null;
  for (const [low, high] of plan.bounds) {
    const { entries } = plan.index;
    for (const stored of plan.direction === 1 ? entries.ascending(low, high) : entries.descending(low, high)) {
      found.keysExamined++;
      if (seen?.has(stored)) continue;
      seen?.add(stored);
      yield stored;
    }
  }
}

/** Runs a query: the index narrows the documents, the filter decides, a sort that no index gives is done in memory. */
export function find(collection: Collection, { filter = {}, sort = {}, skip = 0, limit = 0 }: Query): Found {
  const matches = compileFilter(filter);
  const filterFields = fieldsOf(filter);
  const order = parseSort(sort);
  const plan = choosePlan(collection, filter, order);
  const found: Found = { documents: [], plan, keysExamined: 0, docsExamined: 0 };
  const sorted = order.length === 0 || plan?.sorted === true;
  const sortFields = new Set(order.map(({ path }) => path[0]!));
  const enough = sorted && limit > 0 ? skip + limit : Infinity;
  const unsorted: { key: string; stored: StoredDocument }[] = [];
  for (const stored of candidates(collection, plan, found)) {
    found.docsExamined++;
    if (filterFields.size > 0 && !matches(readDocument(stored.bytes, 0, filterFields))) continue;
    if (sorted) found.documents.push(stored);
    else unsorted.push({ key: sortKey(readDocument(stored.bytes, 0, sortFields), order), stored });
    if (found.documents.length >= enough) break;
  }
  unsorted.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (!sorted) found.documents = unsorted.map(({ stored }) => stored);
  if (skip > 0 || limit > 0) found.documents = found.documents.slice(skip, limit > 0 ? skip + limit : undefined);
  return found;
}
