import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Stripe from 'stripe';
import { createControl, createAuthorizedPayment } from './contract/server-under-test.js';
import { receiver } from './testing/receiver.js';
import { endProcess, runToExit, startProcess } from './testing/server-process.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

const file = (name: string) => join(directory.path, name);
const clientOf = (port: number, key = 'sk_test_process') =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 20 });

describe('the server process', () => {
  it('reports its address on standard output and a warning on standard error', async () => {
    const server = await startProcess(file('ready.db'));
    expect(server).toMatchObject({
      ready: true,
      service: 'stripe',
      url: `http://127.0.0.1:${server.port}`,
    });
    expect(await endProcess(server.process, 'SIGTERM')).toBe(0);
    expect(await server.stderr).toMatch(/^stripe: development stand-in, not Stripe.*\n$/);
  });

  it('stops when its parent process ends', async () => {
    const server = await startProcess(file('orphan.db'));
    const exited = once(server.process, 'exit');
    server.process.stdin?.end();
    expect(await exited).toEqual([0, null]);
  });

  it('writes a data file that only its owner can read', async () => {
    const server = await startProcess(file('private.db'));
    expect((await stat(file('private.db'))).mode & 0o777).toBe(0o600);
    await endProcess(server.process, 'SIGTERM');
  });

  it('keeps objects, keys, the clock, faults, and timers across a restart', async () => {
    const firstServer = await startProcess(file('kept.db'));
    const stripe = clientOf(firstServer.port);
    const control = createControl(firstServer.url);
    const options = { idempotencyKey: 'kept' };
    const { id } = await createAuthorizedPayment(stripe, 5_000, {}, options);
    await control('POST', '/clock', { advance: 86_000 });
    await control('POST', '/faults', { call: 'POST /v1/refunds', when: 'before', status: 500 });
    const { now } = await control<{ now: number }>('GET', '');
    await endProcess(firstServer.process, 'SIGTERM');

    const restarted = await startProcess(file('kept.db'));
    const restartedClient = clientOf(restarted.port);
    expect((await createAuthorizedPayment(restartedClient, 5_000, {}, options)).id).toBe(id);
    const state = await createControl(restarted.url)<{ now: number; faults: unknown[] }>('GET', '');
    expect(state.now).toBeGreaterThanOrEqual(now);
    expect(state.faults).toHaveLength(1);
    await createControl(restarted.url)('POST', '/clock', { advance: 7 * 86_400 });
    expect(await restartedClient.paymentIntents.retrieve(id)).toMatchObject({
      cancellation_reason: 'expired',
    });
    await endProcess(restarted.process, 'SIGTERM');
  });

  it('accepts only its configured keys and sends every event to its configured address', async () => {
    const endpoint = await receiver();
    const options = [
      '--secret-key',
      'sk_test_own',
      '--webhook-url',
      endpoint.url,
      '--webhook-secret',
      'whsec_own',
    ];
    const server = await startProcess(file('options.db'), 0, options);
    await expect(clientOf(server.port).customers.list()).rejects.toMatchObject({ statusCode: 401 });
    const stripe = clientOf(server.port, 'sk_test_own');
    const { id } = await stripe.accounts.create({
      capabilities: { transfers: { requested: true } },
    });
    await createControl(server.url)('POST', `/accounts/${id}/transfers`, { status: 'active' });
    await stripe.customers.create();
    const deliveries = await endpoint.until(({ length }) => length >= 2);
    const events = deliveries.map(
      ({ body, signature }) => stripe.webhooks.constructEvent(body, signature, 'whsec_own').type,
    );
    expect(events.sort()).toEqual(['account.updated', 'customer.created']);
    await endProcess(server.process, 'SIGTERM');
    await endpoint.close();
  });

  it('delivers pending events after a kill', async () => {
    const endpoint = await receiver();
    endpoint.respondWith(() => 500);
    const options = ['--webhook-url', endpoint.url, '--webhook-secret', 'whsec_own'];
    const firstServer = await startProcess(file('deliveries.db'), 0, options);
    await clientOf(firstServer.port).customers.create();
    await endpoint.until(({ length }) => length >= 1);
    await endProcess(firstServer.process, 'SIGKILL');
    endpoint.respondWith(() => 200);
    const restarted = await startProcess(file('deliveries.db'), 0, options);
    const { data } = await createControl(restarted.url)<{ data: { state: string }[] }>(
      'POST',
      '/deliveries/flush',
    );
    expect(data.map(({ state }) => state)).toEqual(['delivered']);
    expect(endpoint.received.at(-1)!.event.id).toBe(endpoint.received[0]!.event.id);
    await endProcess(restarted.process, 'SIGTERM');
    await endpoint.close();
  });
});

