import type { DatabaseSync } from 'node:sqlite';

type WriteJob = {
  work: () => unknown;
  resolve: (jobResult: never) => void;
  reject: (error: unknown) => void;
};

/**
 * Runs write jobs in order, in one transaction for all that arrive within one turn of the event
 * loop. A job's promise settles only after the commit is on disk. Jobs are synchronous. If one
 * throws, the group is rolled back and each of its jobs runs in a separate transaction.
 */
export function createCommitQueue(
  database: DatabaseSync,
  commitHooks: { committed: () => void; rolledBack: () => void },
) {
  const beginStatement = database.prepare('BEGIN IMMEDIATE');
  const commitStatement = database.prepare('COMMIT');
  let queuedJobs: WriteJob[] = [];

  function runTransaction(writeJobs: readonly WriteJob[]): void {
    let jobResults: unknown[];
    try {
      beginStatement.run();
      jobResults = writeJobs.map((writeJob) => writeJob.work());
      commitStatement.run();
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      commitHooks.rolledBack();
      if (writeJobs.length > 1) writeJobs.forEach((writeJob) => runTransaction([writeJob]));
      else writeJobs.forEach((writeJob) => writeJob.reject(error));
      return;
    }
    writeJobs.forEach((writeJob, jobIndex) => writeJob.resolve(jobResults[jobIndex] as never));
    commitHooks.committed();
  }

  function flushQueue(): void {
    const dueJobs = queuedJobs;
    queuedJobs = [];
    if (dueJobs.length > 0) runTransaction(dueJobs);
  }

  return {
    run<Result>(performWrite: () => Result): Promise<Result> {
      return new Promise((resolve, rejectJob) => {
        if (queuedJobs.length === 0) setImmediate(flushQueue);
        queuedJobs.push({ work: performWrite, resolve, reject: rejectJob });
      });
    },
    flush: flushQueue,
  };
}
