import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { claimPort } from './ports.ts';
import { until } from './readiness.ts';

const healthScript = join(import.meta.dirname, '..', 'docker', 'health.mjs');
const UNANSWERED_LIMIT = 6;
const PATIENT = '60000';

/** Prints its process id. Closes connections without a response while the file `muted` exists. */
const server = `
  const { existsSync } = require('node:fs');
  const [port, folder] = process.argv.slice(1);
  require('node:http').createServer(({ url, socket }, response) => {
    if (existsSync(folder + '/muted')) return socket.destroy();
    response.statusCode = url.endsWith('/ready') && existsSync(folder + '/unready') ? 503 : 200;
    response.end();
  }).listen(Number(port), '127.0.0.1', () => console.log(process.pid));`;

/** Starts the server again whenever it ends, as a container with a restart policy does. */
const container = 'while :; do "$0" -e "$1" "$2" "$3"; done';

let folder: string;
let port: number;
let init: ChildProcess;
let serverPids: number[];

const set = (state: 'muted' | 'unready') => writeFileSync(join(folder, state), '');
const clear = (state: 'muted' | 'unready') => rmSync(join(folder, state));
const readLog = () => readFileSync(join(folder, 'log'), 'utf8');
const untilStarted = (count: number) =>
  until(async () => serverPids.length === count, AbortSignal.timeout(60_000));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-health-'));
  port = await claimPort(0);
  serverPids = [];
  const log = openSync(join(folder, 'log'), 'a');
  const args = ['-c', container, process.execPath, server, String(port), folder];
  init = spawn('sh', args, { detached: true, stdio: ['ignore', 'pipe', log] });
  init.stdout!.on('data', (text) => serverPids.push(Number(text)));
  await untilStarted(1);
});
afterEach(async () => {
  process.kill(-init.pid!, 'SIGKILL');
  await once(init, 'close');
  rmSync(folder, { recursive: true });
});

/** Runs health checks one after another. Returns their exit codes. */
const check = async (times = 1, ...timeoutMs: string[]): Promise<number[]> => {
  const env = { ...process.env, PORT: String(port), TMPDIR: folder };
  const codes: number[] = [];
  while (codes.length < times) {
    const probe = execFile(process.execPath, [healthScript, String(init.pid), ...timeoutMs], {
      env,
    });
    const [code] = (await once(probe, 'exit')) as [number];
    codes.push(code);
  }
  return codes;
};

it('a health check of the image says whether the server is ready', async () => {
  expect(await check(1, PATIENT)).toEqual([0]);
  set('unready');
  expect(new Set(await check(UNANSWERED_LIMIT, PATIENT))).toEqual(new Set([1]));
  expect(readLog()).not.toContain('did not respond');
});

it('a health check fails if the server accepts the connection and sends nothing', async () => {
  process.kill(serverPids[0]!, 'SIGSTOP');
  expect(await check()).toEqual([1]);
});

it('a server that responds to none of six checks in a row is stopped, and its log says so', async () => {
  await check(1, PATIENT);
  set('muted');
  await check(UNANSWERED_LIMIT - 1);
  clear('muted');
  expect(await check(1, PATIENT)).toEqual([0]);
  set('muted');
  expect(new Set(await check(UNANSWERED_LIMIT - 1))).toEqual(new Set([1]));
  expect(readLog()).not.toContain('did not respond');
  await check();
  await untilStarted(2);
  // The shell also reports the end of the server.
  const lines = readLog().split('\n');
  const { level, msg } = JSON.parse(lines.find((line) => line.startsWith('{'))!) as {
    level: number;
    msg: string;
  };
  expect([level, msg]).toEqual([
    50,
    'The server did not respond to 6 health checks in a row. Stopped it.',
  ]);
});

it('a server that is still starting is not stopped', async () => {
  await check(1, PATIENT);
  set('muted');
  process.kill(serverPids[0]!, 'SIGKILL');
  await untilStarted(2);
  await check(UNANSWERED_LIMIT);
  expect(readLog()).not.toContain('did not respond');
});
