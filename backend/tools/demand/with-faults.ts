import { withApplication } from '@courtly/backend/cli/application';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { rebuild } from '@courtly/backend/cli/rebuild';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import { collectionHash } from '@courtly/backend/platform/projections/content-hash';
import type { Projection } from '@courtly/backend/platform/projections/projection';
import { ReadModels } from '@courtly/backend/platform/projections/read-models';
import { allProjections } from '@courtly/backend/slices';
import { acknowledgedInLog } from '../acknowledged.js';
import { type Server, startServer, untilAllReady } from '../server.js';
import { createClub, readRecords } from './club.js';
import { inflict, nameOf, planFaults } from './faults.js';
import { planDemand } from './plan.js';
import { report, sendAll } from './requests.js';

type Options = Readonly<{ concurrency: number; seed: number }>;

/** Rebuilds each read model and compares hashes. Returns the number of differences. */
const rebuildAll = (commandLine: Cli): Promise<number> =>
  withApplication(commandLine, async (application) => {
    const tableRows: string[][] = [];
    for (const projection of allProjections) {
      const hashBefore = await application
        .get(ReadModels)
        .walk(projection as unknown as Projection, collectionHash);
      const { hash, events } = await rebuild(
        application,
        projection.name,
        commandLine.interrupted,
        () => undefined,
      );
      tableRows.push([
        projection.name,
        formatCount(events),
        hashBefore === hash ? `equal ${hashBefore}` : `${hashBefore} became ${hash}`,
      ]);
    }
    commandLine.print(formatTable([['rebuilt', 'events', 'hash'], ...tableRows]));
    return tableRows.filter(([, , verdict]) => !verdict!.startsWith('equal')).length;
  });

/** Sends the demand and injects the faults one by one, each after its share of the requests. */
const sendLoad = async (
  commandLine: Cli,
  courtlyServer: Server,
  folderPath: string,
  { concurrency, seed }: Options,
) => {
  const records = await readRecords(folderPath);
  const demandPlan = planDemand(records.bookings, Date.now());
  const faults = planFaults(seed);
  const runId = `faults-${seed}`;
  const demandClub = await commandLine.step('Listing courts and registering members', () =>
    createClub(courtlyServer.base, runId, records),
  );
  return commandLine.step(
    `Sending ${formatCount(demandPlan.slotRequests.length)} requests through ${faults.length} faults`,
    async (reportProgress) => {
      let injectedCount = 0;
      let inflicting: Promise<void> = Promise.resolve();
      const outcome = await sendAll(
        demandPlan,
        demandClub,
        { runId, concurrency },
        commandLine.interrupted,
        (startedCount) => {
          reportProgress(
            `${formatCount(startedCount)} of ${formatCount(demandPlan.slotRequests.length)}, ${injectedCount} of ${faults.length} faults`,
          );
          const fault = faults[injectedCount];
          if (
            !fault ||
            startedCount < ((injectedCount + 0.5) * demandPlan.slotRequests.length) / faults.length
          )
            return;
          injectedCount++;
          inflicting = inflicting.then(() => inflict(courtlyServer.pid, fault));
          commandLine.note(`${formatCount(startedCount)} requests: ${nameOf(fault)}`);
          // The error is handled when the promise is awaited below.
          inflicting.catch(() => undefined);
        },
      );
      await inflicting;
      if (injectedCount < faults.length)
        throw new Failure(`Injected only ${injectedCount} of ${faults.length} faults.`);
      report(commandLine, demandPlan, outcome);
      return outcome.booked;
    },
  );
};

/**
 * Sends the demand to a separate Courtly while its processes are killed and frozen. Then checks the
 * responses, the log, the read models, and their rebuilds. @throws Failure on any difference
 */
export const demandWithFaults = async (
  commandLine: Cli,
  folderPath: string,
  commandOptions: Options,
): Promise<void> => {
  commandLine.print(
    `Faults of seed ${commandOptions.seed} (--seed ${commandOptions.seed} repeats them).`,
  );
  const courtlyServer = await commandLine.step('Starting Courtly', () =>
    startServer(commandLine.interrupted),
  );
  commandLine.interrupted.addEventListener('abort', () => void courtlyServer.stop());
  try {
    const quietCli = {
      ...commandLine,
      environment: { ...commandLine.environment, ...courtlyServer.environment },
    };
    const acknowledgedIds = await sendLoad(commandLine, courtlyServer, folderPath, commandOptions);
    await commandLine.step('Waiting until all parts are ready', () =>
      untilAllReady(courtlyServer.base, commandLine.interrupted),
    );
    const { lost, unknown } = await acknowledgedInLog(quietCli, acknowledgedIds);
    commandLine.print(
      `${formatCount(lost)} acknowledged bookings lost, ${formatCount(unknown)} never acknowledged`,
    );
    const violations = await runVerification(quietCli);
    const different = await rebuildAll(quietCli);
    if (lost + unknown > 0) throw new Failure('The log differs from the acknowledged bookings.');
    if (violations > 0) throw new Failure(`${formatCount(violations)} violations.`);
    if (different > 0) throw new Failure(`${different} read models changed when rebuilt.`);
  } catch (thrownError) {
    commandLine.note(courtlyServer.output());
    throw thrownError;
  } finally {
    await courtlyServer.stop();
  }
};
