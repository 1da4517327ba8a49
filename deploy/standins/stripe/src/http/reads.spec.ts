import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DatabaseSync } from 'node:sqlite';
import { createFaultStore } from '../control/faults.js';
import { createRequestLog } from '../control/request-log.js';
import { createEngine } from '../engine.js';
import { IN_MEMORY, openDatabase } from '../storage/database.js';
import { isDiskFull } from '../storage/file-errors.js';
import { answerRequest, type ApiAnswer } from './api.js';
import { createIdempotencyStore } from './idempotency.js';
import { matchRoute } from './routes.js';

let database: DatabaseSync;
let log: ReturnType<typeof createRequestLog>;
let call: (method: string, path: string, form?: string) => Promise<ApiAnswer>;

beforeEach(() => {
  database = openDatabase(IN_MEMORY);
  log = createRequestLog();
  const engine = createEngine(database, () => 'http://127.0.0.1', Date.now);
  const faults = createFaultStore(engine.settings);
  const idempotency = createIdempotencyStore(database);
  const context = { engine, keys: {}, faults, idempotency, log, match: matchRoute };
  let callCount = 0;
  call = (method, path, form = '') =>
    answerRequest(context, {
      method,
      path,
      form,
      headers: {
        authorization: 'Bearer sk_test_reads',
        'idempotency-key': method === 'POST' ? `key-${++callCount}` : undefined,
      },
    });
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

it('answers reads on a full disk, refuses writes, and accepts them again later', async () => {
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
