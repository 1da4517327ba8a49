import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { Queues } from '@courtly/backend/platform/processes/queues';
import { Mongo } from '@courtly/backend/platform/stores/mongo';

const POLL_INTERVAL_MS = 500;

/** Waits until the worker has queued all jobs up to a position and finished those that are due. */
export const untilJobsAreDone = (commandLine: Cli, logPosition: string): Promise<void> =>
  withApplication(commandLine, async (application) => {
    const positions = application
      .get(Mongo)
      .readModels.collection<{ _id: string; position: string }>('positions');
    const areJobsQueued = async () =>
      ((await positions.findOne({ _id: 'processes' }))?.position ?? '') >= logPosition;
    const isDone = async () =>
      [...(await application.get(Queues).countJobs()).values()].every(
        ({ waiting, active }) => waiting === 0 && active === 0,
      );
    while (!(await areJobsQueued()) || !(await isDone()))
      await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted });
  });
