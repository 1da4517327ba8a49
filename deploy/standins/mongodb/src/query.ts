import type { Document } from './bson-reader.js';
import { readDocument } from './bson-reader.js';
import type { Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { compileFilter, collectFilterFields } from './matcher.js';
import { parseSortFields, encodeSortKey, type SortFields } from './paths.js';
import { choosePlan, type KeyRanges, type QueryPlan } from './planner.js';

export type FindQuery = { filter?: Document; sort?: Document; skip?: number; limit?: number };

/** The matching documents in order, and how they were found. */
export type QueryResult = {
  documents: StoredDocument[];
  /** Null for a full scan; several plans for the branches of an `$or`. */
  plans: readonly QueryPlan[] | null;
  /** True if the plan returns documents in the requested order. */
  ordered: boolean;
  keysExamined: number;
  docsExamined: number;
};

/**
 * One plan for the whole filter, or one for each branch of a top-level `$or` if every branch has
 * one.
 */
function choosePlans(
  collection: Collection,
  queryFilter: Document,
  sortFields: SortFields,
): readonly QueryPlan[] | null {
  const filterPlan = choosePlan(collection, queryFilter, sortFields);
  if (filterPlan?.narrowed) return [filterPlan];
  const { $or: branchFilters, ...otherConditions } = queryFilter as { $or?: Document[] };
  const branchPlans = branchFilters?.map((branchFilter) =>
    choosePlan(collection, { $and: [otherConditions, branchFilter] }, []),
  );
  if (branchPlans?.every((branchPlan) => branchPlan !== null)) return branchPlans;
  return filterPlan && [filterPlan];
}

function documentsInRange(
  { index: { entries }, single, direction }: QueryPlan,
  [lowKey, highKey]: KeyRanges[number],
): Iterable<StoredDocument> {
  if (!single)
    return direction === 1
      ? entries.ascending(lowKey, highKey)
      : entries.descending(lowKey, highKey);
  const storedDocument = entries.startingWith(lowKey);
  return storedDocument ? [storedDocument] : [];
}

/** The documents in the ranges of the plans, without duplicates. */
function* candidates(collection: Collection, queryResult: QueryResult): Generator<StoredDocument> {
  if (!queryResult.plans) {
    yield* collection.documents;
    return;
  }
  const seenDocuments =
    queryResult.plans.length > 1 || queryResult.plans.some(({ index }) => index.multikey)
      ? new Set<StoredDocument>()
      : null;
  for (const queryPlan of queryResult.plans) {
    for (const keyRange of queryPlan.bounds) {
      for (const storedDocument of documentsInRange(queryPlan, keyRange)) {
        queryResult.keysExamined++;
        if (seenDocuments?.has(storedDocument)) continue;
        seenDocuments?.add(storedDocument);
        yield storedDocument;
      }
    }
  }
}

/**
 * Runs a query. The index narrows the candidates, the filter decides, and a sort without an index
 * runs in memory.
 */
export function findDocuments(
  collection: Collection,
  { filter = {}, sort = {}, skip = 0, limit = 0 }: FindQuery,
): QueryResult {
  const matchesFilter = compileFilter(filter);
  const filterFields = collectFilterFields(filter);
  const sortSpec = parseSortFields(sort);
  const queryPlans = choosePlans(collection, filter, sortSpec);
  const isSorted = sortSpec.length === 0 || (queryPlans?.length === 1 && queryPlans[0]!.sorted);
  const queryResult: QueryResult = {
    documents: [],
    plans: queryPlans,
    ordered: isSorted,
    keysExamined: 0,
    docsExamined: 0,
  };
  const sortFieldNames = new Set(sortSpec.map(({ path }) => path[0]!));
  const documentLimit = isSorted && limit > 0 ? skip + limit : Infinity;
  const unsortedDocuments: { key: string; stored: StoredDocument }[] = [];
  for (const storedDocument of candidates(collection, queryResult)) {
    queryResult.docsExamined++;
    if (
      filterFields.size > 0 &&
      !matchesFilter(readDocument(storedDocument.bytes, 0, filterFields))
    )
      continue;
    if (isSorted) queryResult.documents.push(storedDocument);
    else
      unsortedDocuments.push({
        key: encodeSortKey(readDocument(storedDocument.bytes, 0, sortFieldNames), sortSpec),
        stored: storedDocument,
      });
    if (queryResult.documents.length >= documentLimit) break;
  }
  unsortedDocuments.sort((leftEntry, rightEntry) =>
    leftEntry.key < rightEntry.key ? -1 : leftEntry.key > rightEntry.key ? 1 : 0,
  );
  if (!isSorted) queryResult.documents = unsortedDocuments.map(({ stored }) => stored);
  if (skip > 0 || limit > 0)
    queryResult.documents = queryResult.documents.slice(skip, limit > 0 ? skip + limit : undefined);
  return queryResult;
}
