import type { JobFailure } from './queues.js';

const MAX_JOBS_SHOWN = 20;

/**
 * Failed jobs of one process with the same reason that all wait for another attempt or all failed
 * permanently.
 */
export type FailureGroup = Readonly<{
  process: string;
  reason: string;
  count: number;
  /** The earliest next attempt (UTC), or null if there is none. */
  nextFrom: string | null;
  /** The latest next attempt (UTC), or null if there is none. */
  nextUntil: string | null;
  /** The first twenty. */
  jobs: readonly JobFailure[];
}>;

/** Adds failed jobs to their groups, in the order of their first jobs. */
export const addToGroups = (
  groups: ReadonlyMap<string, FailureGroup>,
  failures: readonly JobFailure[],
): ReadonlyMap<string, FailureGroup> => {
  const next = new Map(groups);
  for (const failure of failures) {
    const { process, reason, retryAt } = failure;
    const key = JSON.stringify([process, reason, retryAt === null]);
    const group = next.get(key);
    const { nextFrom = retryAt, nextUntil = retryAt } = group ?? {};
    next.set(key, {
      process,
      reason,
      count: (group?.count ?? 0) + 1,
      nextFrom: retryAt !== null && retryAt < nextFrom! ? retryAt : nextFrom,
      nextUntil: retryAt !== null && retryAt > nextUntil! ? retryAt : nextUntil,
      jobs: [...(group?.jobs ?? []), failure].slice(0, MAX_JOBS_SHOWN),
    });
  }
  return next;
};

/** The groups of all failed jobs, largest first. */
export const groupFailures = async (
  pages: AsyncIterable<readonly JobFailure[]>,
): Promise<FailureGroup[]> => {
  let groups: ReadonlyMap<string, FailureGroup> = new Map();
  for await (const failures of pages) groups = addToGroups(groups, failures);
  return [...groups.values()].sort((one, other) => other.count - one.count);
};
