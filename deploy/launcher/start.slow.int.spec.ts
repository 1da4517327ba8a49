import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { currentRun } from './data-folder.ts';
import { claimPort } from './ports.ts';
import { loadAdjusted, patience } from '../../backend/testing/patience.js';

const script = join(import.meta.dirname, 'start.mjs');
const outerNames = [
  'EVENTSTORE_URL',
  'MONGODB_URI',
  'REDIS_URL',
  'MAIL_URL',
  'NODE_ENV',
  'npm_lifecycle_event',
];
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !outerNames.includes(name)),
);

type Launcher = {
  process: ChildProcess;
  output: () => string;
  untilPrinted: (pattern: RegExp) => Promise<void>;
  exit: Promise<number | null>;
};

function launch(...args: string[]): Launcher {
  const child = spawn(process.execPath, [script, '--no-seed', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const untilPrinted = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => void (pattern.test(text) && resolve());
      listeners.add(check);
      check();
      void exit.then(() =>
        reject(new Error(`The launcher ended without printing ${pattern}:\n${text}`)),
      );
    });
  return { process: child, output: () => text, untilPrinted, exit };
}

/** Steps, the address, and the services. Everything else is a log line, a warning, or an error. */
const quietLine =
  /^(?:(?:Building|Starting) .*(?: \.\.\.|: done in [\d.]+ s)|Courtly is running at .*|Ctrl-C stops it.*| {2}(?:waiting for .* \(\d+ s\)|(?:EventStoreDB|MongoDB|Redis|Email|Stripe): .*)|)$/;
const otherLines = (launcher: Launcher) =>
  launcher
    .output()
    .split('\n')
    .filter((line) => !quietLine.test(line));

/** The child processes of this process, by their command lines. */
function childrenOf(parent: number): Map<number, string> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = pids.flatMap((pid): [number, string][] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return ppid === parent ? [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8')]] : [];
    } catch {
      return [];
    }
  });
  return new Map(processes);
}

const isAlive = (pid: number) =>
  childrenOf(process.pid).has(pid) || readdirSync('/proc').includes(String(pid));

