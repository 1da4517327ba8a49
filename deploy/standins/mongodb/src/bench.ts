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
  return { replaceOne: { filter: { _id: next._id, position: previous }, replacement: next, upsert: true } };
};

/** Median and 99th percentile of how long `run` takes, in milliseconds. */
async function latency(times: number, run: (i: number) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await run(i);
    taken.push(performance.now() - started);
  }
  taken.sort((a, b) => a - b);
  return { p50: taken[times >> 1]!, p99: taken[Math.floor(times * 0.99)]! };
}

async function perSecond(operations: number, run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return (operations * 1000) / (performance.now() - started);
}

const report = (what: string, figure: string): void => console.log(`${what.padEnd(58)} ${figure}`);
const reportLatency = (what: string, { p50, p99 }: { p50: number; p99: number }): void =>
  report(what, `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
const reportRate = (what: string, rate: number): void => report(what, `${Math.round(rate)}/s`);

async function bulk(bookings: mongo.Collection<Booking>, previous: number): Promise<void> {
  for (let from = 0; from < DOCUMENTS; from += BATCH) {
    const operations = Array.from({ length: BATCH }, (_, i) => guarded(from + i, previous));
    await bookings.bulkWrite(operations, { ordered: false });
  }
}

async function measure(bookings: mongo.Collection<Booking>): Promise<number> {
  await bookings.createIndexes([
    { key: { playerId: 1, startTime: 1 }, name: 'player' },
    { key: { hostId: 1, startTime: 1 }, name: 'host' },
  ]);
  reportRate('bulkWrite, upserts, batches of 1,000, 2 indexes', await perSecond(DOCUMENTS, () => bulk(bookings, 0)));
  reportRate('bulkWrite, guarded replacements, the same', await perSecond(DOCUMENTS, () => bulk(bookings, 1)));
  const at = (i: number): number => (i * 7_919) % DOCUMENTS;
  reportLatency(
    'replaceOne, guarded, one at a time',
    await latency(2_000, (i) => {
      const next = booking(at(i), 3);
      return bookings.replaceOne({ _id: next._id, position: 2 }, next, { upsert: true });
    }),
  );
  const byPlayer = await latency(2_000, (i) => bookings.find({ playerId: `player-${at(i) % 5_000}` }).toArray());
  reportLatency('find, indexed equality, 20 documents', byPlayer);
  reportLatency(
    'find, indexed range and sort, page of 20',
    await latency(2_000, (i) => {
      const filter = { hostId: `host-${i % 200}`, startTime: { $gte: new Date(Date.UTC(2026, 5, 1)) } };
      return bookings.find(filter).sort({ startTime: -1 }).limit(20).toArray();
    }),
  );
  const byId = (i: number): Promise<unknown> => bookings.findOne({ _id: booking(at(i), 0)._id });
  reportRate('findOne by _id, one at a time', await perSecond(5_000, () => latency(5_000, byId)));
  const lanes = Array.from({ length: 10 }, (_, lane) => lane);
  reportRate(
    'findOne by _id, ten at once',
    await perSecond(20_000, () => Promise.all(lanes.map((lane) => latency(2_000, (i) => byId(i * 10 + lane))))),
  );
  const ids = Array.from({ length: BATCH }, (_, i) => booking(at(i), 0)._id);
  reportLatency('find, _id in 1,000 ids', await latency(50, () => bookings.find({ _id: { $in: ids } }).toArray()));
  reportLatency(
    'countDocuments, full scan',
    await latency(10, () => bookings.countDocuments({ totalCents: { $gt: 2_550 } })),
  );
  return byPlayer.p50;
}

/** Starts the stand-in in a process of its own and measures it through the driver; fails when an indexed find is too slow. */
async function main(): Promise<void> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('main.js', import.meta.url)), '--port', '0', '--stop-with-parent'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const client = await new mongo.MongoClient(url).connect();
  try {
    const p50 = await measure(client.db('bench').collection<Booking>('bookings'));
    const { mem } = (await client.db('admin').command({ serverStatus: 1 })) as unknown as { mem: { resident: number } };
    report('memory of the server with 100,000 documents', `${mem.resident} MiB`);
    if (p50 > INDEXED_FIND_LIMIT_MS) {
      console.error(`an indexed find takes ${p50.toFixed(2)} ms, more than ${INDEXED_FIND_LIMIT_MS} ms`);
      process.exitCode = 1;
    }
  } finally {
    await client.close();
    child.kill('SIGTERM');
  }
}

await main();
