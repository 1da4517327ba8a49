import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../cli/cli.js';

/** A Courtly of its own: `pid` is the process above all others of it, `environment` is what a command on it needs. */
export type Server = Readonly<{
  base: string;
  pid: number;
  environment: Record<string, string>;
  stop(): Promise<void>;
}>;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const READY_WITHIN_MS = 5 * 60_000;
const ASK_EVERY_MS = 100;

/** Starts Courtly as a person would, `npm start`, on a new data folder, a free port and the open policy. */
export const startServer = async (signal: AbortSignal): Promise<Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-bench-'));
  const data = join(folder, 'data');
  const policy = join(root, 'deploy', 'policies', 'open.json');
  const args = ['start', '--silent', '--', '--data', data, '--port', '0', '--policy', policy, '--no-seed'];
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => output.push(text.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const record = join(data, 'run.json');
  let stopping: Promise<void> | undefined;
  const end = async () => {
    if (existsSync(record)) process.kill((JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid, 'SIGTERM');
    else child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const stop = () => (stopping ??= end());
  for (const deadline = Date.now() + READY_WITHIN_MS; !existsSync(record); await delay(ASK_EVERY_MS)) {
    if (child.exitCode === null && Date.now() < deadline && !signal.aborted) continue;
    await stop();
    throw new Failure(`Courtly does not start:\n${output.join('')}`);
  }
  const { url, env } = JSON.parse(readFileSync(record, 'utf8')) as { url: string; env: Record<string, string> };
  const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
  return { base: url, pid: child.pid!, environment: { ...env, SECRET: secret }, stop };
};
