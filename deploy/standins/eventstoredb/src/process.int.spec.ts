import { once } from 'node:events';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import esdb from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createNotedEvent, createNotedEvents, readNotes } from './contract/server-under-test.js';
import { endProcess, runToExit, startProcess } from './testing/server-process.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

const file = (name: string) => join(directory.path, name);
const connect = (url: string) => esdb.EventStoreDBClient.connectionString(url);
const EVENTS = 200;

/** How many processes compete for each processor core, at least 1. */
const load = () => Math.max(1, loadavg()[0]! / availableParallelism());

/** Resident memory of a process in bytes, read from /proc (Linux only). */
const memoryOf = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1_024;
};

describe('the server process', () => {
  it('reports its address on standard output and a warning on standard error', async () => {
    const server = await startProcess(file('ready.db'));
    expect(server).toMatchObject({
      ready: true,
      service: 'eventstoredb',
      url: `esdb://127.0.0.1:${server.port}?tls=false`,
    });
    await endProcess(server.process, 'SIGTERM');
    expect(await server.stderr).toMatch(
      /^eventstoredb: development stand-in, not EventStoreDB.*\n$/,
    );
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops on %s within two seconds and ends open calls',
    async (signal) => {
      const server = await startProcess(file('stop.db'));
      const client = connect(server.url);
      const subscription = client.subscribeToAll();
      await once(subscription.resume(), 'caughtUp');
      await client.appendToStream('stop-1', createNotedEvent(0));
      const exitResult = once(subscription, 'error');
      const start = Date.now();
      expect(await endProcess(server.process, signal)).toBe(0);
      expect(Date.now() - start).toBeLessThan(2_000 * load());
      expect(await exitResult).toEqual([
        expect.objectContaining({
          code: status.INTERNAL,
          message: expect.stringContaining('Received RST_STREAM with code 0'),
        }),
      ]);
      await client.dispose();
    },
  );

  it('stops when its parent process ends', async () => {
    const server = await startProcess(file('orphan.db'));
    const exited = once(server.process, 'exit');
    server.process.stdin?.end();
    expect(await exited).toEqual([0, null]);
  });

  it('writes a data file that only its owner can read', async () => {
    const server = await startProcess(file('private.db'));
    const modes = await Promise.all(
      ['', '-wal'].map(async (end) => (await stat(file(`private.db${end}`))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600]);
    await endProcess(server.process, 'SIGTERM');
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux(
    'keeps nothing in memory that live subscriptions have read',
    async () => {
      const server = await startProcess(file('followed.db'));
      const client = connect(server.url);
      const subscription = client.subscribeToAll({ fromPosition: 'end' });
      let received = 0;
      const everything = new Promise<void>((resolve) =>
        subscription.on('data', () => ++received === EVENTS && resolve()),
      );
      await once(subscription, 'caughtUp');
      const text = 'x'.repeat(900_000);
      const memoryBefore = await memoryOf(server.process.pid!);
      for (let event = 0; event < EVENTS; event++)
        await client.appendToStream('followed-1', createNotedEvent(text));
      await everything;
      expect((await memoryOf(server.process.pid!)) - memoryBefore).toBeLessThan(
        (EVENTS * text.length) / 2,
      );
      await subscription.unsubscribe();
      await client.dispose();
      await endProcess(server.process, 'SIGTERM');
    },
    60_000,
  );

  it('keeps its events across a restart', async () => {
    const firstProcess = await startProcess(file('kept.db'));
    const client = connect(firstProcess.url);
    await client.appendToStream('kept-1', createNotedEvents(3));
    await client.dispose();
    await endProcess(firstProcess.process, 'SIGTERM');
    const restarted = await startProcess(file('kept.db'));
    const secondClient = connect(restarted.url);
    expect(await readNotes(secondClient.readStream('kept-1'))).toEqual([0, 1, 2]);
    await secondClient.dispose();
    await endProcess(restarted.process, 'SIGTERM');
  });
});

describe('a server process that cannot start', () => {
  const refusal = (reason: RegExp) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^eventstoredb: .*${reason.source}.*\\n$`)),
  });

  it('refuses to start in production', async () => {
    const exitResult = await runToExit(['--data', file('production.db'), '--port', '0'], {
      NODE_ENV: 'production',
    });
    expect(exitResult).toEqual(refusal(/must not run in production/));
  });

  it('refuses a non-loopback address', async () => {
    const exitResult = await runToExit([
      '--data',
      file('open.db'),
      '--port',
      '0',
      '--host',
      '0.0.0.0',
    ]);
    expect(exitResult).toEqual(refusal(/loopback addresses only, not to 0\.0\.0\.0/));
  });

  it('refuses a file that another process owns', async () => {
    const owner = await startProcess(file('owned.db'));
    const exitResult = await runToExit(['--data', file('owned.db'), '--port', '0']);
    expect(exitResult).toEqual(refusal(/owned\.db is in use by another process/));
    await endProcess(owner.process, 'SIGTERM');
  });

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const exitResult = await runToExit(['--data', file('port.db'), '--port', String(port)]);
    expect(exitResult).toEqual(refusal(/EADDRINUSE/));
    other.close();
  });

  it('refuses a file that is not a database', async () => {
    await writeFile(
      file('text.db'),
      'this is not a database, it is a text that is long enough to be taken for one'.repeat(99),
    );
    const exitResult = await runToExit(['--data', file('text.db'), '--port', '0']);
    expect(exitResult).toEqual(refusal(/text\.db is damaged or not a database; use a data file /));
  });

  it('refuses an empty file', async () => {
    await writeFile(file('empty.db'), '');
    const exitResult = await runToExit(['--data', file('empty.db'), '--port', '0']);
    expect(exitResult).toEqual(refusal(/empty\.db is empty; use a data file /));
  });

  it.each([
    ['another program', 'PRAGMA user_version = 1; CREATE TABLE people (name TEXT)'],
    [
      'another program with a higher version number',
      'PRAGMA user_version = 9; CREATE TABLE events (name TEXT)',
    ],
  ])('refuses a database of %s without changing it', async (_title, statements) => {
    const foreign = file(`foreign-${statements.length}.db`);
    const database = new DatabaseSync(foreign);
    database.exec(statements);
    database.close();
    const originalBytes = await readFile(foreign);
    const exitResult = await runToExit(['--data', foreign, '--port', '0']);
    expect(exitResult).toEqual(
      refusal(/foreign-\d+\.db is a database from another program; use a data file /),
    );
    expect(await readFile(foreign)).toEqual(originalBytes);
  });

  it('refuses a file from a newer version', async () => {
    const server = await startProcess(file('newer.db'));
    await endProcess(server.process, 'SIGTERM');
    const database = new DatabaseSync(file('newer.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const exitResult = await runToExit(['--data', file('newer.db'), '--port', '0']);
    expect(exitResult).toEqual(
      refusal(/newer\.db was written by a newer version of this server; use that version /),
    );
  });

  it('refuses a file with a damaged page', async () => {
    const server = await startProcess(file('page.db'));
    const client = connect(server.url);
    await client.appendToStream('page-1', createNotedEvents(1_000));
    await client.dispose();
    await endProcess(server.process, 'SIGTERM');
    const bytes = await readFile(file('page.db'));
    await writeFile(file('page.db'), bytes.fill(0xff, 5 * 4_096, 6 * 4_096));
    const exitResult = await runToExit(['--data', file('page.db'), '--port', '0']);
    expect(exitResult).toEqual(refusal(/page\.db is damaged \(.*\); restore a backup or /));
  });

  it('refuses a truncated file', async () => {
    const server = await startProcess(file('torn.db'));
    const client = connect(server.url);
    await client.appendToStream('torn-1', createNotedEvents(1_000));
    await client.dispose();
    await endProcess(server.process, 'SIGTERM');
    await truncate(file('torn.db'), 40_960);
    const exitResult = await runToExit(['--data', file('torn.db'), '--port', '0']);
    expect(exitResult).toEqual(refusal(/torn\.db is damaged/));
  });

  it.each([
    ['no file', ['--port', '0'], /usage: /],
    ['no port', ['--data', 'x.db'], /usage: /],
    ['an unknown option', ['--color', 'red'], /--color/],
    [
      'a certificate without its key',
      ['--data', 'x.db', '--port', '0', '--tls-cert', 'x.pem'],
      /must be used together/,
    ],
    [
      'credentials in plain text',
      ['--data', 'x.db', '--port', '0', '--username', 'a', '--password', 'b'],
      /TLS/,
    ],
  ])('refuses invalid arguments: %s', async (_title, args, reason) => {
    expect(await runToExit(args)).toEqual(refusal(reason));
  });
});
