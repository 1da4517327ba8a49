import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import esdb, { type EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endProcess, startProcess, type ServerProcess } from './testing/server-process.js';
import { temporaryDirectory } from './testing/temporary-directory.js';
import { collectItems, uniqueStream, createNotedEvent } from './contract/server-under-test.js';

const KILLS = 20;
const WRITERS = 32;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const pauses = fc.sample(fc.integer({ min: 150, max: 350 }), {
  seed,
  numRuns: KILLS,
  unbiased: true,
});

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await temporaryDirectory();
  server = await startProcess(join(directory.path, 'events.db'));
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await directory.remove();
});

/**
 * The client never settles some appends after their connection breaks, so the writer uses a
 * timeout.
 */
async function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const lost = delay(1_000, undefined, { signal: patience.signal }).then(() => {
    throw Object.assign(new Error('no response'), { type: 'unavailable' });
  });
  return Promise.race([result, lost]).finally(() => patience.abort());
}

type Acknowledged = { revision: bigint; id: string };

/** Whether the outcome of the append is unknown because the connection broke or was refused. */
const isLost = (error: unknown) => {
  const { type, code } = error as { type?: string; code?: number };
  return (
    type === 'unavailable' ||
    type === 'cancelled' ||
    code === status.UNAVAILABLE ||
    code === status.CANCELLED
  );
};

/**
 * Appends events sequentially. If a response is lost, it retries the same event at the same
 * expected revision.
 */
async function write(
  client: EventStoreDBClient,
  stream: string,
  isOver: () => boolean,
  progress: { retries: number; acknowledged: number },
) {
  const acknowledged: Acknowledged[] = [];
  while (!isOver()) {
    const event = createNotedEvent(acknowledged.length);
    const expectedRevision = acknowledged.at(-1)?.revision ?? 'no_stream';
    for (;;) {
      try {
        const { nextExpectedRevision } = await withTimeout(
          client.appendToStream(stream, event, { expectedRevision }),
        );
        acknowledged.push({ revision: nextExpectedRevision, id: event.id });
        progress.acknowledged += 1;
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

it(`keeps every acknowledged event once and in order when the process is killed repeatedly (SEED=${seed})`, async () => {
  const client = esdb.EventStoreDBClient.connectionString(server.url);
  const streams = Array.from({ length: WRITERS }, () => uniqueStream('crash'));
  const progress = { retries: 0, acknowledged: 0 };
  let isOver = false;
  const writing = Promise.all(
    streams.map((stream) => write(client, stream, () => isOver, progress)),
  );
  const killing = (async () => {
    for (const [kills, pause] of pauses.entries()) {
      await delay(pause);
      // A slow machine needs longer until each writer has written between two kills.
      while (progress.acknowledged <= (kills + 1) * WRITERS) await delay(5);
      await endProcess(server.process, 'SIGKILL');
      server = await startProcess(join(directory.path, 'events.db'), server.port);
    }
    await delay(200);
    isOver = true;
  })();
  await killing;
  const acknowledged = await writing;

  for (const [index, stream] of streams.entries()) {
    const stored = await collectItems(client.readStream(stream));
    expect(stored.map(({ event }) => ({ revision: event?.revision, id: event?.id }))).toEqual(
      acknowledged[index],
    );
  }
  expect(acknowledged.flat().length).toBeGreaterThan(KILLS * WRITERS);
  expect(progress.retries).toBeGreaterThan(KILLS);
  await client.dispose();
});
