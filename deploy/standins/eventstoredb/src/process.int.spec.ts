import { once } from 'node:events';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import esdb from '@eventstore/db-client';
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

/** Resident memory of a process in bytes, read from /proc (Linux only). */
const memoryOf = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1_024;
};

describe('the server process', () => {
  it('says on standard output that it is ready, and on standard error what it is', async () => {
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
    'stops on %s within two seconds, ending open calls',
    async (signal) => {
      const server = await startProcess(file('stop.db'));
      const client = connect(server.url);
      const subscription = client.subscribeToAll();
      await once(subscription.resume(), 'caughtUp');
      await client.appendToStream('stop-1', createNotedEvent(0));
      const ended = once(subscription, 'error');
      const start = Date.now();
      expect(await endProcess(server.process, signal)).toBe(0);
      expect(Date.now() - start).toBeLessThan(2_000);
      expect(await ended).toEqual([expect.objectContaining({ type: 'cancelled' })]);
      await client.dispose();
    },
  );

  it('stops when the process that started it is gone', async () => {
    const server = await startProcess(file('orphan.db'));
    const exited = once(server.process, 'exit');
    server.process.stdin?.end();
    expect(await exited).toEqual([0, null]);
  });

  it('writes a data file that only its owner may read', async () => {
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
      const before = await memoryOf(server.process.pid!);
      for (let event = 0; event < EVENTS; event++)
        await client.appendToStream('followed-1', createNotedEvent(text));
      await everything;
      expect((await memoryOf(server.process.pid!)) - before).toBeLessThan(
        (EVENTS * text.length) / 2,
      );
      await subscription.unsubscribe();
      await client.dispose();
      await endProcess(server.process, 'SIGTERM');
    },
    60_000,
  );

  it('keeps its events over a restart', async () => {
    const before = await startProcess(file('kept.db'));
    const client = connect(before.url);
    await client.appendToStream('kept-1', createNotedEvents(3));
    await client.dispose();
    await endProcess(before.process, 'SIGTERM');
    const after = await startProcess(file('kept.db'));
    const second = connect(after.url);
    expect(await readNotes(second.readStream('kept-1'))).toEqual([0, 1, 2]);
    await second.dispose();
    await endProcess(after.process, 'SIGTERM');
  });
});

describe('the server process refuses to start, in one line,', () => {
  const refusal = (reason: RegExp) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^eventstoredb: .*${reason.source}.*\\n$`)),
  });

  it('in production', async () => {
    const ended = await runToExit(['--data', file('production.db'), '--port', '0'], {
      NODE_ENV: 'production',
    });
    expect(ended).toEqual(refusal(/does not run in production/));
  });

  it('on an address that others can reach', async () => {
    const ended = await runToExit(['--data', file('open.db'), '--port', '0', '--host', '0.0.0.0']);
    expect(ended).toEqual(refusal(/loopback addresses only, not to 0\.0\.0\.0/));
  });

  it('on a file that another process owns', async () => {
    const owner = await startProcess(file('owned.db'));
    const ended = await runToExit(['--data', file('owned.db'), '--port', '0']);
    expect(ended).toEqual(refusal(/owned\.db is in use by another process/));
    await endProcess(owner.process, 'SIGTERM');
  });

  it('on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ended = await runToExit(['--data', file('port.db'), '--port', String(port)]);
    expect(ended).toEqual(refusal(/EADDRINUSE/));
    other.close();
  });

  it('on a file that is no database', async () => {
    await writeFile(
      file('text.db'),
      'this is not a database, it is a text that is long enough to be taken for one'.repeat(99),
    );
    const ended = await runToExit(['--data', file('text.db'), '--port', '0']);
    expect(ended).toEqual(refusal(/text\.db is damaged or not a database; give the name of /));
  });

  it('on an empty file', async () => {
    await writeFile(file('empty.db'), '');
    const ended = await runToExit(['--data', file('empty.db'), '--port', '0']);
    expect(ended).toEqual(refusal(/empty\.db is empty; give the name of /));
  });

  it.each([
    ['another program', 'PRAGMA user_version = 1; CREATE TABLE people (name TEXT)'],
    [
      'another program that numbers its versions higher',
      'PRAGMA user_version = 9; CREATE TABLE events (name TEXT)',
    ],
  ])('on a database of %s, which it leaves as it is', async (_whose, statements) => {
    const foreign = file(`foreign-${statements.length}.db`);
    const database = new DatabaseSync(foreign);
    database.exec(statements);
    database.close();
    const before = await readFile(foreign);
    const ended = await runToExit(['--data', foreign, '--port', '0']);
    expect(ended).toEqual(
      refusal(/foreign-\d+\.db is a database of another program; give the name of /),
    );
    expect(await readFile(foreign)).toEqual(before);
  });

  it('on a file of a newer version', async () => {
    const server = await startProcess(file('newer.db'));
    await endProcess(server.process, 'SIGTERM');
    const database = new DatabaseSync(file('newer.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const ended = await runToExit(['--data', file('newer.db'), '--port', '0']);
    expect(ended).toEqual(
      refusal(/newer\.db was written by a newer version of this server; run that one /),
    );
  });

  it('on a file with a damaged page', async () => {
    const server = await startProcess(file('page.db'));
    const client = connect(server.url);
    await client.appendToStream('page-1', createNotedEvents(1_000));
    await client.dispose();
    await endProcess(server.process, 'SIGTERM');
    const bytes = await readFile(file('page.db'));
    await writeFile(file('page.db'), bytes.fill(0xff, 5 * 4_096, 6 * 4_096));
    const ended = await runToExit(['--data', file('page.db'), '--port', '0']);
    expect(ended).toEqual(refusal(/page\.db is damaged \(.*\); restore a copy or /));
  });

  it('on a file that was cut off', async () => {
    const server = await startProcess(file('torn.db'));
    const client = connect(server.url);
    await client.appendToStream('torn-1', createNotedEvents(1_000));
    await client.dispose();
    await endProcess(server.process, 'SIGTERM');
    await truncate(file('torn.db'), 40_960);
    const ended = await runToExit(['--data', file('torn.db'), '--port', '0']);
    expect(ended).toEqual(refusal(/torn\.db is damaged/));
  });

  it.each([
    ['without a file', ['--port', '0'], /usage: /],
    ['without a port', ['--data', 'x.db'], /usage: /],
    ['with an unknown option', ['--colour', 'red'], /--colour/],
    [
      'with a certificate without its key',
      ['--data', 'x.db', '--port', '0', '--tls-cert', 'x.pem'],
      /belong together/,
    ],
    [
      'with credentials in plain text',
      ['--data', 'x.db', '--port', '0', '--username', 'a', '--password', 'b'],
      /TLS/,
    ],
  ])('%s', async (_case, args, reason) => {
    expect(await runToExit(args)).toEqual(refusal(reason));
  });
});
