import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { type FleetProcess, type Roles, inTurn, startProcess } from '../fleet.js';
import { type Server, repositoryRoot, startServer, untilAllReady } from '../server.js';
import { checkLog } from './check-log.js';
import { createClub, readRecords } from './club.js';
import { type SecondProcesses, inflict, nameOf, planFaults } from './faults.js';
import { planDemand } from './plan.js';
import { report, sendAll } from './requests.js';

type Options = Readonly<{ concurrency: number; seed: number }>;

/**
 * Sends the demand and injects the faults one by one, each after a certain share of the requests.
 */
const sendLoad = async (
  commandLine: Cli,
  courtlyServer: Server,
  secondProcesses: SecondProcesses,
  folderPath: string,
  { concurrency, seed }: Options,
) => {
  const records = await readRecords(folderPath);
  const demandPlan = planDemand(records.bookings, Date.now());
  const faults = planFaults(seed);
  const runId = `faults-${seed}`;
  const demandClub = await commandLine.step('Listing courts and registering members', () =>
    createClub(
      inTurn(() => [courtlyServer.base, secondProcesses['second API'].url]),
      runId,
      records,
    ),
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
          inflicting = inflicting.then(() => inflict(courtlyServer.pid, secondProcesses, fault));
          commandLine.note(`${formatCount(startedCount)} requests: ${nameOf(fault)}`);
          // This error is handled below, where the promise is awaited.
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
 * Sends the demand to a separate Courtly whose processes are killed and frozen. Then checks the
 * responses, the log, the read models, and their rebuilds.
 * @throws Failure if there is any difference
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
  const started: FleetProcess[] = [];
  const startSecond = async (roles: Roles) => {
    const second = await startProcess(
      repositoryRoot,
      roles,
      courtlyServer.environment,
      commandLine.interrupted,
    );
    started.push(second);
    return second;
  };
  try {
    const secondProcesses = await commandLine.step(
      'Starting a second API and worker',
      async () => ({
        'second API': await startSecond('api'),
        'second projector and worker': await startSecond('projector,worker'),
      }),
    );
    const acknowledgedIds = await sendLoad(
      commandLine,
      courtlyServer,
      secondProcesses,
      folderPath,
      commandOptions,
    );
    await commandLine.step('Waiting until all parts are ready', async () => {
      for (const url of [courtlyServer.base, secondProcesses['second API'].url])
        await untilAllReady(url, commandLine.interrupted);
    });
    await checkLog(commandLine, courtlyServer.environment, acknowledgedIds);
  } catch (thrownError) {
    commandLine.note(courtlyServer.output());
    throw thrownError;
  } finally {
    await Promise.all(started.map((second) => second.stop()));
    await courtlyServer.stop();
  }
};
