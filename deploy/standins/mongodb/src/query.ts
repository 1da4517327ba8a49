import type { Document } from './bson-reader.js';
import { readDocument } from './bson-reader.js';
import { collectionNamespace, type Collection, type QuerySnapshot } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { reportFullScan } from './full-scans.js';
import { compileFilter, collectFilterFields } from './matcher.js';
import { parseSortFields, encodeSortKey, type SortFields } from './paths.js';
import { createSlice, sortByKey, type PausingWork, type Slice } from './pauses.js';
import { choosePlan, type KeyRanges, type QueryPlan } from './planner.js';

export type FindQuery = { filter?: Document; sort?: Document; skip?: number; limit?: number };

/** A matching document with the bytes it had when the query started. */
export type FoundDocument = Readonly<{ stored: StoredDocument; bytes: Buffer }>;

/** The matching documents in order, and how they were found. */
export type QueryResult = {
  documents: FoundDocument[];
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

/**
 * The documents in the ranges of the plans; null for another key of a document that was already
 * returned.
 */
function* documentsOfPlans(plans: readonly QueryPlan[]): Generator<StoredDocument | null> {
  const seenDocuments =
    plans.length > 1 || plans.some(({ index }) => index.multikey)
      ? new Set<StoredDocument>()
      : null;
  for (const queryPlan of plans) {
    for (const keyRange of queryPlan.bounds) {
      for (const storedDocument of documentsInRange(queryPlan, keyRange)) {
        if (seenDocuments?.has(storedDocument)) yield null;
        else {
          seenDocuments?.add(storedDocument);
          yield storedDocument;
        }
      }
    }
  }
}

/**
 * Examines candidates until `documentLimit` of them match. After the first pause, a change of the
 * collection first records all remaining candidates and the bytes that it replaces: the result is
 * that of a query that ran at the instant when it started.
 */
function* matchCandidates(
  collection: Collection,
  queryResult: QueryResult,
  matches: (documentBytes: Buffer) => boolean,
  documentLimit: number,
  isSliceOver: Slice,
): PausingWork<void> {
  let candidates: IterableIterator<StoredDocument | null> = queryResult.plans
    ? documentsOfPlans(queryResult.plans)
    : collection.documents.values();
  let areCandidatesKept = false;
  const snapshot: QuerySnapshot = {
    replaced: new Map(),
    keepCandidates() {
      if (areCandidatesKept) return;
      areCandidatesKept = true;
      candidates = [...candidates].values();
    },
  };
  try {
    for (let next = candidates.next(); !next.done; next = candidates.next()) {
      const stored = next.value;
      if (queryResult.plans) queryResult.keysExamined++;
      if (stored) {
        queryResult.docsExamined++;
        const bytes = snapshot.replaced.get(stored) ?? stored.bytes;
        if (matches(bytes)) queryResult.documents.push({ stored, bytes });
        if (queryResult.documents.length >= documentLimit) return;
      }
      if (!isSliceOver()) continue;
      collection.snapshots.add(snapshot);
      yield;
    }
  } finally {
    collection.snapshots.delete(snapshot);
  }
}

/**
 * Runs a query. The index narrows the candidates, the filter decides, and a sort without an index
 * runs in memory. The query may pause, but its result is the state of the collection when it
 * started: writes during a pause have no effect on it. It may share the slice of a longer command.
 */
export function* findDocuments(
  collection: Collection,
  { filter = {}, sort = {}, skip = 0, limit = 0 }: FindQuery,
  isSliceOver: Slice = createSlice(),
): PausingWork<QueryResult> {
  const matchesFilter = compileFilter(filter);
  const filterFields = collectFilterFields(filter);
  const isFiltered = Object.keys(filter).length > 0;
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
  yield* matchCandidates(
    collection,
    queryResult,
    (bytes) => !isFiltered || matchesFilter(readDocument(bytes, 0, filterFields)),
    isSorted && limit > 0 ? skip + limit : Infinity,
    isSliceOver,
  );
  if (!queryPlans) reportFullScan(collectionNamespace(collection), filterFields, queryResult);
  if (!isSorted)
    queryResult.documents = yield* sortByKey(queryResult.documents, ({ bytes }) =>
      encodeSortKey(readDocument(bytes, 0, sortFieldNames), sortSpec),
    );
  if (skip > 0 || limit > 0)
    queryResult.documents = queryResult.documents.slice(skip, limit > 0 ? skip + limit : undefined);
  return queryResult;
}
