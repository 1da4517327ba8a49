import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mongo } from 'mongoose';

const DOCUMENTS = 100_000;
const BATCH = 1_000;
const INDEXED_FIND_LIMIT_MS = 2;
const HOUR = 3_600_000;

type Booking = {
  _id: string;
  position: number;
  playerId: string;
  hostId: string;
  startTime: Date;
  status: string;
  totalCents: number;
};

const booking = (i: number, position: number): Booking => ({
  _id: `court${i % 500}-20260301-${String(i).padStart(8, '0')}`,
  position,
  playerId: `player-${i % 5_000}`,
  hostId: `host-${i % 200}`,
  startTime: new Date(Date.UTC(2026, 0, 1) + (i % 8_760) * HOUR),
  status: i % 3 === 0 ? 'pending' : 'confirmed',
  totalCents: 2_500 + (i % 100),
});

const guarded = (i: number, previous: number): mongo.AnyBulkWriteOperation<Booking> => {
  const next = booking(i, previous + 1);
  return {
    replaceOne: { filter: { _id: next._id, position: previous }, replacement: next, upsert: true },
  };
};

type Status = {
  mem: { resident: number };
  extra_info: { user_time_us: number; system_time_us: number };
};

/** What the server says of itself: its memory in MiB and the CPU time it has taken so far, in microseconds. */
async function statusOf(client: mongo.MongoClient): Promise<{ memory: number; cpu: number }> {
  const { mem, extra_info } = (await client
    .db('admin')
    .command({ serverStatus: 1 })) as unknown as Status;
  return { memory: mem.resident, cpu: extra_info.user_time_us + extra_info.system_time_us };
}

/**
 * Runs something so many times, `lanes` at once, and reports median and 99th percentile of its time, how many operations were done a
 * second (`each` in a run), and the server's CPU time for one. Returns the median in milliseconds.
 */
async function measure(
  client: mongo.MongoClient,
  what: string,
  times: number,
  run: (i: number) => Promise<unknown>,
  { each = 1, lanes = 1 } = {},
): Promise<number> {
  const taken: number[] = [];
  const { cpu } = await statusOf(client);
  const started = performance.now();
  const lane = async (first: number): Promise<void> => {
    for (let i = first; i < times; i += lanes) {
      const since = performance.now();
      await run(i);
      taken.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)));
  const perSecond = (times * each * 1000) / (performance.now() - started);
  const spent = ((await statusOf(client)).cpu - cpu) / (times * each);
  taken.sort((a, b) => a - b);
  const p50 = taken[times >> 1]!;
  const p99 = taken[Math.floor(times * 0.99)]!;
  const figures = [
    `p50 ${p50.toFixed(2)} ms`,
    `p99 ${p99.toFixed(2)} ms`,
    `${Math.round(perSecond)}/s`,
    `${spent.toFixed(1)} us`,
  ];
  console.log(what.padEnd(52) + figures.map((figure) => figure.padStart(14)).join(''));
  return p50;
}

async function measureAll(client: mongo.MongoClient): Promise<number> {
  const bookings = client.db('bench').collection<Booking>('bookings');
  await bookings.createIndexes([
    { key: { playerId: 1, startTime: 1 }, name: 'player' },
    { key: { hostId: 1, startTime: 1 }, name: 'host' },
  ]);
  const bulk = (previous: number) => (batch: number) =>
    bookings.bulkWrite(
      Array.from({ length: BATCH }, (_, i) => guarded(batch * BATCH + i, previous)),
      { ordered: false },
    );
  const at = (i: number): number => (i * 7_919) % DOCUMENTS;
  const ids = (i: number): string[] =>
    Array.from({ length: BATCH }, (_, j) => booking(at(i * BATCH + j), 0)._id);
  const batches = DOCUMENTS / BATCH;
  await measure(client, 'bulkWrite, upserts, batches of 1,000, 2 indexes', batches, bulk(0), {
    each: BATCH,
  });
  await measure(client, 'bulkWrite, guarded replacements, the same', batches, bulk(1), {
    each: BATCH,
  });
  await measure(client, 'replaceOne, guarded', 2_000, (i) => {
    const next = booking(at(i), 3);
    return bookings.replaceOne({ _id: next._id, position: 2 }, next, { upsert: true });
  });
  const indexed = await measure(client, 'find, indexed equality, 20 documents', 2_000, (i) =>
    bookings.find({ playerId: `player-${at(i) % 5_000}` }).toArray(),
  );
  await measure(client, 'find, indexed range and sort, page of 20', 2_000, (i) => {
    const filter = {
      hostId: `host-${i % 200}`,
      startTime: { $gte: new Date(Date.UTC(2026, 5, 1)) },
    };
    return bookings.find(filter).sort({ startTime: -1 }).limit(20).toArray();
  });
  const byId = (i: number): Promise<unknown> => bookings.findOne({ _id: booking(at(i), 0)._id });
  await measure(client, 'findOne by _id', 5_000, byId);
  await measure(client, 'findOne by _id, ten at once', 20_000, byId, { lanes: 10 });
  await measure(
    client,
    'find, _id in 1,000 ids',
    100,
    (i) => bookings.find({ _id: { $in: ids(i) } }).toArray(),
    {
      each: BATCH,
    },
  );
  await measure(client, 'countDocuments, full scan', 10, () =>
    bookings.countDocuments({ totalCents: { $gt: 2_550 } }),
  );
  return indexed;
}

/** Starts the stand-in in a process of its own and measures it through the driver; fails when an indexed find is too slow. */
async function main(): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      fileURLToPath(new URL('main.js', import.meta.url)),
      '--port',
      '0',
      '--stop-with-parent',
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const client = await new mongo.MongoClient(url).connect();
  try {
    const p50 = await measureAll(client);
    console.log(
      `memory of the server with 100,000 documents: ${(await statusOf(client)).memory} MiB`,
    );
    if (p50 > INDEXED_FIND_LIMIT_MS) {
      console.error(
        `an indexed find takes ${p50.toFixed(2)} ms, more than ${INDEXED_FIND_LIMIT_MS} ms`,
      );
      process.exitCode = 1;
    }
  } finally {
    await client.close();
    child.kill('SIGTERM');
  }
}

await main();
