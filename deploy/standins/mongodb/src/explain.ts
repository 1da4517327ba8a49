import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { find, type Found, type Query } from './query.js';

const wrap = (stage: string, inner: Document, more: Document = {}): Document => ({ stage, ...more, inputStage: inner });

function access({ plan }: Found, { filter = {} }: Query): Document {
  if (!plan) return { stage: 'COLLSCAN', ...(Object.keys(filter).length > 0 && { filter }), direction: 'forward' };
  const { index, direction } = plan;
  const { key, name, unique = false, sparse = false, partialFilterExpression } = index.spec;
  const [condition] = Object.entries(filter);
  const byId =
    name === '_id_' && Object.keys(filter).length === 1 && plan.bounds.length === 1 && condition?.[0] === '_id';
  if (
    byId &&
    (typeof condition?.[1] !== 'object' ||
      !Object.keys(condition[1] ?? {}).some((operator) => operator.startsWith('$')))
  ) {
    return { stage: 'IDHACK' };
  }
  return wrap('FETCH', {
    stage: 'IXSCAN',
    keyPattern: key,
    indexName: name,
    isMultiKey: index.multikey,
    isUnique: unique,
    isSparse: sparse,
    isPartial: partialFilterExpression !== undefined,
    indexVersion: 2,
    direction: direction === 1 ? 'forward' : 'backward',
  });
}

/** The stages around the access path, in mongod's names and order of nesting. */
function winningPlan(found: Found, query: Query, projection: Document | undefined): Document {
  let stage = access(found, query);
  const { sort = {}, skip, limit } = query;
  if (Object.keys(sort).length > 0 && !found.plan?.sorted) stage = wrap('SORT', stage, { sortPattern: sort });
  if (skip) stage = wrap('SKIP', stage, { skipAmount: skip });
  if (limit) stage = wrap('LIMIT', stage, { limitAmount: limit });
  if (projection && Object.keys(projection).length > 0)
    stage = wrap('PROJECTION_SIMPLE', stage, { transformBy: projection });
  return stage;
}

/** explain of a find, in the shape of mongod 7.0: the winning plan and what running it examined. The query is run. */
export function explainFind(
  collection: Collection | undefined,
  ns: string,
  query: Query,
  projection?: Document,
): Document {
  const started = performance.now();
  const found: Found = collection
    ? find(collection, query)
    : { documents: [], plan: null, keysExamined: 0, docsExamined: 0 };
  const plan = collection ? winningPlan(found, query, projection) : { stage: 'EOF' };
  return {
    explainVersion: '1',
    queryPlanner: { namespace: ns, parsedQuery: query.filter ?? {}, winningPlan: plan, rejectedPlans: [] },
    executionStats: {
      executionSuccess: true,
      nReturned: found.documents.length,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: found.keysExamined,
      totalDocsExamined: found.docsExamined,
      executionStages: plan,
    },
  };
}
