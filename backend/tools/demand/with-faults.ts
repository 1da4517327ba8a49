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
const rebuildAll = (cli: Cli): Promise<number> =>
  withApplication(cli, async (app) => {
    const rows: string[][] = [];
    for (const projection of allProjections) {
      const before = await app
        .get(ReadModels)
        .walk(projection as unknown as Projection, collectionHash);
      const { hash, events } = await rebuild(
        app,
        projection.name,
        cli.interrupted,
        () => undefined,
      );
      rows.push([
        projection.name,
        formatCount(events),
        before === hash ? `equal ${before}` : `${before} became ${hash}`,
      ]);
    }
    cli.print(formatTable([['rebuilt', 'events', 'hash'], ...rows]));
    return rows.filter(([, , verdict]) => !verdict!.startsWith('equal')).length;
  });

/** Sends the demand and injects the faults one by one, each after its share of the requests. */
const sendLoad = async (
  cli: Cli,
  server: Server,
  folder: string,
  { concurrency, seed }: Options,
) => {
  const records = await readRecords(folder);
  const plan = planDemand(records.bookings, Date.now());
  const faults = planFaults(seed);
  const runId = `faults-${seed}`;
  const club = await cli.step('Listing courts and registering members', () =>
    createClub(server.base, runId, records),
  );
  return cli.step(
    `Sending ${formatCount(plan.slotRequests.length)} requests through ${faults.length} faults`,
    async (tell) => {
      let done = 0;
      let inflicting: Promise<void> = Promise.resolve();
      const outcome = await sendAll(
        plan,
        club,
        { runId, concurrency },
        cli.interrupted,
        (begun) => {
          tell(
            `${formatCount(begun)} of ${formatCount(plan.slotRequests.length)}, ${done} of ${faults.length} faults`,
          );
          const fault = faults[done];
          if (!fault || begun < ((done + 0.5) * plan.slotRequests.length) / faults.length) return;
          done++;
          inflicting = inflicting.then(() => inflict(server.pid, fault));
          cli.note(`${formatCount(begun)} requests: ${nameOf(fault)}`);
          // The error is handled when the promise is awaited below.
          inflicting.catch(() => undefined);
        },
      );
      await inflicting;
      if (done < faults.length)
        throw new Failure(`Injected only ${done} of ${faults.length} faults.`);
      report(cli, plan, outcome);
      return outcome.booked;
    },
  );
};

/**
 * Sends the demand to a separate Courtly while its processes are killed and frozen. Then checks the
 * responses, the log, the read models, and their rebuilds. @throws Failure on any difference
 */
export const demandWithFaults = async (
  cli: Cli,
  folder: string,
  options: Options,
): Promise<void> => {
  cli.print(`Faults of seed ${options.seed} (--seed ${options.seed} repeats them).`);
  const server = await cli.step('Starting Courtly', () => startServer(cli.interrupted));
  cli.interrupted.addEventListener('abort', () => void server.stop());
  try {
    const beside = { ...cli, environment: { ...cli.environment, ...server.environment } };
    const booked = await sendLoad(cli, server, folder, options);
    await cli.step('Waiting until all parts are ready', () =>
      untilAllReady(server.base, cli.interrupted),
    );
    const { lost, unknown } = await acknowledgedInLog(beside, booked);
    cli.print(
      `${formatCount(lost)} acknowledged bookings lost, ${formatCount(unknown)} never acknowledged`,
    );
    const violations = await runVerification(beside);
    const different = await rebuildAll(beside);
    if (lost + unknown > 0) throw new Failure('The log differs from the acknowledged bookings.');
    if (violations > 0) throw new Failure(`${formatCount(violations)} violations.`);
    if (different > 0) throw new Failure(`${different} read models changed when rebuilt.`);
  } catch (error) {
    cli.note(server.output());
    throw error;
  } finally {
    await server.stop();
  }
};
