import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import esdb, { type EventStoreDBClient } from '@eventstore/db-client';

/** Measures the server, in a process of its own, through the official client. Exits with 1 below a floor. */

type Measure = Readonly<{
  measure: string;
  floor: number;
  count: number;
  run: (client: EventStoreDBClient) => Promise<unknown>;
}>;

const CONCURRENCY = 64;
const FOLLOWED_WRITERS = 16;
const EACH = 400;
const SUBSCRIBERS = 4;
const READERS = 32;
const MICROSECONDS_PER_TICK = 10_000;

const event = () => esdb.jsonEvent({ type: 'Measured', data: { text: 'x'.repeat(280) } });

async function appendInTurn(
  client: EventStoreDBClient,
  stream: string,
  count: number,
): Promise<void> {
  for (let revision = -1; revision < count - 1; revision++) {
    const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
    await client.appendToStream(stream, event(), { expectedRevision });
  }
}

const appendAtOnce = (client: EventStoreDBClient, prefix: string, writers: number) =>
  Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      appendInTurn(client, `${prefix}-${writer}`, EACH),
    ),
  );

async function readSmallStreams(client: EventStoreDBClient, count: number): Promise<void> {
  for (let read = 0; read < count; read++) {
    for await (const _event of client.readStream('bench-small')); // reading is all that is measured
  }
}

/** Appends while `SUBSCRIBERS` follow the log; ends when each has received every event. */
async function appendFollowed(client: EventStoreDBClient): Promise<void> {
  const filter = esdb.streamNameFilter({ prefixes: ['bench-followed'] });
  const following = Array.from({ length: SUBSCRIBERS }, () => {
    const subscription = client.subscribeToAll({ filter, fromPosition: 'end' });
    let missing = FOLLOWED_WRITERS * EACH;
    const received = new Promise<void>((resolve) =>
      subscription.on('data', () => --missing === 0 && resolve()),
    );
    return { subscription, received };
  });
  await Promise.all(following.map(({ subscription }) => once(subscription, 'caughtUp')));
  await appendAtOnce(client, 'bench-followed', FOLLOWED_WRITERS);
  await Promise.all(following.map(({ received }) => received));
  await Promise.all(following.map(({ subscription }) => subscription.unsubscribe()));
}

async function catchUp(client: EventStoreDBClient): Promise<void> {
  const subscription = client.subscribeToAll({
    filter: esdb.streamNameFilter({ prefixes: ['bench-'] }),
  });
  await once(subscription.resume(), 'caughtUp');
  await subscription.unsubscribe();
}

/** In this order: the catch-up reads what the appends wrote. */
const measures: readonly Measure[] = [
  {
    measure: 'warm-up',
    floor: 0,
    count: 500,
    run: (client) => appendInTurn(client, 'bench-warm', 500),
  },
  {
    measure: 'sequential durable appends/s',
    floor: 1_000,
    count: 3_000,
    run: (client) => appendInTurn(client, 'bench-one', 3_000),
  },
  {
    measure: `${CONCURRENCY} concurrent durable appends/s`,
    floor: 5_000,
    count: CONCURRENCY * EACH,
    run: (client) => appendAtOnce(client, 'bench', CONCURRENCY),
  },
  { measure: 'catch-up events/s', floor: 20_000, count: 3_500 + CONCURRENCY * EACH, run: catchUp },
  {
    measure: '(a small stream)',
    floor: 0,
    count: 5,
    run: (client) => appendInTurn(client, 'bench-small', 5),
  },
  {
    measure: 'reads of a stream of 5 events/s',
    floor: 0,
    count: 3_000,
    run: (client) => readSmallStreams(client, 3_000),
  },
  {
    measure: `the same, ${READERS} at a time, reads/s`,
    floor: 0,
    count: READERS * 200,
    run: (client) =>
      Promise.all(Array.from({ length: READERS }, () => readSmallStreams(client, 200))),
  },
  {
    measure: `appends/s, ${FOLLOWED_WRITERS} at a time, followed by ${SUBSCRIBERS} subscribers`,
    floor: 0,
    count: FOLLOWED_WRITERS * EACH,
    run: appendFollowed,
  },
];

/** The CPU time that a process has used so far, in microseconds; NaN where there is no /proc to tell. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * MICROSECONDS_PER_TICK;
}

async function take(
  { measure, floor, count, run }: Measure,
  client: EventStoreDBClient,
  pid: number,
) {
  const [start, cpu] = [performance.now(), await cpuOf(pid)];
  await run(client);
  const perSecond = Math.round((count * 1_000) / (performance.now() - start));
  return {
    measure,
    'per second': perSecond,
    floor,
    'server CPU µs each': Math.round(((await cpuOf(pid)) - cpu) / count),
  };
}

/** What the disk alone can do: no server acknowledges more appends in turn than this. */
async function flushesPerSecond(path: string): Promise<number> {
  const file = await open(path, 'w');
  const start = performance.now();
  for (let flush = 0; flush < 500; flush++) {
    await file.write(Buffer.alloc(8192), 0, 8192, 0);
    await file.datasync();
  }
  await file.close();
  return Math.round(500_000 / (performance.now() - start));
}

const directory = await mkdtemp(join(tmpdir(), 'eventstoredb-bench-'));
const args = [
  join(import.meta.dirname, 'main.js'),
  '--data',
  join(directory, 'events.db'),
  '--port',
  '0',
  '--stop-with-parent',
];
const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const [ready] = (await once(createInterface(server.stdout), 'line')) as [string];
const client = esdb.EventStoreDBClient.connectionString((JSON.parse(ready) as { url: string }).url);

const flushes = await flushesPerSecond(join(directory, 'flushes'));
const rows = [
  { measure: 'flushes of this disk/s', 'per second': flushes, floor: 0, 'server CPU µs each': 0 },
];
for (const measure of measures) {
  const row = await take(measure, client, server.pid!);
  if (measure.measure.includes('/s')) rows.push(row);
}
console.table(rows);
await client.dispose();
server.kill('SIGTERM');
await once(server, 'exit');
await rm(directory, { recursive: true });
process.exit(rows.every((row) => row['per second'] >= row.floor) ? 0 : 1);
