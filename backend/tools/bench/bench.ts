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
import { delaysAlone, delaysUnderLoad, readBack, together } from './read-your-write.js';
import { measured } from './report.js';
import type { Server } from '../server.js';
import { distinctSlots } from './slots.js';
import { startUpCosts } from './start-up.js';

export type BenchOptions = Readonly<{ seconds: number; players: number; courts: number }>;

const MINIMUM_REBUILD_RATE = 40_000;
const READS_ALONE = 200;
/** Several readers, so that p99 rests on a few hundred samples. */
const READERS_UNDER_LOAD = 4;
const HISTORY_DAYS = 1_500;

/** Adds at least 36,000 events first: on a short log the fixed costs of a rebuild dominate. */
const rebuildRate = async (
  cli: Cli,
  { environment }: Server,
  owner: Session,
  player: Session,
): Promise<Figure> => {
  const place = { location: 'Scottsdale', address: '99 Bench Road', zone: ZONE };
  const courtId = await listCourt(owner, 'bench-history', {
    name: 'History',
    hourlyRate: '100.00',
    ...place,
  });
  const sides = { courtId, hostId: await idOf(owner), playerId: await idOf(player), zone: ZONE };
  const seen = { ...cli, environment: { ...cli.environment, ...environment } };
  const last = await withApplication(seen, (app) => makeHistory(app, sides, HISTORY_DAYS));
  await untilJobsAreDone(seen, last);
  const done = await withApplication(seen, (app) =>
    rebuild(app, 'bookings', cli.interrupted, () => undefined),
  );
  const rate = done.events / done.seconds;
  const value = `${formatCount(rate)} events/s of ${formatCount(done.events)}`;
  const floor = `${formatCount(MINIMUM_REBUILD_RATE)} events/s`;
  return checkedFigure('rebuild of bookings', value, floor, rate >= MINIMUM_REBUILD_RATE);
};

const measure = async (cli: Cli, server: Server, options: BenchOptions): Promise<Figure[]> => {
  const { base } = server;
  const { courtIds, owner, sessions } = await cli.step('Listing courts', () =>
    createClub(base, options),
  );
  const cookies = sessions.map(({ cookie }) => cookie);
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const { seconds } = options;
  const lines = [
    ...(await cli.step('One slot, 256 connections', () =>
      measureStorm(server, cookies, nextSlotRequest()),
    )),
  ];
  lines.push(
    ...(await cli.step('Distinct slots, 32 connections', () =>
      measureDistinctSlots(server, cookies, seconds, nextSlotRequest),
    )),
  );
  const [session] = sessions as [Session];
  await cli.step('Write, then read', async () => {
    lines.push(
      ...delaysAlone(await readBack(session, nextSlotRequest, (done) => done < READS_ALONE)),
    );
    let pressing = true;
    const pressure = background(base, cookies, seconds, nextSlotRequest).then(
      () => (pressing = false),
    );
    const readers = sessions.slice(0, READERS_UNDER_LOAD);
    const delays = await Promise.all(
      readers.map((reader) => readBack(reader, nextSlotRequest, () => pressing)),
    );
    lines.push(...delaysUnderLoad(together(delays)));
    await pressure;
  });
  lines.push(await cli.step('Rebuild', () => rebuildRate(cli, server, owner, session)));
  const url = server.environment['EVENTSTORE_URL']!;
  lines.push(
    await cli.step('Appending with the client alone', () =>
      measureRawAppends(url, Math.ceil(seconds / 3)),
    ),
  );
  return lines;
};

/** CPU share of other processes. Above a quarter, the results are unreliable. */
const neighbours = (others: number, wallSeconds: number): Figure => {
  const share = Math.max(0, others / (wallSeconds * cpus().length));
  return plainFigure(
    'CPU used by other processes',
    `${(share * 100).toFixed(0)} %${share > 0.25 ? ' (noisy: measure again)' : ''}`,
  );
};

export const bench = (cli: Cli, options: BenchOptions): Promise<void> =>
  measured(cli, async (server) => {
    const [startedAt, machineBefore] = [performance.now(), machineCpuSeconds()];
    const [own, served] = [process.cpuUsage(), processUsage(server.pid)];
    const mostMemory = watchMemory(server.pid);
    const costs = await cli.step('Start-up', () => startUpCosts(server.environment));
    const lines = [...costs, ...(await measure(cli, server, options))];
    const used = processUsage(server.pid).cpuSeconds - served.cpuSeconds;
    const { user, system } = process.cpuUsage(own);
    const wall = (performance.now() - startedAt) / 1_000;
    lines.push(
      neighbours(machineCpuSeconds() - machineBefore - used - (user + system) / 1e6, wall),
    );
    lines.push(mostMemory());
    const problems = await runVerification({
      ...cli,
      environment: { ...cli.environment, ...server.environment },
    });
    return [
      ...lines,
      checkedFigure('verify: violations', formatCount(problems), '0', problems === 0),
    ];
  });
