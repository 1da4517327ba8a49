import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { type FleetProcess, type Roles, inTurn, startProcess } from '../fleet.js';
import { repositoryRoot, startServer } from '../server.js';
import { checkLog } from './check-log.js';
import { createClub, readRecords } from './club.js';
import { planDemand } from './plan.js';
import { report, sendAll } from './requests.js';

type Options = Readonly<{ concurrency: number; runId: string }>;

/** After which share of the requests each deployment starts. */
const DEPLOY_AFTER = { upgrade: 0.05, rollback: 0.35, 'second upgrade': 0.65 };

/** The running processes of Courtly, which are replaced in the order of a rolling deployment. */
class Deployment {
  private processes: FleetProcess[] = [];

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly abortSignal: AbortSignal,
  ) {}

  /** The API processes in turn, as a load balancer would use them. */
  readonly nextApi = inTurn(() =>
    this.processes.filter(({ roles }) => roles === 'api').map(({ url }) => url),
  );

  async start(releaseFolder: string, roles: Roles): Promise<void> {
    const started = await startProcess(releaseFolder, roles, this.environment, this.abortSignal);
    this.processes.push(started);
  }

  /**
   * Starts new projectors, then replaces the workers, then the API processes one at a time, and
   * stops the old projectors last.
   */
  async deploy(releaseFolder: string): Promise<void> {
    const [oldProjector, oldWorker, ...oldApis] = (['projector', 'worker', 'api'] as const).flatMap(
      (wanted) => this.processes.filter(({ roles }) => roles === wanted),
    );
    await this.start(releaseFolder, 'projector');
    await this.replace(oldWorker!, releaseFolder);
    for (const oldApi of oldApis) await this.replace(oldApi, releaseFolder);
    await this.remove(oldProjector!);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.processes.map((fleetProcess) => fleetProcess.stop()));
  }

  private async replace(old: FleetProcess, releaseFolder: string): Promise<void> {
    await this.start(releaseFolder, old.roles);
    await this.remove(old);
  }

  private async remove(old: FleetProcess): Promise<void> {
    this.processes = this.processes.filter((fleetProcess) => fleetProcess !== old);
    await old.stop();
  }
}

/**
 * Sends the demand while the release in `releaseFolder` is upgraded to this one, rolled back, and
 * upgraded again. Then checks the log, the read models, and their rebuilds.
 * @throws Failure if there is any difference
 */
export const demandWithUpgrade = async (
  commandLine: Cli,
  folderPath: string,
  releaseFolder: string,
  { concurrency, runId }: Options,
): Promise<void> => {
  const stores = await commandLine.step('Starting the stores', () =>
    startServer(commandLine.interrupted, { application: false }),
  );
  commandLine.interrupted.addEventListener('abort', () => void stores.stop());
  const deployment = new Deployment(stores.environment, commandLine.interrupted);
  try {
    await commandLine.step('Starting the older release', async () => {
      for (const roles of ['projector', 'worker', 'api', 'api'] as const)
        await deployment.start(releaseFolder, roles);
    });
    const records = await readRecords(folderPath);
    const demandPlan = planDemand(records.bookings, Date.now());
    const demandClub = await commandLine.step('Listing courts and registering members', () =>
      createClub(deployment.nextApi, runId, records),
    );
    const requestTotal = demandPlan.slotRequests.length;
    const deployments = Object.entries(DEPLOY_AFTER);
    let startedDeployments = 0;
    let finishedDeployments = 0;
    let deploying: Promise<void> = Promise.resolve();
    const wrongReads: string[] = [];
    let staleReads = 0;
    const outcome = await commandLine.step(
      `Sending ${formatCount(requestTotal)} requests`,
      (reportProgress) =>
        sendAll(
          demandPlan,
          demandClub,
          {
            runId,
            concurrency,
            follow: async (bookingId, requestIndex, position) => {
              const playerSession = demandClub.members.get(
                demandPlan.slotRequests[requestIndex]!.member,
              )!;
              const { status, stale } = await playerSession.send({
                method: 'GET',
                path: `/api/bookings/${bookingId}`,
                after: position ?? '',
              });
              if (status !== 200) wrongReads.push(`${bookingId}: ${status}`);
              else if (stale) staleReads++;
            },
          },
          commandLine.interrupted,
          (startedCount) => {
            reportProgress(`${formatCount(startedCount)} of ${formatCount(requestTotal)}`);
            const [name, share] = deployments[startedDeployments] ?? [];
            if (!name || startedCount < share! * requestTotal) return;
            startedDeployments++;
            deploying = deploying.then(async () => {
              const isUpgrade = name !== 'rollback';
              await deployment.deploy(isUpgrade ? repositoryRoot : releaseFolder);
              finishedDeployments++;
              commandLine.note(`${name}: done, ${formatCount(staleReads)} stale reads so far`);
            });
            // This error is handled below, where the promise is awaited.
            deploying.catch(() => undefined);
          },
        ),
    );
    const finishedUnderLoad = finishedDeployments;
    await deploying;
    report(commandLine, demandPlan, outcome);
    commandLine.print(
      `${formatCount(wrongReads.length)} bookings not readable at their position, ${formatCount(staleReads)} marked stale`,
    );
    await checkLog(commandLine, stores.environment, outcome.booked);
    if (wrongReads.length > 0) throw new Failure(wrongReads.slice(0, 20).join('\n'));
    if (finishedUnderLoad < deployments.length)
      throw new Failure(
        `Only ${finishedUnderLoad} of ${deployments.length} deployments ended under load.`,
      );
  } catch (thrownError) {
    commandLine.note(stores.output());
    throw thrownError;
  } finally {
    await deployment.stopAll();
    await stores.stop();
  }
};
