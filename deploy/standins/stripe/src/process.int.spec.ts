import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Stripe from 'stripe';
import { createControl, createHeldPayment } from './contract/server-under-test.js';
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
  it('says on standard output that it is ready, and on standard error what it is', async () => {
    const server = await startProcess(file('ready.db'));
    expect(server).toMatchObject({
      ready: true,
      service: 'stripe',
      url: `http://127.0.0.1:${server.port}`,
    });
    expect(await endProcess(server.process, 'SIGTERM')).toBe(0);
    expect(await server.stderr).toMatch(/^stripe: development stand-in, not Stripe.*\n$/);
  });

  it('stops when the process that started it is gone', async () => {
    const server = await startProcess(file('orphan.db'));
    const exited = once(server.process, 'exit');
    server.process.stdin?.end();
    expect(await exited).toEqual([0, null]);
  });

  it('writes a data file that only its owner may read', async () => {
    const server = await startProcess(file('private.db'));
    expect((await stat(file('private.db'))).mode & 0o777).toBe(0o600);
    await endProcess(server.process, 'SIGTERM');
  });

  it('keeps objects, keys, the clock, faults and what is to come over a restart', async () => {
    const before = await startProcess(file('kept.db'));
    const stripe = clientOf(before.port);
    const control = createControl(before.url);
    const options = { idempotencyKey: 'kept' };
    const { id } = await createHeldPayment(stripe, 5_000, {}, options);
    await control('POST', '/clock', { advance: 86_000 });
    await control('POST', '/faults', { call: 'POST /v1/refunds', when: 'before', status: 500 });
    const { now } = await control<{ now: number }>('GET', '');
    await endProcess(before.process, 'SIGTERM');

    const after = await startProcess(file('kept.db'));
    const again = clientOf(after.port);
    expect((await createHeldPayment(again, 5_000, {}, options)).id).toBe(id);
    const state = await createControl(after.url)<{ now: number; faults: unknown[] }>('GET', '');
    expect(state.now).toBeGreaterThanOrEqual(now);
    expect(state.faults).toHaveLength(1);
    await createControl(after.url)('POST', '/clock', { advance: 7 * 86_400 });
    expect(await again.paymentIntents.retrieve(id)).toMatchObject({
      cancellation_reason: 'expired',
    });
    await endProcess(after.process, 'SIGTERM');
  });

  it('takes only the keys of its options, and sends every event to the address of its options', async () => {
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
    const heard = await endpoint.until(({ length }) => length >= 2);
    const events = heard.map(
      ({ body, signature }) => stripe.webhooks.constructEvent(body, signature, 'whsec_own').type,
    );
    expect(events.sort()).toEqual(['account.updated', 'customer.created']);
    await endProcess(server.process, 'SIGTERM');
    await endpoint.close();
  });

  it('delivers after a kill what was not delivered before', async () => {
    const endpoint = await receiver();
    endpoint.answerWith(() => 500);
    const options = ['--webhook-url', endpoint.url, '--webhook-secret', 'whsec_own'];
    const before = await startProcess(file('deliveries.db'), 0, options);
    await clientOf(before.port).customers.create();
    await endpoint.until(({ length }) => length >= 1);
    await endProcess(before.process, 'SIGKILL');
    endpoint.answerWith(() => 200);
    const after = await startProcess(file('deliveries.db'), 0, options);
    const { data } = await createControl(after.url)<{ data: { state: string }[] }>(
      'POST',
      '/deliveries/flush',
    );
    expect(data.map(({ state }) => state)).toEqual(['delivered']);
    expect(endpoint.received.at(-1)!.event.id).toBe(endpoint.received[0]!.event.id);
    await endProcess(after.process, 'SIGTERM');
    await endpoint.close();
  });
});

describe('the server process refuses to start, in one line,', () => {
  const refusal = (reason: RegExp) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(reason),
  });

  it.each([
    [
      'in production',
      ['--data', 'x.db', '--port', '0'],
      { NODE_ENV: 'production' },
      /^stripe: .*production\n$/,
    ],
    ['without its options', [], {}, /^stripe: usage: --data FILE --port N.*\n$/],
    [
      'on other addresses than loopback',
      ['--data', 'x.db', '--port', '0', '--host', '0.0.0.0'],
      {},
      /loopback addresses only.*\n$/,
    ],
    [
      'with half a webhook',
      ['--data', 'x.db', '--port', '0', '--webhook-url', 'http://x'],
      {},
      /belong together\n$/,
    ],
  ])('%s', async (_where, args, env, reason) => {
    expect(await runToExit(args, env)).toEqual(refusal(reason));
  });

  it('on a port that is taken', async () => {
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await runToExit(['--data', file('taken.db'), '--port', String(port)])).toEqual(
      refusal(/^stripe: .*EADDRINUSE.*\n$/),
    );
    taken.close();
  });

  it('with a data file that another process owns, or that is none of its own', async () => {
    const server = await startProcess(file('owned.db'));
    const second = await runToExit(['--data', file('owned.db'), '--port', '0']);
    expect(second).toEqual(refusal(/^stripe: .*in use by another process\n$/));
    await endProcess(server.process, 'SIGTERM');
    await writeFile(file('foreign.db'), 'a letter to a friend, of some length');
    expect(await runToExit(['--data', file('foreign.db'), '--port', '0'])).toEqual(
      refusal(/^stripe: .*foreign\.db.*\n$/),
    );
  });
});

const KILLS = 8;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const pauses = fc.sample(fc.integer({ min: 100, max: 300 }), {
  seed,
  numRuns: KILLS,
  unbiased: true,
});

it(`loses nothing that it answered, and does nothing twice, when it is killed again and again (SEED=${seed})`, async () => {
  let server = await startProcess(file('killed.db'));
  const stripe = clientOf(server.port);
  const answered: string[] = [];
  let isOver = false;
  let sent = 0;
  async function write(): Promise<void> {
    while (!isOver) {
      const name = `customer ${(sent += 1)}`;
      // Retries until it succeeds; the same key creates the same customer.
      for (;;)
        try {
          await stripe.customers.create({ name }, { idempotencyKey: name });
          break;
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeConnectionError)) throw error;
        }
      answered.push(name);
    }
  }
  const writing = Promise.all([write(), write(), write(), write()]);
  for (const pause of pauses) {
    await delay(pause);
    await endProcess(server.process, 'SIGKILL');
    server = await startProcess(file('killed.db'), server.port);
  }
  isOver = true;
  await writing;
  const stored: string[] = [];
  for await (const { name } of stripe.customers.list({ limit: 100 })) stored.push(name!);
  expect(stored.sort()).toEqual(answered.sort());
  expect(answered.length).toBeGreaterThan(KILLS);
  await endProcess(server.process, 'SIGTERM');
}, 90_000);
