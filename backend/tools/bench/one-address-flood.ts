import { once } from 'node:events';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, workerData, Worker } from 'node:worker_threads';

const FLOODER = '127.0.0.2';
const SLOW_BODIES = 2_000;
const OPEN_WEBHOOKS = 300;
/** The time limit for a body. A refused body is sent again after this time, too. */
const BODY_LASTS_MS = 10_000;
const READINESS_INTERVAL_MS = 2;
const MOST_PENDING = 500;

/**
 * The result of the flood: how many bodies were accepted and refused, and the number of readiness
 * calls.
 */
export type FloodCounts = Readonly<{ accepted: number; refused: number; readinessCalls: number }>;

/** @throws Error if the server does not respond */
export const get = async (
  base: string,
  path: string,
  localAddress: string,
  agent?: Agent,
): Promise<number> => {
  const headers: OutgoingHttpHeaders = agent ? {} : { Connection: 'close' };
  const outgoing = request(new URL(path, base), { localAddress, agent: agent ?? false, headers });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
};

const counts = { accepted: 0, refused: 0, readinessCalls: 0 };

/** Repeatedly sends the start of a body whose rest never arrives. */
const sendSlowBody = (base: string, path: string): void => {
  const port = Number(new URL(base).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress: FLOODER });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
  );
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      if (chunk.toString().startsWith('HTTP/1.1 408')) counts.accepted++;
      else counts.refused++;
      socket.destroy();
    });
  socket.once('close', () => setTimeout(() => sendSlowBody(base, path), BODY_LASTS_MS));
};

const beginBodies = async (base: string, path: string, count: number): Promise<void> => {
  const startedMs = performance.now();
  for (let begun = 0; begun < count; begun++) {
    const dueMs = startedMs + (begun * BODY_LASTS_MS) / count;
    if (dueMs > performance.now()) await delay(dueMs - performance.now());
    sendSlowBody(base, path);
  }
};

const askReadiness = async (base: string): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const pending = new Set<Promise<unknown>>();
  for (let due = performance.now(); ; due += READINESS_INTERVAL_MS) {
    if (pending.size >= MOST_PENDING) await Promise.race(pending);
    const call = get(base, '/api/health/ready', FLOODER, agent)
      .then(() => counts.readinessCalls++)
      .catch(() => undefined)
      .finally(() => pending.delete(call));
    pending.add(call);
    if (due > performance.now()) await delay(READINESS_INTERVAL_MS);
  }
};

const flood = async (base: string): Promise<void> => {
  void askReadiness(base);
  await Promise.all([
    beginBodies(base, '/api/auth/login', SLOW_BODIES),
    beginBodies(base, '/api/webhooks/stripe', OPEN_WEBHOOKS),
  ]);
};

/**
 * Floods a server from one address until it is stopped. Runs in a separate thread, so that it does
 * not delay the measured requests. Resolves once the first part of every body has been sent.
 */
export const startFlood = async (base: string): Promise<() => Promise<FloodCounts>> => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: base });
  await once(worker, 'message');
  return async () => {
    worker.postMessage('stop');
    const [floodCounts] = (await once(worker, 'message')) as [FloodCounts];
    await worker.terminate();
    return floodCounts;
  };
};

if (!isMainThread) {
  await flood(workerData as string);
  Object.assign(counts, { accepted: 0, refused: 0, readinessCalls: 0 });
  parentPort!.once('message', () => parentPort!.postMessage(counts));
  parentPort!.postMessage('begun');
}
