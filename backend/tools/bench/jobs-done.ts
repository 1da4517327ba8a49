import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { ProcessPositions } from '@courtly/backend/platform/processes/positions.service';
import { type AnyProcess, PROCESSES } from '@courtly/backend/platform/processes/process';
import { Queues } from '@courtly/backend/platform/processes/queues';

const POLL_INTERVAL_MS = 500;

/**
 * Waits until the worker has queued all jobs up to a position and has finished those that are due.
 */
export const untilJobsAreDone = (commandLine: Cli, logPosition: string): Promise<void> =>
  withApplication(commandLine, async (application) => {
    const following = application
      .get<readonly AnyProcess[]>(PROCESSES, { strict: false })
      .filter(({ handles }) => handles.length > 0);
    const positions = application.get(ProcessPositions, { strict: false });
    const areJobsQueued = async () => {
      const followers = await positions.list();
      return (
        followers.length === following.length &&
        followers.every(({ position }) => position >= logPosition)
      );
    };
    const isDone = async () =>
      [...(await application.get(Queues).countJobs()).values()].every(
        ({ waiting, active }) => waiting === 0 && active === 0,
      );
    while (!(await areJobsQueued()) || !(await isDone()))
      await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted });
  });
