/**
 * Work that yields whenever it has run for a few milliseconds, so that other clients are served.
 * Work that ends earlier never yields.
 */
export type PausingWork<Result> = Generator<void, Result>;

/** Databases with a write that pauses, and the end of that write. */
export type PausedWrites = Map<string, Promise<unknown>>;

const SLICE_MS = 5;
/** Reading the clock takes about as long as a simple step. */
export const STEPS_PER_CHECK = 64;

/** Counts steps, and returns true when it is time to pause. */
export type Slice = (steps?: number) => boolean;

/** Returns a function to call after each step. A long step counts as several. */
export function createSlice(): Slice {
  let stepCount = 0;
  let sliceEnd = performance.now() + SLICE_MS;
  let isResumed = false;
  return (steps = 1) => {
    if (isResumed) {
      isResumed = false;
      sliceEnd = performance.now() + SLICE_MS;
    }
    stepCount += steps;
    if (stepCount < STEPS_PER_CHECK) return false;
    stepCount = 0;
    return (isResumed = performance.now() >= sliceEnd);
  };
}

/** Visits each item, and pauses between two of them. */
export function* visitAll<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
  isSliceOver: Slice = createSlice(),
): PausingWork<void> {
  for (const item of items) {
    visit(item);
    if (isSliceOver()) yield;
  }
}

export function* mapAll<Item, Mapped>(
  items: Iterable<Item>,
  toMapped: (item: Item) => Mapped,
): PausingWork<Mapped[]> {
  const mappedItems: Mapped[] = [];
  yield* visitAll(items, (item) => mappedItems.push(toMapped(item)));
  return mappedItems;
}

const RUN_LENGTH = 4096;

type SortEntry<Item> = Readonly<{ key: string; item: Item }>;
const compareEntries = <Item>(left: SortEntry<Item>, right: SortEntry<Item>): number =>
  left.key < right.key ? -1 : left.key > right.key ? 1 : 0;

/** Merges two sorted runs; of equal keys, those of the first run come first. */
function* mergeRuns<Item>(
  firstRun: readonly SortEntry<Item>[],
  secondRun: readonly SortEntry<Item>[],
): PausingWork<SortEntry<Item>[]> {
  const isSliceOver = createSlice();
  const mergedRun: SortEntry<Item>[] = [];
  let [firstIndex, secondIndex] = [0, 0];
  while (firstIndex < firstRun.length || secondIndex < secondRun.length) {
    const takesFirst =
      secondIndex === secondRun.length ||
      (firstIndex < firstRun.length &&
        compareEntries(firstRun[firstIndex]!, secondRun[secondIndex]!) <= 0);
    mergedRun.push(takesFirst ? firstRun[firstIndex++]! : secondRun[secondIndex++]!);
    if (isSliceOver()) yield;
  }
  return mergedRun;
}

/** Sorts items by their keys. Items with equal keys keep their order. */
export function* sortByKey<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): PausingWork<Item[]> {
  const entries = yield* mapAll(items, (item) => ({ key: keyOf(item), item }));
  let runs: SortEntry<Item>[][] = [];
  for (let start = 0; start < entries.length; start += RUN_LENGTH) {
    runs.push(entries.slice(start, start + RUN_LENGTH).sort(compareEntries));
    if (start > 0) yield;
  }
  while (runs.length > 1) {
    const mergedRuns: SortEntry<Item>[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      mergedRuns.push(
        runs[index + 1] ? yield* mergeRuns(runs[index]!, runs[index + 1]!) : runs[index]!,
      );
    runs = mergedRuns;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}

/** Runs work to its end without pausing. */
export function runToEnd<Result>(work: PausingWork<Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
