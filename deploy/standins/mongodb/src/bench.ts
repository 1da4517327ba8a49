import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mongo } from 'mongoose';

const DOCUMENT_COUNT = 100_000;
const BATCH_SIZE = 1_000;
const INDEXED_FIND_LIMIT_MS = 2;
const HOUR_MS = 3_600_000;

type BookingDocument = {
  _id: string;
  position: number;
  playerId: string;
  hostId: string;
  startTime: Date;
  status: string;
  totalCents: number;
};

const createBooking = (bookingIndex: number, position: number): BookingDocument => ({
  _id: `court${bookingIndex % 500}-20260301-${String(bookingIndex).padStart(8, '0')}`,
  position,
  playerId: `player-${bookingIndex % 5_000}`,
  hostId: `host-${bookingIndex % 200}`,
  startTime: new Date(Date.UTC(2026, 0, 1) + (bookingIndex % 8_760) * HOUR_MS),
  status: bookingIndex % 3 === 0 ? 'pending' : 'confirmed',
  totalCents: 2_500 + (bookingIndex % 100),
});

const guardedReplace = (
  bookingIndex: number,
  previousPosition: number,
): mongo.AnyBulkWriteOperation<BookingDocument> => {
  const replacement = createBooking(bookingIndex, previousPosition + 1);
  return {
    replaceOne: {
      filter: { _id: replacement._id, position: previousPosition },
      replacement: replacement,
      upsert: true,
    },
  };
};

type ServerStatus = {
  mem: { resident: number };
  extra_info: { user_time_us: number; system_time_us: number };
};

/** The memory of the server in MiB and its CPU time so far in microseconds, from `serverStatus`. */
async function readServerStatus(
  mongoClient: mongo.MongoClient,
): Promise<{ memory: number; cpu: number }> {
  const { mem, extra_info } = (await mongoClient
    .db('admin')
    .command({ serverStatus: 1 })) as unknown as ServerStatus;
  return { memory: mem.resident, cpu: extra_info.user_time_us + extra_info.system_time_us };
}

/**
 * Runs an operation `iterations` times on `lanes` concurrent lanes. Prints the median, the 99th
 * percentile, the throughput (`each` items per run), and the server's CPU time per item. Returns
 * the median in milliseconds.
 */
async function measureOperation(
  mongoClient: mongo.MongoClient,
  description: string,
  iterations: number,
  operation: (iteration: number) => Promise<unknown>,
  { each = 1, lanes = 1 } = {},
): Promise<number> {
  const durations: number[] = [];
  const { cpu } = await readServerStatus(mongoClient);
  const startedAt = performance.now();
  const runLane = async (firstIndex: number): Promise<void> => {
    for (let iteration = firstIndex; iteration < iterations; iteration += lanes) {
      const operationStart = performance.now();
      await operation(iteration);
      durations.push(performance.now() - operationStart);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, firstIndex) => runLane(firstIndex)));
  const operationsPerSecond = (iterations * each * 1000) / (performance.now() - startedAt);
  const cpuPerOperation = ((await readServerStatus(mongoClient)).cpu - cpu) / (iterations * each);
  durations.sort((leftDuration, rightDuration) => leftDuration - rightDuration);
  const medianMs = durations[iterations >> 1]!;
  const percentile99 = durations[Math.floor(iterations * 0.99)]!;
  const formattedFigures = [
    `p50 ${medianMs.toFixed(2)} ms`,
    `p99 ${percentile99.toFixed(2)} ms`,
    `${Math.round(operationsPerSecond)}/s`,
    `${cpuPerOperation.toFixed(1)} us`,
  ];
  console.log(
    description.padEnd(52) +
      formattedFigures.map((formattedFigure) => formattedFigure.padStart(14)).join(''),
  );
  return medianMs;
}

