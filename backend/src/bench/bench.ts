import { cpus, loadavg } from 'node:os';
import { withApplication } from '../cli/application.js';
import { type Cli, Failure } from '../cli/cli.js';
import type { Session } from '../cli/client.js';
import { join, listCourt } from '../cli/club.js';
import { rebuild } from '../cli/rebuild.js';
import { count, table } from '../cli/table.js';
import { verify } from '../cli/verify.js';
import { Mongo } from '../kernel/mongo.js';
import { background, distinct, storm } from './bookings.js';
import { makeHistory } from './history.js';
import { type Measured, held, told } from './measured.js';
import { machineCpuSeconds, usageOf } from './processes.js';
import { rawAppends } from './raw-append.js';
import { delaysAlone, delaysUnderLoad, readBack, together } from './read-your-write.js';
import { type Server, startServer } from './server.js';
import { distinctSlots } from './slots.js';

export type BenchOptions = Readonly<{ seconds: number; players: number; courts: number }>;

const MB = 1_000_000;
const MOST_MEMORY = 900 * MB;
const LEAST_REBUILT_A_SECOND = 10_000;
const READS_ALONE = 200;
/** Several, so that the p99 is one of some hundred samples and not the slowest of a few. */
const READERS_UNDER_LOAD = 4;
const HISTORY_DAYS = 1_500;
const ZONE = 'America/Phoenix';
const SAMPLE_EVERY_MS = 500;

const openCourts = async (base: string, { players, courts }: BenchOptions) => {
  const person = { firstName: 'Bench', lastName: 'Mark' };
  const owner = await join(base, { name: 'bench-owner', ...person, role: 'owner' });
  const courtIds: string[] = [];
  for (let index = 0; index < courts; index++) {
    const place = { location: 'Scottsdale', address: `${index + 1} Bench Road`, zone: ZONE };
    courtIds.push(await listCourt(owner, `bench-${index}`, { name: `Court ${index}`, hourlyRate: '100.00', ...place }));
  }
  const sessions: Session[] = [];
  for (let index = 0; index < players; index++)
    sessions.push(await join(base, { name: `bench-${index}`, ...person, role: 'player' }));
  return { courtIds, owner, sessions };
};

/** Looks at the memory of all processes until it is told to stop; answers the most that it saw. */
const watchMemory = (pid: number) => {
  let most = 0;
  const look = () => (most = Math.max(most, usageOf(pid).memoryBytes));
  const timer = setInterval(look, SAMPLE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return look() && most;
  };
};

const idOf = async (session: Session): Promise<string> =>
  (await session.expect<{ id: string }>({ method: 'GET', path: '/api/auth/me' })).id;

/** On a log of at least 36,000 events more, since what a rebuild does once would weigh too much on a short one. */
const rebuildRate = async (cli: Cli, { environment }: Server, owner: Session, player: Session): Promise<Measured> => {
  const place = { location: 'Scottsdale', address: '99 Bench Road', zone: ZONE };
  const courtId = await listCourt(owner, 'bench-history', { name: 'History', hourlyRate: '100.00', ...place });
  const sides = { courtId, hostId: await idOf(owner), playerId: await idOf(player), zone: ZONE };
  const seen = { ...cli, environment: { ...cli.environment, ...environment } };
  const done = await withApplication(seen, async (app) => {
    await makeHistory(app, sides, HISTORY_DAYS);
    return rebuild(app.get(Mongo), 'bookings', cli.interrupted, () => undefined);
  });
  const rate = done.events / done.seconds;
  const value = `${count(rate)} events/s of ${count(done.events)}`;
  const floor = `${count(LEAST_REBUILT_A_SECOND)} events/s`;
  return held('rebuild of bookings', value, floor, rate >= LEAST_REBUILT_A_SECOND);
};

const measure = async (cli: Cli, server: Server, options: BenchOptions): Promise<Measured[]> => {
  const { base } = server;
  const { courtIds, owner, sessions } = await cli.step('Opening courts', () => openCourts(base, options));
  const cookies = sessions.map(({ cookie }) => cookie);
  const nextWish = distinctSlots(courtIds, Date.now());
  const { seconds } = options;
  const lines = [...(await cli.step('One slot, 256 connections', () => storm(server, cookies, nextWish())))];
  lines.push(...(await cli.step('Distinct slots, 32 connections', () => distinct(server, cookies, seconds, nextWish))));
  const [session] = sessions as [Session];
  await cli.step('Write, then read', async () => {
    lines.push(...delaysAlone(await readBack(session, nextWish, (done) => done < READS_ALONE)));
    let pressing = true;
    const pressure = background(base, cookies, seconds, nextWish).then(() => (pressing = false));
    const readers = sessions.slice(0, READERS_UNDER_LOAD);
    const delays = await Promise.all(readers.map((reader) => readBack(reader, nextWish, () => pressing)));
    lines.push(...delaysUnderLoad(together(delays)));
    await pressure;
  });
  lines.push(await cli.step('Rebuild', () => rebuildRate(cli, server, owner, session)));
  const url = server.environment['EVENTSTORE_URL']!;
  lines.push(await cli.step('Appends of the client alone', () => rawAppends(url, Math.ceil(seconds / 3))));
  return lines;
};

const machine = (): Measured[] => [
  told('machine', `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`),
  told(
    'load average at the start',
    loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
  ),
];

/** How much of the machine others used meanwhile: above a quarter of it the figures say little. */
const neighbours = (others: number, wallSeconds: number): Measured => {
  const share = Math.max(0, others / (wallSeconds * cpus().length));
  return told(
    'used by other processes',
    `${(share * 100).toFixed(0)} %${share > 0.25 ? ' (noisy: measure again)' : ''}`,
  );
};

/** Starts a Courtly of its own, measures it, proves that nothing went wrong on the way, and prints it all. */
export const bench = async (cli: Cli, options: BenchOptions): Promise<void> => {
  const lines = machine();
  const server = await cli.step('Starting Courtly', () => startServer(cli.interrupted));
  cli.interrupted.addEventListener('abort', () => void server.stop());
  try {
    const [startedAt, machineBefore] = [performance.now(), machineCpuSeconds()];
    const [own, served] = [process.cpuUsage(), usageOf(server.pid)];
    const mostMemory = watchMemory(server.pid);
    lines.push(...(await measure(cli, server, options)));
    const used = usageOf(server.pid).cpuSeconds - served.cpuSeconds;
    const { user, system } = process.cpuUsage(own);
    const wall = (performance.now() - startedAt) / 1_000;
    lines.push(neighbours(machineCpuSeconds() - machineBefore - used - (user + system) / 1e6, wall));
    const most = mostMemory();
    lines.push(held('memory of all processes, at most', `${count(most / MB)} MB`, '900 MB', most <= MOST_MEMORY));
    const problems = await verify({ ...cli, environment: { ...cli.environment, ...server.environment } });
    lines.push(held('verify: violations', count(problems), '0', problems === 0));
  } finally {
    await server.stop();
  }
  const rows = lines.map(({ what, value, floor, ok }) => [what, value, floor, ok ? '' : 'MISSED']);
  cli.print(table([['measured', 'value', 'floor', ''], ...rows]));
  if (lines.some(({ ok }) => !ok)) throw new Failure('A floor is missed or an answer is wrong.');
};
