import { setTimeout as delay } from 'node:timers/promises';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';

/**
 * A step that must end in time. The work reports what it is waiting for.
 * @throws Failure after `limitMs`, with the last report
 */
export const boundedStep = <T>(
  commandLine: Cli,
  title: string,
  limitMs: number,
  runWork: (reportProgress: (progress: string) => void) => Promise<T>,
): Promise<T> =>
  commandLine.step(title, async (showProgress) => {
    let lastProgress = 'no progress';
    const work = runWork((progress) => {
      lastProgress = progress;
      showProgress(progress);
    });
    work.catch(() => undefined);
    const timer = new AbortController();
    const timeout = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
      const minutes = limitMs / MINUTE_MS;
      throw new Failure(`${title}: not finished after ${minutes} min (${lastProgress})`);
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      timer.abort();
      timeout.catch(() => undefined);
    }
  });
