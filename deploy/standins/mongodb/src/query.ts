import type { Document } from './bson-reader.js';
import { readDocument } from './bson-reader.js';
import type { Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { compileFilter, fieldsOf } from './matcher.js';
import { parseSort, sortKey, type SortSpec } from './paths.js';
import { choosePlan, type Bounds, type Plan } from './planner.js';

export type Query = { filter?: Document; sort?: Document; skip?: number; limit?: number };

/** The documents found, in order, and how they were found. */
export type Found = {
  documents: StoredDocument[];
  /** Null for a full scan, several for the branches of an `$or`. */
  plans: readonly Plan[] | null;
  /** True when reading the plan gives the order asked for. */
  ordered: boolean;
  keysExamined: number;
  docsExamined: number;
};

/** One plan for the whole filter; else one for each branch of a top-level `$or`, when every branch has one. */
function plansFor(
  collection: Collection,
  filter: Document,
  order: SortSpec,
): readonly Plan[] | null {
  const plan = choosePlan(collection, filter, order);
  if (plan?.narrowed) return [plan];
  const { $or: branches, ...rest } = filter as { $or?: Document[] };
  const plans = branches?.map((branch) => choosePlan(collection, { $and: [rest, branch] }, []));
  if (plans?.every((each) => each !== null)) return plans;
  return plan && [plan];
}

function inRange(
  { index: { entries }, single, direction }: Plan,
  [low, high]: Bounds[number],
): Iterable<StoredDocument> {
  if (!single)
    return direction === 1 ? entries.ascending(low, high) : entries.descending(low, high);
  const stored = entries.startingWith(low);
  return stored ? [stored] : [];
}

/** The documents of the plans' ranges, each once. */
function* candidates(collection: Collection, found: Found): Generator<StoredDocument> {
  if (!found.plans) {
    yield* collection.documents;
    return;
  }
  const seen =
    found.plans.length > 1 || found.plans.some(({ index }) => index.multikey)
      ? new Set<StoredDocument>()
      : null;
  for (const plan of found.plans) {
    for (const bounds of plan.bounds) {
      for (const stored of inRange(plan, bounds)) {
        found.keysExamined++;
        if (seen?.has(stored)) continue;
        seen?.add(stored);
        yield stored;
      }
    }
  }
}

/** Runs a query: the index narrows the documents, the filter decides, a sort that no index gives is done in memory. */
export function find(
  collection: Collection,
  { filter = {}, sort = {}, skip = 0, limit = 0 }: Query,
): Found {
  const matches = compileFilter(filter);
  const filterFields = fieldsOf(filter);
  const order = parseSort(sort);
  const plans = plansFor(collection, filter, order);
  const sorted = order.length === 0 || (plans?.length === 1 && plans[0]!.sorted);
  const found: Found = { documents: [], plans, ordered: sorted, keysExamined: 0, docsExamined: 0 };
  const sortFields = new Set(order.map(({ path }) => path[0]!));
  const enough = sorted && limit > 0 ? skip + limit : Infinity;
  const unsorted: { key: string; stored: StoredDocument }[] = [];
  for (const stored of candidates(collection, found)) {
    found.docsExamined++;
    if (filterFields.size > 0 && !matches(readDocument(stored.bytes, 0, filterFields))) continue;
    if (sorted) found.documents.push(stored);
    else unsorted.push({ key: sortKey(readDocument(stored.bytes, 0, sortFields), order), stored });
    if (found.documents.length >= enough) break;
  }
  unsorted.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (!sorted) found.documents = unsorted.map(({ stored }) => stored);
  if (skip > 0 || limit > 0)
    found.documents = found.documents.slice(skip, limit > 0 ? skip + limit : undefined);
  return found;
}
