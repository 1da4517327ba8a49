import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { EventStore } from '../stores/event-store.js';
import { processLimits } from './limits.js';

const ATTACKER = '203.0.113.1';
const OTHER = '203.0.113.2';
const LOGIN = '/api/auth/login';
const WEBHOOK = '/api/webhooks/stripe';

let courtly: Courtly;
const sockets: Socket[] = [];

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterEach(() => {
  jest.restoreAllMocks();
  sockets.splice(0).forEach((socket) => socket.destroy());
});
afterAll(() => courtly?.stop());

const post = async (path: string, address: string, body: string) =>
  (
    await fetch(courtly.base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body,
    })
  ).status;

/** Sends requests of the attacker whose bodies never end, and waits until all have arrived. */
const beginBodies = async (path: string, count: number) => {
  const server = courtly.app.getHttpServer();
  let arrivedCount = 0;
  const allArrived = new Promise<void>((resolve) => {
    const take = () => {
      if (++arrivedCount < count) return;
      server.off('request', take);
      resolve();
    };
    server.on('request', take);
  });
  for (let begun = 0; begun < count; begun++) {
    const socket = connect(Number(new URL(courtly.base).port), '127.0.0.1');
    // Refused requests lose their connection.
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ATTACKER}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    );
  }
  await allArrived;
};

it.each([
  ['bodies', LOGIN, processLimits.bodies.inAll],
  ['webhooks', WEBHOOK, 2 * processLimits.rawBodies.atOnce],
])('unfinished %s from one address leave slots for other addresses', async (_, path, count) => {
  const usualStatus = await post(path, OTHER, '{}');
  expect(usualStatus).not.toBe(503);
  await beginBodies(path, count);
  expect(await post(path, OTHER, '{}')).toBe(usualStatus);
  expect(await post(path, ATTACKER, '{}')).toBe(503);
});

it.each([
  ['JSON body', LOGIN, processLimits.bodies.bytes],
  ['webhook', WEBHOOK, processLimits.rawBodies.bytes],
])('a %s above the limit is refused, and one at the limit is not', async (_, path, bytes) => {
  expect(await post(path, OTHER, ' '.repeat(bytes + 1))).toBe(413);
  expect(await post(path, OTHER, `${' '.repeat(bytes - 2)}{}`)).not.toBe(413);
});

it('five hundred readiness calls check the stores once a second, and reveal no details', async () => {
  const ping = jest.spyOn(courtly.app.get(EventStore), 'ping');
  const startedMs = performance.now();
  const responses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const response = await fetch(`${courtly.base}/api/health/ready`);
      return [response.status, await response.text()];
    }),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  expect(new Set(responses.map(String))).toEqual(new Set(['200,{"status":"ok"}']));
  expect(ping.mock.calls.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});
