import { cpus } from 'node:os';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import type { Session } from '../client.js';
import { listCourt } from '../club.js';
import { rebuild } from '@courtly/backend/cli/rebuild';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import { background, measureDistinctSlots, measureStorm } from './storms.js';
import { makeHistory } from './history.js';
import { untilJobsAreDone } from './jobs-done.js';
import { ZONE, idOf, createClub } from './members.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { watchMemory } from './memory.js';
import { machineCpuSeconds, processUsage } from '../processes.js';
import { measureRawAppends } from './raw-append.js';
import { delaysAlone, delaysUnderLoad, readBack, mergeDelays } from './read-your-write.js';
import { measured } from './report.js';
import type { Server } from '../server.js';
import { distinctSlots } from './slots.js';
import { startUpCosts } from './start-up.js';

export type BenchOptions = Readonly<{ seconds: number; players: number; courts: number }>;

const MINIMUM_REBUILD_RATE = 40_000;
const READS_ALONE = 200;
/** Several readers, so that the p99 is based on a few hundred samples. */
const READERS_UNDER_LOAD = 4;
const HISTORY_DAYS = 1_500;

/**
 * Adds at least 36,000 events first, because the fixed costs of a rebuild dominate on a short log.
 */
const rebuildRate = async (
  commandLine: Cli,
  { environment }: Server,
  hostSession: Session,
  playerSession: Session,
): Promise<Figure> => {
  const courtPlace = { location: 'Scottsdale', address: '99 Bench Road', zone: ZONE };
  const courtId = await listCourt(hostSession, 'bench-history', {
    name: 'History',
    hourlyRate: '100.00',
    ...courtPlace,
  });
  const bookingSides = {
    courtId,
    hostId: await idOf(hostSession),
    playerId: await idOf(playerSession),
    zone: ZONE,
  };
  const progressCli = {
    ...commandLine,
    environment: { ...commandLine.environment, ...environment },
  };
  const lastPosition = await withApplication(progressCli, (application) =>
    makeHistory(application, bookingSides, HISTORY_DAYS),
  );
  await untilJobsAreDone(progressCli, lastPosition);
  const rebuildResult = await withApplication(progressCli, (application) =>
    rebuild(application, 'bookings', commandLine.interrupted, () => undefined),
  );
  const requestRate = rebuildResult.events / rebuildResult.seconds;
  const formattedRate = `${formatCount(requestRate)} events/s of ${formatCount(rebuildResult.events)}`;
  const floor = `${formatCount(MINIMUM_REBUILD_RATE)} events/s`;
  return checkedFigure(
    'rebuild of bookings',
    formattedRate,
    floor,
    requestRate >= MINIMUM_REBUILD_RATE,
  );
};

const runMeasurement = async (
  commandLine: Cli,
  courtlyServer: Server,
  commandOptions: BenchOptions,
): Promise<Figure[]> => {
  const { base } = courtlyServer;
  const { courtIds, owner, sessions } = await commandLine.step('Listing courts', () =>
    createClub(base, commandOptions),
  );
  const sessionCookies = sessions.map(({ cookie }) => cookie);
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const { seconds } = commandOptions;
  const figures = [
    ...(await commandLine.step('One slot, 256 connections', () =>
      measureStorm(courtlyServer, sessionCookies, nextSlotRequest()),
    )),
  ];
  figures.push(
    ...(await commandLine.step('Distinct slots, 32 connections', () =>
      measureDistinctSlots(courtlyServer, sessionCookies, seconds, nextSlotRequest),
    )),
  );
  const [userSession] = sessions as [Session];
  await commandLine.step('Write, then read', async () => {
    figures.push(
      ...delaysAlone(
        await readBack(
          userSession,
          nextSlotRequest,
          (completedReads) => completedReads < READS_ALONE,
        ),
      ),
    );
    let pressing = true;
    const pressure = background(base, sessionCookies, seconds, nextSlotRequest).then(
      () => (pressing = false),
    );
    const readerSessions = sessions.slice(0, READERS_UNDER_LOAD);
    const readDelays = await Promise.all(
      readerSessions.map((readerSession) =>
        readBack(readerSession, nextSlotRequest, () => pressing),
      ),
    );
    figures.push(...delaysUnderLoad(mergeDelays(readDelays)));
    await pressure;
  });
  figures.push(
    await commandLine.step('Rebuild', () =>
      rebuildRate(commandLine, courtlyServer, owner, userSession),
    ),
  );
  const connectionUrl = courtlyServer.environment['EVENTSTORE_URL']!;
  figures.push(
    await commandLine.step('Appending with the client alone', () =>
      measureRawAppends(connectionUrl, Math.ceil(seconds / 3)),
    ),
  );
  return figures;
};

/** The share of the CPU that other processes used. Above a quarter, the results are unreliable. */
const otherLoad = (otherCpuSeconds: number, wallSeconds: number): Figure => {
  const shareOfTotal = Math.max(0, otherCpuSeconds / (wallSeconds * cpus().length));
  return plainFigure(
    'CPU used by other processes',
    `${(shareOfTotal * 100).toFixed(0)} %${shareOfTotal > 0.25 ? ' (noisy: measure again)' : ''}`,
  );
};

export const bench = (commandLine: Cli, commandOptions: BenchOptions): Promise<void> =>
  measured(commandLine, async (courtlyServer) => {
    const [startedAt, machineBefore] = [performance.now(), machineCpuSeconds()];
    const [benchmarkCpu, served] = [process.cpuUsage(), processUsage(courtlyServer.pid)];
    const stopMemoryWatch = watchMemory(courtlyServer.pid);
    const costs = await commandLine.step('Start-up', () => startUpCosts(courtlyServer.environment));
    const figures = [
      ...costs,
      ...(await runMeasurement(commandLine, courtlyServer, commandOptions)),
    ];
    const usedCpuSeconds = processUsage(courtlyServer.pid).cpuSeconds - served.cpuSeconds;
    const { user, system } = process.cpuUsage(benchmarkCpu);
    const wallSeconds = (performance.now() - startedAt) / 1_000;
    figures.push(
      otherLoad(
        machineCpuSeconds() - machineBefore - usedCpuSeconds - (user + system) / 1e6,
        wallSeconds,
      ),
    );
    figures.push(stopMemoryWatch());
    const problemCount = await runVerification({
      ...commandLine,
      environment: { ...commandLine.environment, ...courtlyServer.environment },
    });
    return [
      ...figures,
      checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
    ];
  });
