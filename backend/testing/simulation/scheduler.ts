const continueNow = Promise.resolve();

/**
 * A small pseudorandom generator (mulberry32): a seed always gives the same numbers from 0 to 1.
 */
const randomNumbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** After this many rounds without progress, the tasks would wait forever. */
const MAX_IDLE_ROUNDS = 1_000;

/**
 * Interleaves concurrent tasks. One task at a time runs from one `turn` to its next, and the seed
 * decides which. A single task simply runs.
 */
export class SeededScheduler {
  private readonly random: () => number;
  private readonly waiting: (() => void)[] = [];
  private isInterleaving = false;

  constructor(seed: number) {
    this.random = randomNumbers(seed);
  }

  turn(): Promise<void> {
    return this.isInterleaving ? new Promise((resolve) => this.waiting.push(resolve)) : continueNow;
  }

  /**
   * The tasks must not reject. Calls that a failed task has left behind, such as those parallel to
   * a failed one, also run to their end.
   */
  async runTogether(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
    const [onlyTask] = tasks;
    if (tasks.length === 1) return void (await onlyTask!());
    let left = tasks.length;
    this.isInterleaving = true;
    for (const task of tasks)
      void this.turn()
        .then(task)
        .finally(() => left--);
    for (let idleRounds = 0; idleRounds < MAX_IDLE_ROUNDS; idleRounds++) {
      // All microtasks run first, so every task that can continue has reached its next turn.
      await new Promise((resolve) => setImmediate(resolve));
      if (left === 0 && this.waiting.length === 0) break;
      const place = Math.floor(this.random() * this.waiting.length);
      const [next] = this.waiting.splice(place, 1);
      if (!next) continue;
      idleRounds = 0;
      next();
    }
    this.isInterleaving = false;
    if (left > 0) throw new Error(`${left} tasks wait for something other than their turn`);
  }
}