async function allGone(pids: Iterable<number>): Promise<number[]> {
  const deadline = Date.now() + patience(10_000);
  const livingPids = () => [...pids].filter(isAlive);
  while (livingPids().length > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return livingPids();
}

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-start-'));
  const data = join(folder, 'data');
  const args = ['--data', data, '--port'];
  let port: number;
  let launcher: Launcher;

  const healthy = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status;
  const pidsOf = (commandPattern: RegExp) =>
    [...childrenOf(launcher.process.pid!)].flatMap(([pid, command]) =>
      commandPattern.test(command) ? [pid] : [],
    );
  const store = () => EventStoreDBClient.connectionString(currentRun(data)!.env['EVENTSTORE_URL']!);

  beforeAll(async () => {
    port = await claimPort(0);
    launcher = launch(...args, String(port));
    await launcher.untilPrinted(/Ctrl-C stops it/);
  });

  afterAll(async () => {
    launcher.process.kill('SIGTERM');
    await launcher.exit;
    rmSync(folder, { recursive: true });
  });

  it('serves when it prints its address, and describes all services', async () => {
    expect(await healthy()).toBe(200);
    for (const service of ['EventStoreDB', 'MongoDB', 'Redis'])
      expect(launcher.output()).toMatch(new RegExp(`${service}: .*(/|:)`));
    expect(launcher.output()).toContain('Stripe: ');
  });

  it('prints its steps, its address, and its services, and no log lines or warnings', () => {
    expect(otherLines(launcher)).toEqual([]);
  });

  it('shows the emails of this run', async () => {
    const [, page] = /Email: shown at (http:\/\/localhost:\d+);/.exec(launcher.output())!;
    const post = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const email = 'robin@example.test';
    const names = {
      username: 'robin',
      firstName: 'Robin',
      lastName: 'Baseline',
      phone: '4805550123',
    };
    expect(
      (await post('/api/auth/register', { ...names, email, password: 'clay-court-rally' })).status,
    ).toBe(201);
    expect((await post('/api/auth/password-resets', { email })).status).toBe(202);
    const pageText = async () => (await fetch(page!)).text();
    // Registration also sends an email, and either one can arrive first.
    const resetLink = `<a href="http://localhost:${port}/reset-password?token=`;
    while (!(await pageText()).includes(resetLink))
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await pageText()).toContain(`To ${email}`);
  });

  it('rejects a data folder in use in one line', async () => {
    const secondLauncher = launch(...args, '0');
    expect(await secondLauncher.exit).toBe(1);
    expect(secondLauncher.output()).toMatch(/^The data folder .* is in use by process \d.*\n$/);
  });

  it('rejects a port in use in one line before it starts anything', async () => {
    const secondLauncher = launch('--data', join(folder, 'other'), '--port', String(port));
    expect(await secondLauncher.exit).toBe(1);
    expect(secondLauncher.output()).toBe(
      `Port ${port} is in use: stop the program that uses it, or choose another with --port.\n`,
    );
  });

  it('rejects an unknown option in one line', async () => {
    const secondLauncher = launch('--prot', '1');
    expect(await secondLauncher.exit).toBe(1);
    expect(secondLauncher.output()).toMatch(/^Unknown option '--prot'.*\n$/);
  });

  it.each([
    ['Redis', /redis-server|valkey-server/],
    ['EventStoreDB', /standins\/eventstoredb/],
    ['MongoDB', /standins\/mongodb|mongod/],
    ['Stripe', /standins\/stripe/],
    ['api', /backend\/dist\/main\.js/],
    ['mail', /mail-server\.ts/],
  ])('restarts %s after it is killed', async (name, commandPattern) => {
    process.kill(pidsOf(commandPattern)[0]!, 'SIGKILL');
    await launcher.untilPrinted(new RegExp(`(${name}|projector\\+worker) is back`));
    while ((await healthy().catch(() => 0)) !== 200)
      await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('restarts each process that hangs and no other', async () => {
    const names = ['EventStoreDB', 'MongoDB', 'Redis', 'Stripe', 'api', 'projector\\+worker'];
    const outputBefore = launcher.output().length;
    for (const pid of pidsOf(/main\.js|redis-server|valkey-server|mongod/))
      process.kill(pid, 'SIGSTOP');
    for (const name of names) {
      await launcher.untilPrinted(
        new RegExp(`[^]{${outputBefore}}${name} has not responded for 20 s: stopping it`),
      );
      await launcher.untilPrinted(new RegExp(`[^]{${outputBefore}}${name} is back`));
    }
    while ((await healthy().catch(() => 0)) !== 200)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(
      launcher
        .output()
        .slice(outputBefore)
        .match(/has not responded/g),
    ).toHaveLength(names.length);
  });

  it('stops within 10 s with all processes, and keeps its data for the next start', async () => {
    await store().appendToStream('start-1', jsonEvent({ type: 'Started', data: { by: 'a test' } }));
    const children = [...childrenOf(launcher.process.pid!).keys()];
    expect(children.length).toBeGreaterThanOrEqual(5);
    const stoppedAt = performance.now();
    launcher.process.kill('SIGTERM');
    launcher.process.kill('SIGINT');
    expect(await launcher.exit).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(loadAdjusted(10_000));
    expect(children.filter(isAlive)).toEqual([]);

    launcher = launch(...args, String(port));
    await launcher.untilPrinted(/Ctrl-C stops it/);
    const events = [];
    for await (const { event } of store().readStream('start-1')) events.push(event?.data);
    expect(events).toEqual([{ by: 'a test' }]);
  });

  it('serves pages within 10 s of a restart, without log lines or warnings', async () => {
    launcher.process.kill('SIGTERM');
    await launcher.exit;
    const startedAt = performance.now();
    launcher = launch(...args, String(port));
    await launcher.untilPrinted(/Ctrl-C stops it/);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('</html>');
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(10_000));
    expect(otherLines(launcher)).toEqual([]);
  });

  it('ends all processes when it is killed, and starts again', async () => {
    const children = [...childrenOf(launcher.process.pid!).keys()];
    launcher.process.kill('SIGKILL');
    await launcher.exit;
    expect(await allGone(children)).toEqual([]);

    launcher = launch(...args, String(port));
    await launcher.untilPrinted(/Ctrl-C stops it/);
    expect(await healthy()).toBe(200);
  });

  it('rejects a folder without its vault in one line and starts nothing', async () => {
    launcher.process.kill('SIGTERM');
    await launcher.exit;
    renameSync(join(data, 'vault'), join(data, 'elsewhere'));
    launcher = launch(...args, String(port));
    expect(await launcher.exit).toBe(1);
    expect(launcher.output()).toMatch(
      /^\/.*\/vault\/courtly_vault\.bsonlog is missing, .* --reset\.\n$/,
    );
    renameSync(join(data, 'elsewhere'), join(data, 'vault'));
  });
});
