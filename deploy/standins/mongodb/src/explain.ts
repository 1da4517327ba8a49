import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { isOperators } from './matcher.js';
import type { Constraint, Plan } from './planner.js';
import { printValue } from './print-value.js';
import { find, type Found, type Query } from './query.js';

const wrap = (stage: string, inner: Document, more: Document = {}): Document => ({
  stage,
  ...more,
  inputStage: inner,
});

/** What a range with an open end reaches to: the least and the greatest value of the type of its other end. */
function extremes(value: unknown): readonly [string, string] {
  if (typeof value === 'number') return ['-inf', 'inf'];
  return typeof value === 'string' ? ['""', '{}'] : ['MinKey', 'MaxKey'];
}

/** The values of one field that a scan goes over, from the first to the last one. */
function intervals(constraint: Constraint | undefined, direction: number): string[] {
  const { points, low, high } = constraint ?? {};
  if (points) return points.map(printValue).map((value) => `[${value}, ${value}]`);
  const [least, greatest] = extremes((low ?? high)?.value);
  const ends = [
    low ? { text: printValue(low.value), open: low.open } : { text: least, open: false },
    high
      ? { text: printValue(high.value), open: high.open }
      : { text: greatest, open: greatest === '{}' },
  ] as const;
  const [from, to] = direction === 1 ? ends : [ends[1], ends[0]];
  return [`${from.open ? '(' : '['}${from.text}, ${to.text}${to.open ? ')' : ']'}`];
}

function indexScan({ index, constraints, direction }: Plan): Document {
  const bounds = index.fields.map((field, at) => [
    field,
    intervals(constraints[at], index.directions[at]! * direction),
  ]);
  const { key, name, unique = false, sparse = false, partialFilterExpression } = index.spec;
  return {
    stage: 'IXSCAN',
    keyPattern: key,
    indexName: name,
    isMultiKey: index.multikey,
    isUnique: unique,
    isSparse: sparse,
    isPartial: partialFilterExpression !== undefined,
    indexVersion: 2,
    direction: direction === 1 ? 'forward' : 'backward',
    indexBounds: Object.fromEntries(bounds),
  };
}

/** A filter of nothing but one value for `_id`, which mongod answers without planning. */
function isIdLookup(filter: Document): boolean {
  const [name, ...more] = Object.keys(filter);
  return name === '_id' && more.length === 0 && !isOperators(filter['_id']);
}

function access({ plans }: Found, { filter = {} }: Query): Document {
  const [plan, ...others] = plans ?? [];
  if (!plan)
    return {
      stage: 'COLLSCAN',
      ...(Object.keys(filter).length > 0 && { filter }),
      direction: 'forward',
    };
  if (others.length > 0) {
    const or = { stage: 'OR', inputStages: [plan, ...others].map(indexScan) };
    return wrap('SUBPLAN', wrap('FETCH', or));
  }
  return isIdLookup(filter) && plan.index.spec.name === '_id_'
    ? { stage: 'IDHACK' }
    : wrap('FETCH', indexScan(plan));
}

/** The stages around the access path, in mongod's names and order of nesting. */
function winningPlan(found: Found, query: Query, projection: Document | undefined): Document {
  let stage = access(found, query);
  const { sort = {}, skip, limit } = query;
  if (Object.keys(sort).length > 0 && !found.ordered)
    stage = wrap('SORT', stage, { sortPattern: sort });
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
    : { documents: [], plans: null, ordered: true, keysExamined: 0, docsExamined: 0 };
  const plan = collection ? winningPlan(found, query, projection) : { stage: 'EOF' };
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: ns,
      parsedQuery: query.filter ?? {},
      winningPlan: plan,
      rejectedPlans: [],
    },
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
