import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DatabaseSync } from 'node:sqlite';
import { createFaultStore } from '../control/faults.js';
import { createRequestLog } from '../control/request-log.js';
import { createEngine, type Engine } from '../engine.js';
import { IN_MEMORY, openDatabase } from '../storage/database.js';
import { isDiskFull, isWriteFailure } from '../storage/file-errors.js';
import { receiver } from '../testing/receiver.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { respondToRequest, type ApiResponse } from './api.js';
import { createIdempotencyStore } from './idempotency.js';
import { matchRoute } from './routes.js';

let database: DatabaseSync;
let log: ReturnType<typeof createRequestLog>;
type Call = (method: string, path: string, form?: string) => Promise<ApiResponse>;
let call: Call;

/** Calls the API without HTTP. */
function callsOf(engine: Engine): Call {
  const faults = createFaultStore(engine.settings);
  const idempotency = createIdempotencyStore(engine.database);
  const context = { engine, keys: {}, faults, idempotency, log, match: matchRoute };
  let callCount = 0;
  return (method, path, form = '') =>
    respondToRequest(context, {
      method,
      path,
      form,
      headers: {
        authorization: 'Bearer sk_test_reads',
        'idempotency-key': method === 'POST' ? `key-${++callCount}` : undefined,
      },
    });
}

beforeEach(() => {
  database = openDatabase(IN_MEMORY);
  log = createRequestLog();
  call = callsOf(createEngine(database, () => 'http://127.0.0.1', Date.now));
});
afterEach(() => database.close());

const countChanges = () => database.prepare('SELECT total_changes() AS count').get()?.count;
const pages = () => Number(database.prepare('PRAGMA page_count').get()?.page_count);

it('writes nothing for a read', async () => {
  const created = await call('POST', '/v1/customers', 'name=Ann');
  const { id } = JSON.parse(created!.body) as { id: string };
  const changesBefore = countChanges();
  expect(await call('GET', `/v1/customers/${id}`)).toMatchObject({ status: 200 });
  expect(await call('GET', '/v1/customers')).toMatchObject({ status: 200 });
  expect(await call('GET', '/v1/customers/cus_nobody')).toMatchObject({ status: 404 });
  expect(countChanges()).toBe(changesBefore);
  expect(log.all().map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
    ['GET', 200],
    ['GET', 200],
    ['GET', 404],
  ]);
});

it('responds to reads on a full disk, refuses writes, and accepts them again later', async () => {
  const created = await call('POST', '/v1/customers', 'name=Ann');
  const { id } = JSON.parse(created!.body) as { id: string };
  database.exec(`PRAGMA max_page_count = ${pages()}`);
  const metadata = Array.from({ length: 40 }, (_, n) => `metadata[k${n}]=${'x'.repeat(400)}`);
  const bigForm = metadata.join('&');
  const refused = await call('POST', '/v1/customers', bigForm).catch((error: unknown) => error);
  expect(isDiskFull(refused)).toBe(true);
  expect(log.all().at(-1)).toMatchObject({ method: 'POST', status: 500 });
  expect(await call('GET', `/v1/customers/${id}`)).toMatchObject({ status: 200 });
  database.exec('PRAGMA max_page_count = 100000');
  expect(await call('POST', '/v1/customers', bigForm)).toMatchObject({ status: 200 });
});

/** Every write to these tables needs new pages, as a log in WAL mode does. */
const disk = {
  prepare: (file: DatabaseSync) =>
    file.exec(`CREATE TABLE filler (bytes BLOB);
      CREATE TEMP TRIGGER attempt AFTER UPDATE ON deliveries
        BEGIN INSERT INTO filler VALUES (zeroblob(9000)); END;
      CREATE TEMP TRIGGER timer AFTER DELETE ON timers
        BEGIN INSERT INTO filler VALUES (zeroblob(9000)); END;
      CREATE TEMP TRIGGER object AFTER INSERT ON objects
        BEGIN INSERT INTO filler VALUES (zeroblob(9000)); END;`),
  fill: (file: DatabaseSync) => {
    const { page_count: count } = file.prepare('PRAGMA page_count').get()!;
    file.exec(`PRAGMA max_page_count = ${String(count)}`);
  },
  free: (file: DatabaseSync) => file.exec('PRAGMA max_page_count = 100000'),
};

