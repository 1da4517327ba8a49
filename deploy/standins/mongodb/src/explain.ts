import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { isOperatorDocument } from './matcher.js';
import type { PausingWork } from './pauses.js';
import type { FieldConstraint, QueryPlan } from './planner.js';
import { printValue } from './print-value.js';
import { findDocuments, type QueryResult, type FindQuery } from './query.js';

const wrapStage = (
  stageName: string,
  inputStage: Document,
  stageFields: Document = {},
): Document => ({
  stage: stageName,
  ...stageFields,
  inputStage: inputStage,
});

/**
 * The bounds printed for an open end of a range: the smallest and greatest values of the type at
 * the other end.
 */
function typeExtremes(boundValue: unknown): readonly [string, string] {
  if (typeof boundValue === 'number') return ['-inf', 'inf'];
  return typeof boundValue === 'string' ? ['""', '{}'] : ['MinKey', 'MaxKey'];
}

/** The intervals of one field that a scan covers, in scan order. */
function formatIntervals(constraint: FieldConstraint | undefined, scanDirection: number): string[] {
  const { points, low, high } = constraint ?? {};
  if (points)
    return points.map(printValue).map((printedPoint) => `[${printedPoint}, ${printedPoint}]`);
  const [leastText, greatestText] = typeExtremes((low ?? high)?.value);
  const intervalEnds = [
    low ? { text: printValue(low.value), open: low.open } : { text: leastText, open: false },
    high
      ? { text: printValue(high.value), open: high.open }
      : { text: greatestText, open: greatestText === '{}' },
  ] as const;
  const [intervalStart, intervalEnd] =
    scanDirection === 1 ? intervalEnds : [intervalEnds[1], intervalEnds[0]];
  return [
    `${intervalStart.open ? '(' : '['}${intervalStart.text}, ${intervalEnd.text}${intervalEnd.open ? ')' : ']'}`,
  ];
}

function describeIndexScan({ index, constraints, direction }: QueryPlan): Document {
  const indexBounds = index.fields.map((fieldName, fieldIndex) => [
    fieldName,
    formatIntervals(constraints[fieldIndex], index.directions[fieldIndex]! * direction),
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
    indexBounds: Object.fromEntries(indexBounds),
  };
}

/**
 * A filter with a single value for `_id` and nothing else, which mongod executes without planning.
 */
function isIdLookup(filter: Document): boolean {
  const [fieldName, ...otherFields] = Object.keys(filter);
  return fieldName === '_id' && otherFields.length === 0 && !isOperatorDocument(filter['_id']);
}

function describeAccess({ plans }: QueryResult, { filter = {} }: FindQuery): Document {
  const [firstPlan, ...branchPlans] = plans ?? [];
  if (!firstPlan)
    return {
      stage: 'COLLSCAN',
      ...(Object.keys(filter).length > 0 && { filter }),
      direction: 'forward',
    };
  if (branchPlans.length > 0) {
    const orStage = {
      stage: 'OR',
      inputStages: [firstPlan, ...branchPlans].map(describeIndexScan),
    };
    return wrapStage('SUBPLAN', wrapStage('FETCH', orStage));
  }
  return isIdLookup(filter) && firstPlan.index.spec.name === '_id_'
    ? { stage: 'IDHACK' }
    : wrapStage('FETCH', describeIndexScan(firstPlan));
}

/** The stages around the access path, with mongod's names and nesting. */
function describeWinningPlan(
  queryResult: QueryResult,
  findQuery: FindQuery,
  projection: Document | undefined,
): Document {
  let planStage = describeAccess(queryResult, findQuery);
  const { sort = {}, skip, limit } = findQuery;
  if (Object.keys(sort).length > 0 && !queryResult.ordered)
    planStage = wrapStage('SORT', planStage, { sortPattern: sort });
  if (skip) planStage = wrapStage('SKIP', planStage, { skipAmount: skip });
  if (limit) planStage = wrapStage('LIMIT', planStage, { limitAmount: limit });
  if (projection && Object.keys(projection).length > 0)
    planStage = wrapStage('PROJECTION_SIMPLE', planStage, { transformBy: projection });
  return planStage;
}

/**
 * Explains a find in the format of mongod 7.0: the winning plan and the execution statistics. Runs
 * the query.
 */
export function* explainFind(
  collection: Collection | undefined,
  namespaceName: string,
  findQuery: FindQuery,
  projection?: Document,
): PausingWork<Document> {
  const startedAt = performance.now();
  const queryResult: QueryResult = collection
    ? yield* findDocuments(collection, findQuery)
    : { documents: [], plans: null, ordered: true, keysExamined: 0, docsExamined: 0 };
  const winningStage = collection
    ? describeWinningPlan(queryResult, findQuery, projection)
    : { stage: 'EOF' };
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: namespaceName,
      parsedQuery: findQuery.filter ?? {},
      winningPlan: winningStage,
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: queryResult.documents.length,
      executionTimeMillis: Math.round(performance.now() - startedAt),
      totalKeysExamined: queryResult.keysExamined,
      totalDocsExamined: queryResult.docsExamined,
      executionStages: winningStage,
    },
  };
}
