import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import type { CollectionIndex } from './collection-index.js';
import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { encodeCompoundKey, equalValues, isPlainDocument, typeTagOf } from './key-string.js';
import { isOperatorDocument } from './matcher.js';
import { readOwnField, type SortFields } from './paths.js';

/** Half-open ranges of index keys, in reading order. */
export type KeyRanges = readonly (readonly [low: string, high: string])[];

/** `narrowed` is false if the whole index is read only for its order. */
export type QueryPlan = {
  index: CollectionIndex;
  /** The conditions on the index fields, in their order, as far as they narrow the scan. */
  constraints: readonly FieldConstraint[];
  bounds: KeyRanges;
  narrowed: boolean;
  sorted: boolean;
  direction: 1 | -1;
  /**
   * True if each range is one complete key of a unique index, which matches at most one document.
   */
  single: boolean;
};

/** What a filter requires of one path: one of several values, or a range within one type. */
export type RangeEnd = { value: unknown; open: boolean };
export type FieldConstraint = { points?: unknown[]; low?: RangeEnd; high?: RangeEnd };

const MAX_POINTS = 10_000;
const HIGHEST_SUFFIX = '\u00ff';

/**
 * Values that can be looked up in an index. Null and arrays have special rules and need the filter.
 */
const isSeekable = (bsonValue: unknown): boolean =>
  bsonValue !== null &&
  bsonValue !== undefined &&
  !Array.isArray(bsonValue) &&
  !(
    bsonValue instanceof BSONRegExp ||
    bsonValue instanceof MinKey ||
    bsonValue instanceof MaxKey
  ) &&
  !(typeof bsonValue === 'number' && Number.isNaN(bsonValue));

function addConstraint(
  fieldConstraint: FieldConstraint,
  operatorName: string,
  operandValue: unknown,
): void {
  if (
    operatorName === '$in' &&
    Array.isArray(operandValue) &&
    operandValue.length <= MAX_POINTS &&
    operandValue.every(isSeekable)
  ) {
    fieldConstraint.points ??= operandValue;
  }
  if (!isSeekable(operandValue)) return;
  if (operatorName === '$eq') fieldConstraint.points = [operandValue];
  if (operatorName === '$gt' || operatorName === '$gte')
    fieldConstraint.low ??= { value: operandValue, open: operatorName === '$gt' };
  if (operatorName === '$lt' || operatorName === '$lte')
    fieldConstraint.high ??= { value: operandValue, open: operatorName === '$lt' };
}

/**
 * Collects constraints from conditions that must all be met. Other conditions add none; the filter
 * checks them.
 */
export function collectConstraints(
  filter: Document,
  constraintsByField = new Map<string, FieldConstraint>(),
): Map<string, FieldConstraint> {
  for (const [fieldName, fieldCondition] of Object.entries(filter)) {
    if (fieldName === '$and')
      for (const branchFilter of fieldCondition as Document[])
        collectConstraints(branchFilter, constraintsByField);
    if (fieldName.startsWith('$')) continue;
    const fieldConstraint = constraintsByField.get(fieldName) ?? {};
    constraintsByField.set(fieldName, fieldConstraint);
    if (!isOperatorDocument(fieldCondition)) addConstraint(fieldConstraint, '$eq', fieldCondition);
    else
      for (const [operatorName, operandValue] of Object.entries(fieldCondition))
        addConstraint(fieldConstraint, operatorName, operandValue);
  }
  return constraintsByField;
}

/**
 * The key range of one field after `keyPrefix`. For a descending field, bits are inverted and the
 * ends are swapped.
 */
function keyRange(
  keyPrefix: string,
  { low, high }: FieldConstraint,
  keyDirection: number,
  isMultikey: boolean,
): readonly [string, string] {
  const typeTag = typeTagOf((low ?? high)?.value);
  // With arrays, one element may satisfy the lower bound and another the upper, so only one bound
  // can narrow the scan.
  const narrowsBothEnds = !isMultikey && low && high && typeTagOf(high.value) === typeTag;
  const upperEnd = narrowsBothEnds || !low ? high : undefined;
  const [firstEnd, lastEnd] = keyDirection === 1 ? [low, upperEnd] : [upperEnd, low];
  const typeBracket = keyDirection === 1 ? typeTag : 0xff - typeTag;
  const encodeEndKey = ({ value }: RangeEnd): string => encodeCompoundKey([value], [keyDirection]);
  const rangeStart = firstEnd
    ? encodeEndKey(firstEnd) + (firstEnd.open ? HIGHEST_SUFFIX : '')
    : String.fromCharCode(typeBracket);
  const rangeEnd = lastEnd
    ? encodeEndKey(lastEnd) + (lastEnd.open ? '' : HIGHEST_SUFFIX)
    : String.fromCharCode(typeBracket + 1);
  return [keyPrefix + rangeStart, keyPrefix + rangeEnd];
}

/** A partial index contains all matching documents only if the filter repeats its conditions. */
function coversFilter(
  collectionIndex: CollectionIndex,
  queryFilter: Document,
  isNarrowed: boolean,
): boolean {
  const partialFilter = collectionIndex.spec.partialFilterExpression;
  if (collectionIndex.spec.sparse && !isNarrowed) return false;
  if (!partialFilter) return true;
  return Object.entries(partialFilter).every(([fieldName, partialCondition]) => {
    const queryCondition = readOwnField(queryFilter, fieldName);
    if (queryCondition === undefined) return false;
    if (equalValues(queryCondition, partialCondition)) return true;
    return (
      isPlainDocument(partialCondition) &&
      partialCondition['$exists'] === true &&
      Object.keys(partialCondition).length === 1 &&
      isSeekable(queryCondition) &&
      !isOperatorDocument(queryCondition)
    );
  });
}