it('keeps due timers and delivery results while the disk is full, and stores them later', async () => {
  const warned = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const directory = await temporaryDirectory();
  const endpoint = await receiver();
  const file = openDatabase(join(directory.path, 'stripe.db'));
  disk.prepare(file);
  const engine = createEngine(file, () => 'http://127.0.0.1');
  try {
    const callFile = callsOf(engine);
    const enabled = `url=${endpoint.url}&enabled_events[]=customer.created`;
    expect(await callFile('POST', '/v1/webhook_endpoints', enabled)).toMatchObject({
      status: 200,
    });
    // The disk fills after the event is sent and before its result is stored.
    endpoint.respondWith(() => {
      file.exec(`INSERT INTO timers (at, kind, subject) VALUES (0, 'hold', 'pi_nobody')`);
      disk.fill(file);
      return 200;
    });
    const created = await callFile('POST', '/v1/customers', 'name=Ann');
    const { id } = JSON.parse(created!.body) as { id: string };
    await endpoint.until(({ length }) => length === 1);
    const waits = (what: RegExp) => warned.mock.calls.some(([line]) => what.test(String(line)));
    while (!waits(/result of delivery/)) await delay(10);

    expect(await callFile('GET', `/v1/customers/${id}`)).toMatchObject({ status: 200 });
    const refused = await callFile('POST', '/v1/customers').catch((error: unknown) => error);
    expect(isWriteFailure(refused)).toBe(true);
    for (let call = 0; call < 3; call++) await callFile('GET', `/v1/customers/${id}`);
    const warnings = warned.mock.calls.filter(([line]) =>
      /due work could not be stored/.test(String(line)),
    );
    expect(warnings).toHaveLength(1);
    const timers = () => file.prepare('SELECT * FROM timers').all();
    expect(timers()).toHaveLength(1);
    expect(engine.deliveries.all()).toMatchObject([{ state: 'waiting', attempts: 0 }]);

    disk.free(file);
    while (timers().length > 0) await delay(10);
    await engine.courier.waitUntilIdle();
    expect(engine.deliveries.all()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(endpoint.received).toHaveLength(1);
  } finally {
    await engine.stop();
    file.close();
    await endpoint.close();
    await directory.remove();
    warned.mockRestore();
  }
});

it('sends due deliveries even though a due timer cannot be stored', async () => {
  const warned = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const endpoint = await receiver();
  const engine = createEngine(database, () => 'http://127.0.0.1');
  try {
    const callEngine = callsOf(engine);
    const enabled = `url=${endpoint.url}&enabled_events[]=customer.created`;
    await callEngine('POST', '/v1/webhook_endpoints', enabled);
    endpoint.respondWith(() => 500);
    await callEngine('POST', '/v1/customers', 'name=Ann');
    while (engine.deliveries.all()[0]?.attempts !== 1) await delay(10);

    endpoint.respondWith(() => 200);
    database.exec(`INSERT INTO timers (at, kind, subject) VALUES (0, 'hold', 'pi_nobody');
      CREATE TEMP TRIGGER stuck BEFORE DELETE ON timers BEGIN SELECT RAISE(ABORT, 'stuck'); END;`);
    await engine.advance(7 * 24 * 60 * 60);
    await endpoint.until(({ length }) => length === 2);
    await engine.courier.waitUntilIdle();
    expect(engine.deliveries.all()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(warned.mock.calls.map(String)).toEqual([
      expect.stringContaining('due work could not be stored; retrying: stuck'),
    ]);
  } finally {
    await engine.stop();
    await endpoint.close();
    warned.mockRestore();
  }
});