describe('a server process that cannot start', () => {
  const refusal = (reason: RegExp) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(reason),
  });

  it.each([
    [
      'to run in production',
      ['--data', 'x.db', '--port', '0'],
      { NODE_ENV: 'production' },
      /^stripe: .*production\n$/,
    ],
    ['missing options', [], {}, /^stripe: usage: --data FILE --port N.*\n$/],
    [
      'an address that is not loopback',
      ['--data', 'x.db', '--port', '0', '--host', '0.0.0.0'],
      {},
      /loopback addresses only.*\n$/,
    ],
    [
      'a webhook URL without its secret',
      ['--data', 'x.db', '--port', '0', '--webhook-url', 'http://x'],
      {},
      /must be used together\n$/,
    ],
  ])('refuses %s', async (_title, args, env, reason) => {
    expect(await runToExit(args, env)).toEqual(refusal(reason));
  });

  it('refuses a port that is taken', async () => {
    const busyServer = createServer();
    await once(busyServer.listen(0, '127.0.0.1'), 'listening');
    const { port } = busyServer.address() as AddressInfo;
    expect(await runToExit(['--data', file('taken.db'), '--port', String(port)])).toEqual(
      refusal(/^stripe: .*EADDRINUSE.*\n$/),
    );
    busyServer.close();
  });

  it('refuses a data file that another process owns or another program wrote', async () => {
    const server = await startProcess(file('owned.db'));
    const secondExit = await runToExit(['--data', file('owned.db'), '--port', '0']);
    expect(secondExit).toEqual(refusal(/^stripe: .*in use by another process\n$/));
    await endProcess(server.process, 'SIGTERM');
    await writeFile(file('foreign.db'), 'a letter to a friend, of some length');
    expect(await runToExit(['--data', file('foreign.db'), '--port', '0'])).toEqual(
      refusal(/^stripe: .*foreign\.db.*\n$/),
    );
  });
});

const KILLS = 8;
const POLL_MS = 10;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const pauses = fc.sample(fc.integer({ min: 100, max: 300 }), {
  seed,
  numRuns: KILLS,
  unbiased: true,
});

it(`loses no completed call and repeats none when the process is killed repeatedly (SEED=${seed})`, async () => {
  let server = await startProcess(file('killed.db'));
  const stripe = clientOf(server.port);
  const completed: string[] = [];
  let isOver = false;
  let sentCount = 0;
  async function write(): Promise<void> {
    while (!isOver) {
      const name = `customer ${(sentCount += 1)}`;
      // Retries until it succeeds; the same key creates the same customer.
      for (;;)
        try {
          await stripe.customers.create({ name }, { idempotencyKey: name });
          break;
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeConnectionError)) throw error;
        }
      completed.push(name);
    }
  }
  const writing = Promise.all([write(), write(), write(), write()]);
  for (const pause of pauses) {
    // On a busy machine, the server might not respond within the pause.
    const completedCount = completed.length;
    await delay(pause);
    while (completed.length === completedCount) await delay(POLL_MS);
    await endProcess(server.process, 'SIGKILL');
    server = await startProcess(file('killed.db'), server.port);
  }
  isOver = true;
  await writing;
  const stored: string[] = [];
  for await (const { name } of stripe.customers.list({ limit: 100 })) stored.push(name!);
  expect(stored.sort()).toEqual(completed.sort());
  expect(completed.length).toBeGreaterThan(KILLS);
  await endProcess(server.process, 'SIGTERM');
}, 90_000);
