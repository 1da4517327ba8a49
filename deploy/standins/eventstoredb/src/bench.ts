import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import esdb, { type EventStoreDBClient } from '@eventstore/db-client';

/**
 * Benchmarks the server in a separate process through the official client. Exits with code 1 if a
 * measure falls below its floor.
 */

type BenchMeasure = Readonly<{
  measure: string;
  floor: number;
  count: number;
  run: (eventClient: EventStoreDBClient) => Promise<unknown>;
}>;

const CONCURRENCY = 64;
const FOLLOWED_WRITERS = 16;
const EVENTS_PER_WRITER = 400;
const SUBSCRIBER_COUNT = 4;
const READER_COUNT = 32;
const MICROSECONDS_PER_TICK = 10_000;

const createEvent = () => esdb.jsonEvent({ type: 'Measured', data: { text: 'x'.repeat(280) } });

async function appendSequentially(
  eventClient: EventStoreDBClient,
  streamName: string,
  eventCount: number,
): Promise<void> {
  for (let lastRevision = -1; lastRevision < eventCount - 1; lastRevision++) {
    const expectedRevision = lastRevision < 0 ? 'no_stream' : BigInt(lastRevision);
    await eventClient.appendToStream(streamName, createEvent(), { expectedRevision });
  }
}

const appendConcurrently = (
  eventClient: EventStoreDBClient,
  streamPrefix: string,
  writerCount: number,
) =>
  Promise.all(
    Array.from({ length: writerCount }, (_, writerIndex) =>
      appendSequentially(eventClient, `${streamPrefix}-${writerIndex}`, EVENTS_PER_WRITER),
    ),
  );

async function readSmallStreams(
  eventClient: EventStoreDBClient,
  eventCount: number,
): Promise<void> {
  for (let readIndex = 0; readIndex < eventCount; readIndex++) {
    for await (const _event of eventClient.readStream('bench-small'));
  }
}

/**
 * Appends while `SUBSCRIBER_COUNT` subscribers follow the log. Resolves when each of them has
 * received every event.
 */
async function appendFollowed(eventClient: EventStoreDBClient): Promise<void> {
  const streamFilter = esdb.streamNameFilter({ prefixes: ['bench-followed'] });
  const liveReaders = Array.from({ length: SUBSCRIBER_COUNT }, () => {
    const subscription = eventClient.subscribeToAll({ filter: streamFilter, fromPosition: 'end' });
    let missingEvents = FOLLOWED_WRITERS * EVENTS_PER_WRITER;
    const receivedAll = new Promise<void>((resolveReceived) =>
      subscription.on('data', () => --missingEvents === 0 && resolveReceived()),
    );
    return { subscription, received: receivedAll };
  });
  await Promise.all(liveReaders.map(({ subscription }) => once(subscription, 'caughtUp')));
  await appendConcurrently(eventClient, 'bench-followed', FOLLOWED_WRITERS);
  await Promise.all(liveReaders.map(({ received }) => received));
  await Promise.all(liveReaders.map(({ subscription }) => subscription.unsubscribe()));
}

async function readCatchUp(eventClient: EventStoreDBClient): Promise<void> {
  const subscription = eventClient.subscribeToAll({
    filter: esdb.streamNameFilter({ prefixes: ['bench-'] }),
  });
  await once(subscription.resume(), 'caughtUp');
  await subscription.unsubscribe();
}