/**
 * 1 or -1 if reading the index from `firstField` gives the order of `sortFields`, otherwise 0.
 * Fields fixed to one value need no sorting.
 */
function scanDirectionFor(
  collectionIndex: CollectionIndex,
  firstField: number,
  sortFields: SortFields,
  fixedFields: ReadonlySet<string>,
): -1 | 0 | 1 {
  if (collectionIndex.multikey) return 0;
  let fieldIndex = firstField;
  let scanDirection: -1 | 0 | 1 = 0;
  for (const { path, direction: fieldDirection } of sortFields) {
    const fieldName = path.join('.');
    if (fixedFields.has(fieldName)) continue;
    if (collectionIndex.fields[fieldIndex] !== fieldName) return 0;
    const requiredDirection = (
      collectionIndex.directions[fieldIndex] === fieldDirection ? 1 : -1
    ) as 1 | -1;
    if (scanDirection !== 0 && scanDirection !== requiredDirection) return 0;
    scanDirection = requiredDirection;
    fieldIndex++;
  }
  return scanDirection === 0 ? 1 : scanDirection;
}

type ScoredPlan = QueryPlan & { score: number };

function createPlan(
  collectionIndex: CollectionIndex,
  queryFilter: Document,
  constraints: Map<string, FieldConstraint>,
  sortFields: SortFields,
): ScoredPlan | null {
  let keyPrefixes = [''];
  let fixedFieldCount = 0;
  const fixedFields = new Set<string>();
  for (const [fieldIndex, fieldName] of collectionIndex.fields.entries()) {
    const fieldPoints = constraints.get(fieldName)?.points;
    if (!fieldPoints || keyPrefixes.length * fieldPoints.length > MAX_POINTS) break;
    const pointKeys = [
      ...new Set(
        fieldPoints.map((pointValue) =>
          encodeCompoundKey([pointValue], [collectionIndex.directions[fieldIndex]!]),
        ),
      ),
    ];
    keyPrefixes = keyPrefixes.flatMap((keyPrefix) =>
      pointKeys.map((pointKey) => keyPrefix + pointKey),
    );
    if (pointKeys.length === 1 && !collectionIndex.multikey) fixedFields.add(fieldName);
    fixedFieldCount++;
  }
  const nextField = collectionIndex.fields[fixedFieldCount];
  const nextConstraint = nextField === undefined ? undefined : constraints.get(nextField);
  const hasRange =
    nextConstraint !== undefined &&
    (nextConstraint.low !== undefined || nextConstraint.high !== undefined);
  const keyRanges = keyPrefixes
    .map((keyPrefix) =>
      hasRange
        ? keyRange(
            keyPrefix,
            nextConstraint,
            collectionIndex.directions[fixedFieldCount]!,
            collectionIndex.multikey,
          )
        : ([keyPrefix, keyPrefix + HIGHEST_SUFFIX] as const),
    )
    .sort(([leftStart], [rightStart]) => (leftStart < rightStart ? -1 : 1));
  const isNarrowed = fixedFieldCount > 0 || hasRange;
  if (!coversFilter(collectionIndex, queryFilter, isNarrowed)) return null;
  // A single range is read in index order; several ranges are not.
  const scanDirection =
    sortFields.length > 0 && keyPrefixes.length === 1
      ? scanDirectionFor(collectionIndex, fixedFieldCount, sortFields, fixedFields)
      : 0;
  const isSorted = sortFields.length === 0 || scanDirection !== 0;
  if (!isNarrowed && (sortFields.length === 0 || !isSorted)) return null;
  const narrowing = collectionIndex.fields
    .slice(0, fixedFieldCount + (hasRange ? 1 : 0))
    .map((fieldName) => constraints.get(fieldName)!);
  const planScore =
    fixedFieldCount * 4 + (hasRange ? 2 : 0) + (sortFields.length > 0 && isSorted ? 1 : 0);
  const isSingleKey =
    collectionIndex.spec.unique === true && fixedFieldCount === collectionIndex.fields.length;
  return {
    index: collectionIndex,
    constraints: narrowing,
    bounds: keyRanges,
    narrowed: isNarrowed,
    sorted: isSorted,
    direction: scanDirection === 0 ? 1 : scanDirection,
    single: isSingleKey,
    score: planScore,
  };
}

/**
 * Chooses the index that narrows a find the most, preferring one that also sorts. Null means a full
 * scan.
 */
export function choosePlan(
  collection: Collection,
  queryFilter: Document,
  sortFields: SortFields,
): QueryPlan | null {
  const constraints = collectConstraints(queryFilter);
  // Nothing narrows more than values of _id, so no other index is considered.
  if (constraints.get('_id')?.points)
    return createPlan(collection.indexes.get('_id_')!, queryFilter, constraints, sortFields);
  let bestPlan: ScoredPlan | null = null;
  for (const collectionIndex of collection.indexes.values()) {
    const candidatePlan = createPlan(collectionIndex, queryFilter, constraints, sortFields);
    if (candidatePlan && candidatePlan.score > (bestPlan?.score ?? 0)) bestPlan = candidatePlan;
  }
  return bestPlan;
}
