import { spawn } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cli } from '@courtly/backend/cli/cli';
import { count } from '@courtly/backend/cli/table';
import { makeBookings } from './history.js';
import { type Measured, held, told } from './measured.js';
import { openClub } from './members.js';
import type { Server } from '../server.js';

const MB = 1_000_000;
const MOST_MEMORY = 512 * MB;
const LOOK_EVERY_MS = 100;
/** As the launcher and the image run it. */
const flags = ['--max-semi-space-size=4', '--max-old-space-size=256', '--disable-warning=ExperimentalWarning'];
const courtly = fileURLToPath(import.meta.resolve('@courtly/backend/cli/main'));

/** The most memory that a process ever had resident, in bytes; 0 once it is gone. */
const peakOf = (pid: number): number => {
  try {
    return 1_024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** What the stand-in of the event store keeps on disk. */
const bytesOfLog = (data: string) =>
  globSync(join(data, 'eventstore.db*')).reduce((sum, file) => sum + statSync(file).size, 0);

/** Runs `courtly verify` as an operator does, and watches its memory. */
const runVerify = async (environment: Record<string, string>, ...options: string[]) => {
  const started = performance.now();
  const args = [...flags, courtly, 'verify', '--json', ...options];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  let over = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => (over = true));
  let peak = 0;
  while (!over) {
    peak = Math.max(peak, peakOf(child.pid!));
    await Promise.race([ended, delay(LOOK_EVERY_MS)]);
  }
  const result = JSON.parse(printed) as { events: number; violations: unknown[] };
  return { ...result, peak, seconds: (performance.now() - started) / 1_000 };
};

/** Makes a history of so many bookings, and verifies it: how long that takes, and in how much memory. */
export const verifyAtScale = async (
  cli: Cli,
  { base, environment, data }: Server,
  bookings: number,
): Promise<Measured[]> => {
  const { owner, sessions } = await openClub(base, { players: 1, courts: 0 });
  const made = await makeBookings(cli, environment, owner, sessions[0]!, bookings);
  const log = await cli.step('Verifying the log', () => runVerify(environment, '--log-only'));
  const all = await cli.step('Verifying the log and the read models', () => runVerify(environment));
  return [
    told('bookings, events', `${count(made)}, ${count(all.events)}`),
    told('bytes on disk an event', count(bytesOfLog(data) / all.events)),
    told('verify of the log alone', `${log.seconds.toFixed(0)} s, ${count(log.events / log.seconds)} events/s`),
    told('verify with the read models', `${all.seconds.toFixed(0)} s, ${count(all.events / all.seconds)} events/s`),
    held('verify: memory at most', `${count(all.peak / MB)} MB`, '512 MB', Math.max(log.peak, all.peak) <= MOST_MEMORY),
    held('verify: violations', count(all.violations.length), '0', all.violations.length === 0),
  ];
};
