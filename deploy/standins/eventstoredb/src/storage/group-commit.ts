import type { DatabaseSync } from 'node:sqlite';

type Job = {
  work: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/**
 * Runs write jobs in order, all that arrive within one turn of the event loop in one transaction. A job's promise
 * settles only after the commit is on disk. Jobs are synchronous; when one throws, nothing of its group is kept and
 * each job of the group gets a transaction of its own.
 */
export function groupCommit(
  database: DatabaseSync,
  on: { committed: () => void; rolledBack: () => void },
) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let queue: Job[] = [];

  function transact(jobs: readonly Job[]): void {
    let results: unknown[];
    try {
      begin.run();
      results = jobs.map((job) => job.work());
      commit.run();
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      on.rolledBack();
      if (jobs.length > 1) jobs.forEach((job) => transact([job]));
      else jobs.forEach((job) => job.reject(error));
      return;
    }
    jobs.forEach((job, index) => job.resolve(results[index] as never));
    on.committed();
  }

  function flush(): void {
    const jobs = queue;
    queue = [];
    if (jobs.length > 0) transact(jobs);
  }

  return {
    run<Result>(work: () => Result): Promise<Result> {
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ work, resolve, reject });
      });
    },
    flush,
  };
}