/** The order matters: the catch-up reads what the appends wrote. */
const benchMeasures: readonly BenchMeasure[] = [
  {
    measure: 'warm-up',
    floor: 0,
    count: 500,
    run: (eventClient) => appendSequentially(eventClient, 'bench-warm', 500),
  },
  {
    measure: 'sequential durable appends/s',
    floor: 1_000,
    count: 3_000,
    run: (eventClient) => appendSequentially(eventClient, 'bench-one', 3_000),
  },
  {
    measure: `${CONCURRENCY} concurrent durable appends/s`,
    floor: 5_000,
    count: CONCURRENCY * EVENTS_PER_WRITER,
    run: (eventClient) => appendConcurrently(eventClient, 'bench', CONCURRENCY),
  },
  {
    measure: 'catch-up events/s',
    floor: 20_000,
    count: 3_500 + CONCURRENCY * EVENTS_PER_WRITER,
    run: readCatchUp,
  },
  {
    measure: '(setup of a small stream)',
    floor: 0,
    count: 5,
    run: (eventClient) => appendSequentially(eventClient, 'bench-small', 5),
  },
  {
    measure: 'reads of a stream of 5 events/s',
    floor: 0,
    count: 3_000,
    run: (eventClient) => readSmallStreams(eventClient, 3_000),
  },
  {
    measure: `the same with ${READER_COUNT} concurrent readers, reads/s`,
    floor: 0,
    count: READER_COUNT * 200,
    run: (eventClient) =>
      Promise.all(Array.from({ length: READER_COUNT }, () => readSmallStreams(eventClient, 200))),
  },
  {
    measure: `appends/s, ${FOLLOWED_WRITERS} concurrent, with ${SUBSCRIBER_COUNT} subscribers`,
    floor: 0,
    count: FOLLOWED_WRITERS * EVENTS_PER_WRITER,
    run: appendFollowed,
  },
];

/** CPU time a process has used so far, in microseconds; NaN on systems without /proc. */
async function readCpuTime(processId: number): Promise<number> {
  const statText = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  const [userTicks, systemTicks] = statText
    .slice(statText.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(userTicks) + Number(systemTicks)) * MICROSECONDS_PER_TICK;
}

async function takeMeasure(
  { measure, floor, count, run }: BenchMeasure,
  eventClient: EventStoreDBClient,
  processId: number,
) {
  const [startedAt, cpuBefore] = [performance.now(), await readCpuTime(processId)];
  await run(eventClient);
  const operationsPerSecond = Math.round((count * 1_000) / (performance.now() - startedAt));
  return {
    measure,
    'per second': operationsPerSecond,
    floor,
    'server CPU µs per item': Math.round(((await readCpuTime(processId)) - cpuBefore) / count),
  };
}

/** The upper limit set by the disk: sequential appends cannot be acknowledged faster than this. */
async function measureFlushes(filePath: string): Promise<number> {
  const fileHandle = await open(filePath, 'w');
  const startedAt = performance.now();
  for (let flushIndex = 0; flushIndex < 500; flushIndex++) {
    await fileHandle.write(Buffer.alloc(8192), 0, 8192, 0);
    await fileHandle.datasync();
  }
  await fileHandle.close();
  return Math.round(500_000 / (performance.now() - startedAt));
}

const benchDirectory = await mkdtemp(join(tmpdir(), 'eventstoredb-bench-'));
const serverArguments = [
  join(import.meta.dirname, 'main.js'),
  '--data',
  join(benchDirectory, 'events.db'),
  '--port',
  '0',
  '--stop-with-parent',
];
const serverProcess = spawn(process.execPath, serverArguments, {
  stdio: ['pipe', 'pipe', 'ignore'],
});
const [readyLine] = (await once(createInterface(serverProcess.stdout), 'line')) as [string];
const esdbClient = esdb.EventStoreDBClient.connectionString(
  (JSON.parse(readyLine) as { url: string }).url,
);

const flushRate = await measureFlushes(join(benchDirectory, 'flushes'));
const resultRows = [
  { measure: 'disk flushes/s', 'per second': flushRate, floor: 0, 'server CPU µs per item': 0 },
];
for (const benchMeasure of benchMeasures) {
  const resultRow = await takeMeasure(benchMeasure, esdbClient, serverProcess.pid!);
  if (benchMeasure.measure.includes('/s')) resultRows.push(resultRow);
}
console.table(resultRows);
await esdbClient.dispose();
serverProcess.kill('SIGTERM');
await once(serverProcess, 'exit');
await rm(benchDirectory, { recursive: true });
process.exit(resultRows.every((resultRow) => resultRow['per second'] >= resultRow.floor) ? 0 : 1);