async function measureAll(mongoClient: mongo.MongoClient): Promise<number> {
  const bookingCollection = mongoClient.db('bench').collection<BookingDocument>('bookings');
  await bookingCollection.createIndexes([
    { key: { playerId: 1, startTime: 1 }, name: 'player' },
    { key: { hostId: 1, startTime: 1 }, name: 'host' },
  ]);
  const bulkWriteBatch = (previousPosition: number) => (batchIndex: number) =>
    bookingCollection.bulkWrite(
      Array.from({ length: BATCH_SIZE }, (_, iteration) =>
        guardedReplace(batchIndex * BATCH_SIZE + iteration, previousPosition),
      ),
      { ordered: false },
    );
  const scatteredIndex = (iteration: number): number => (iteration * 7_919) % DOCUMENT_COUNT;
  const scatteredIds = (iteration: number): string[] =>
    Array.from(
      { length: BATCH_SIZE },
      (_, batchOffset) =>
        createBooking(scatteredIndex(iteration * BATCH_SIZE + batchOffset), 0)._id,
    );
  const batchCount = DOCUMENT_COUNT / BATCH_SIZE;
  await measureOperation(
    mongoClient,
    'bulkWrite, upserts, batches of 1,000, 2 indexes',
    batchCount,
    bulkWriteBatch(0),
    {
      each: BATCH_SIZE,
    },
  );
  await measureOperation(
    mongoClient,
    'bulkWrite, guarded replacements, batches of 1,000',
    batchCount,
    bulkWriteBatch(1),
    {
      each: BATCH_SIZE,
    },
  );
  await measureOperation(mongoClient, 'replaceOne, guarded', 2_000, (iteration) => {
    const replacement = createBooking(scatteredIndex(iteration), 3);
    return bookingCollection.replaceOne({ _id: replacement._id, position: 2 }, replacement, {
      upsert: true,
    });
  });
  const indexedMedianMs = await measureOperation(
    mongoClient,
    'find, indexed equality, 20 documents',
    2_000,
    (iteration) =>
      bookingCollection.find({ playerId: `player-${scatteredIndex(iteration) % 5_000}` }).toArray(),
  );
  await measureOperation(
    mongoClient,
    'find, indexed range and sort, page of 20',
    2_000,
    (iteration) => {
      const rangeFilter = {
        hostId: `host-${iteration % 200}`,
        startTime: { $gte: new Date(Date.UTC(2026, 5, 1)) },
      };
      return bookingCollection.find(rangeFilter).sort({ startTime: -1 }).limit(20).toArray();
    },
  );
  const findOneById = (iteration: number): Promise<unknown> =>
    bookingCollection.findOne({ _id: createBooking(scatteredIndex(iteration), 0)._id });
  await measureOperation(mongoClient, 'findOne by _id', 5_000, findOneById);
  await measureOperation(mongoClient, 'findOne by _id, 10 concurrent', 20_000, findOneById, {
    lanes: 10,
  });
  await measureOperation(
    mongoClient,
    'find, _id in 1,000 ids',
    100,
    (iteration) => bookingCollection.find({ _id: { $in: scatteredIds(iteration) } }).toArray(),
    {
      each: BATCH_SIZE,
    },
  );
  await measureOperation(mongoClient, 'countDocuments, full scan', 10, () =>
    bookingCollection.countDocuments({ totalCents: { $gt: 2_550 } }),
  );
  return indexedMedianMs;
}

/**
 * Benchmarks the stand-in in a separate process through the driver. Exits with code 1 if an indexed
 * find is too slow.
 */
async function runBenchmark(): Promise<void> {
  const serverProcess = spawn(
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
  const [readyLine] = (await once(createInterface({ input: serverProcess.stdout }), 'line')) as [
    string,
  ];
  const { url } = JSON.parse(readyLine) as { url: string };
  const mongoClient = await new mongo.MongoClient(url).connect();
  try {
    const medianMs = await measureAll(mongoClient);
    console.log(
      `server memory with 100,000 documents: ${(await readServerStatus(mongoClient)).memory} MiB`,
    );
    if (medianMs > INDEXED_FIND_LIMIT_MS) {
      console.error(
        `an indexed find takes ${medianMs.toFixed(2)} ms, more than ${INDEXED_FIND_LIMIT_MS} ms`,
      );
      process.exitCode = 1;
    }
  } finally {
    await mongoClient.close();
    serverProcess.kill('SIGTERM');
  }
}

await runBenchmark();
