import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import type { CollectionIndex } from './collection-index.js';
import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { compoundKey, equal, isDocument, tagOf } from './key-string.js';
import { isOperators } from './matcher.js';
import { own, type SortSpec } from './paths.js';

/** Half-open ranges of index keys, in the order in which they are read. */
export type Bounds = readonly (readonly [low: string, high: string])[];

/** `narrowed` is false for an index read from end to end only for its order. */
export type Plan = {
  index: CollectionIndex;
  /** What is asked of the fields of the index, in their order, as far as it narrows the scan. */
  constraints: readonly Constraint[];
  bounds: Bounds;
  narrowed: boolean;
  sorted: boolean;
  direction: 1 | -1;
  /** True when each range is one whole key of a unique index, which one document has at most. */
  single: boolean;
};

/** What a filter demands of one path, whatever else it demands: one of some values, or a range in the order of one type. */
export type End = { value: unknown; open: boolean };
export type Constraint = { points?: unknown[]; low?: End; high?: End };

const MAX_POINTS = 10_000;
const ENDLESS = '\u00ff';

/** Values by which an index may be asked: null and arrays are left to the scan, where their special rules live. */
const seekable = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  !Array.isArray(value) &&
  !(value instanceof BSONRegExp || value instanceof MinKey || value instanceof MaxKey) &&
  !(typeof value === 'number' && Number.isNaN(value));

function constrain(constraint: Constraint, operator: string, operand: unknown): void {
  if (
    operator === '$in' &&
    Array.isArray(operand) &&
    operand.length <= MAX_POINTS &&
    operand.every(seekable)
  ) {
    constraint.points ??= operand;
  }
  if (!seekable(operand)) return;
  if (operator === '$eq') constraint.points = [operand];
  if (operator === '$gt' || operator === '$gte')
    constraint.low ??= { value: operand, open: operator === '$gt' };
  if (operator === '$lt' || operator === '$lte')
    constraint.high ??= { value: operand, open: operator === '$lt' };
}

/** The constraints of every condition that must hold; what is not understood adds none and is left to the filter. */
export function constraintsOf(
  filter: Document,
  into = new Map<string, Constraint>(),
): Map<string, Constraint> {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and') for (const branch of condition as Document[]) constraintsOf(branch, into);
    if (name.startsWith('$')) continue;
    const constraint = into.get(name) ?? {};
    into.set(name, constraint);
    if (!isOperators(condition)) constrain(constraint, '$eq', condition);
    else
      for (const [operator, operand] of Object.entries(condition))
        constrain(constraint, operator, operand);
  }
  return into;
}

/** The keys of one field between `low` and `high`, after `prefix`. Bits of a descending field are turned, and so are its ends. */
function range(
  prefix: string,
  { low, high }: Constraint,
  direction: number,
  multikey: boolean,
): readonly [string, string] {
  const tag = tagOf((low ?? high)?.value);
  // One element of an array may be above the lower bound and another below the upper: only one bound may narrow the scan.
  const both = !multikey && low && high && tagOf(high.value) === tag;
  const upper = both || !low ? high : undefined;
  const [first, last] = direction === 1 ? [low, upper] : [upper, low];
  const bracket = direction === 1 ? tag : 0xff - tag;
  const key = ({ value }: End): string => compoundKey([value], [direction]);
  const from = first ? key(first) + (first.open ? ENDLESS : '') : String.fromCharCode(bracket);
  const to = last ? key(last) + (last.open ? '' : ENDLESS) : String.fromCharCode(bracket + 1);
  return [prefix + from, prefix + to];
}

/** A partial index holds every wanted document only when the filter repeats its conditions. */
function holdsAll(index: CollectionIndex, filter: Document, narrowed: boolean): boolean {
  const partial = index.spec.partialFilterExpression;
  if (index.spec.sparse && !narrowed) return false;
  if (!partial) return true;
  return Object.entries(partial).every(([name, condition]) => {
    const given = own(filter, name);
    if (given === undefined) return false;
    if (equal(given, condition)) return true;
    return (
      isDocument(condition) &&
      condition['$exists'] === true &&
      Object.keys(condition).length === 1 &&
      seekable(given) &&
      !isOperators(given)
    );
  });
}

/** 1 or -1 when reading the index from field `from` on gives the order of `sort`, else 0. Fields held equal need no sorting. */
function sortDirection(
  index: CollectionIndex,
  from: number,
  sort: SortSpec,
  fixed: ReadonlySet<string>,
): -1 | 0 | 1 {
  if (index.multikey) return 0;
  let at = from;
  let direction: -1 | 0 | 1 = 0;
  for (const { path, direction: wanted } of sort) {
    const name = path.join('.');
    if (fixed.has(name)) continue;
    if (index.fields[at] !== name) return 0;
    const turned = (index.directions[at] === wanted ? 1 : -1) as 1 | -1;
    if (direction !== 0 && direction !== turned) return 0;
    direction = turned;
    at++;
  }
  return direction === 0 ? 1 : direction;
}

type Scored = Plan & { score: number };

function planFor(
  index: CollectionIndex,
  filter: Document,
  constraints: Map<string, Constraint>,
  sort: SortSpec,
): Scored | null {
  let prefixes = [''];
  let used = 0;
  const fixed = new Set<string>();
  for (const [i, field] of index.fields.entries()) {
    const points = constraints.get(field)?.points;
    if (!points || prefixes.length * points.length > MAX_POINTS) break;
    const keys = [...new Set(points.map((value) => compoundKey([value], [index.directions[i]!])))];
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => prefix + key));
    if (keys.length === 1 && !index.multikey) fixed.add(field);
    used++;
  }
  const next = index.fields[used];
  const limits = next === undefined ? undefined : constraints.get(next);
  const ranged = limits !== undefined && (limits.low !== undefined || limits.high !== undefined);
  const bounds = prefixes
    .map((prefix) =>
      ranged
        ? range(prefix, limits, index.directions[used]!, index.multikey)
        : ([prefix, prefix + ENDLESS] as const),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const narrowed = used > 0 || ranged;
  if (!holdsAll(index, filter, narrowed)) return null;
  // One range is read in the order of the index; several are not in one order.
  const direction =
    sort.length > 0 && prefixes.length === 1 ? sortDirection(index, used, sort, fixed) : 0;
  const sorted = sort.length === 0 || direction !== 0;
  if (!narrowed && (sort.length === 0 || !sorted)) return null;
  const narrowing = index.fields
    .slice(0, used + (ranged ? 1 : 0))
    .map((field) => constraints.get(field)!);
  const score = used * 4 + (ranged ? 2 : 0) + (sort.length > 0 && sorted ? 1 : 0);
  const single = index.spec.unique === true && used === index.fields.length;
  return {
    index,
    constraints: narrowing,
    bounds,
    narrowed,
    sorted,
    direction: direction === 0 ? 1 : direction,
    single,
    score,
  };
}

/** The index that narrows a find the most (ties go to one that also sorts), or null for a full scan. */
export function choosePlan(collection: Collection, filter: Document, sort: SortSpec): Plan | null {
  const constraints = constraintsOf(filter);
  // Nothing narrows further than values of _id, so the other indexes are not weighed.
  if (constraints.get('_id')?.points)
    return planFor(collection.indexes.get('_id_')!, filter, constraints, sort);
  let best: Scored | null = null;
  for (const index of collection.indexes.values()) {
    const plan = planFor(index, filter, constraints, sort);
    if (plan && plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}
