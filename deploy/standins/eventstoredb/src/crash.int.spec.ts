import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import esdb, { type EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collect, freshStream, noted } from './contract/server-under-test.js';

const KILLS = 20;
const WRITERS = 32;

const main = join(import.meta.dirname, '../dist/main.js');
let directory: string;
let running: ChildProcess | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

async function startProcess(port: number): Promise<{ server: ChildProcess; port: number }> {
  const args = [main, '--data', join(directory, 'events.db'), '--port', String(port), '--stop-with-parent'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  running = server;
  const [ready] = (await once(createInterface(server.stdout!), 'line')) as [string];
  return { server, port: (JSON.parse(ready) as { port: number }).port };
}

async function kill(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

/** The client waits for ever for some of the appends whose connection broke, so the writer does not. */
async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const patience = new AbortController();
  const lost = delay(1_000, undefined, { signal: patience.signal }).then(() => {
    throw Object.assign(new Error('no answer'), { type: 'unavailable' });
  });
  return Promise.race([answer, lost]).finally(() => patience.abort());
}

type Acknowledged = { revision: bigint; id: string };

/** Whether it is unknown if the append took place: the connection broke or was refused. */
const isLost = (error: unknown) => {
  const { type, code } = error as { type?: string; code?: number };
  return type === 'unavailable' || type === 'cancelled' || code === status.UNAVAILABLE || code === status.CANCELLED;
};

/** Appends one event after the other; when the answer is lost, the same event again at the same expected revision. */
async function write(client: EventStoreDBClient, stream: string, isOver: () => boolean, progress: { retries: number }) {
  const acknowledged: Acknowledged[] = [];
  while (!isOver()) {
    const event = noted(acknowledged.length);
    const expectedRevision = acknowledged.at(-1)?.revision ?? 'no_stream';
    for (;;) {
      try {
        const { nextExpectedRevision } = await answered(client.appendToStream(stream, event, { expectedRevision }));
        acknowledged.push({ revision: nextExpectedRevision, id: event.id });
        break;
      } catch (error) {
        if (!isLost(error)) throw error;
        progress.retries += 1;
        await delay(20);
      }
    }
  }
  return acknowledged;
}

it('keeps every acknowledged event exactly once, in order, when its process is killed again and again', async () => {
  let { server, port } = await startProcess(0);
  const client = esdb.EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
  const streams = Array.from({ length: WRITERS }, () => freshStream('crash'));
  const progress = { retries: 0 };
  let isOver = false;
  const writing = Promise.all(streams.map((stream) => write(client, stream, () => isOver, progress)));
  const killing = (async () => {
    for (let round = 0; round < KILLS; round++) {
      await delay(150 + Math.random() * 200);
      await kill(server);
      ({ server, port } = await startProcess(port));
    }
    await delay(200);
    isOver = true;
  })();
  await killing;
  const acknowledged = await writing;

  for (const [index, stream] of streams.entries()) {
    const stored = await collect(client.readStream(stream));
    expect(stored.map(({ event }) => ({ revision: event?.revision, id: event?.id }))).toEqual(acknowledged[index]);
  }
  expect(acknowledged.flat().length).toBeGreaterThan(KILLS * WRITERS);
  expect(progress.retries).toBeGreaterThan(KILLS);
  await client.dispose();
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 90_000);
