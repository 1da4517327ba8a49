import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { runVerification } from '@courtly/backend/cli/verify';
import { acknowledgedInLog } from '../acknowledged.js';
import type { Session } from '../client.js';
import { type MongoDb, startMongoDb } from '../mongodb.js';
import { type Server, untilAllReady } from '../server.js';
import { noLists, pollLists, take, textOf } from './lists.js';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { createClub } from './members.js';
import { percentile } from './percentile.js';
import { untilVisible } from './read-your-write.js';
import { measured } from './report.js';
import { type SlotRequest, distinctSlots } from './slots.js';

const PEOPLE = { players: 8, courts: 20 };
const THINK_MS = 100;
const READ_EVERY_MS = 100;
/** One in this many requests is for a taken hour and must be refused, even without read models. */
const TAKEN_EVERY = 10;

type Booked = {
  ids: string[];
  taken: SlotRequest[];
  accepted: number[];
  refused: number[];
  wrong: string[];
  last: Readonly<{ id: string; position: string }>;
};

/**
 * Books hours until it is stopped. Records each response other than the expected booking or
 * refusal.
 */
const bookContinuously = async (
  userSession: Session,
  nextSlotRequest: () => SlotRequest,
  bookingResults: Booked,
  isFinished: () => boolean,
) => {
  for (let turnIndex = 1; !isFinished(); turnIndex++, await delay(THINK_MS)) {
    const takenSlot = turnIndex % TAKEN_EVERY === 0 ? bookingResults.taken.at(-1) : undefined;
    const slotRequest = takenSlot ?? nextSlotRequest();
    const startedMs = performance.now();
    const apiCall = { method: 'POST', path: '/api/bookings', body: slotRequest } as const;
    const apiResponse = await userSession.try(apiCall).catch((thrownError: Error) => thrownError);
    const durationMs = performance.now() - startedMs;
    if (apiResponse instanceof Error || apiResponse.status !== (takenSlot ? 409 : 201)) {
      bookingResults.wrong.push(
        apiResponse instanceof Error
          ? apiResponse.message
          : `${apiResponse.status} ${JSON.stringify(apiResponse.body)}`,
      );
    } else if (takenSlot) {
      bookingResults.refused.push(durationMs);
    } else {
      const { id } = apiResponse.body as { id: string };
      bookingResults.ids.push(id);
      bookingResults.taken.push(slotRequest);
      bookingResults.accepted.push(durationMs);
      bookingResults.last = { id, position: apiResponse.position! };
    }
  }
};

const latencyFigures = (latencies: readonly number[]) => {
  const sorted = [...latencies].sort((leftValue, rightValue) => leftValue - rightValue);
  return `${formatCount(sorted.length)}: ${formatMs(percentile(sorted, 0.5))}, ${formatMs(percentile(sorted, 0.99))}`;
};

const summarizeResponses = (unexpectedResponses: readonly string[]) =>
  unexpectedResponses.length > 0
    ? `${formatCount(unexpectedResponses.length)}, first ${unexpectedResponses[0]}`
    : '0';

const measure = async (
  commandLine: Cli,
  courtlyServer: Server,
  mongodb: MongoDb,
  durationSeconds: number,
): Promise<Figure[]> => {
  const { base, environment } = courtlyServer;
  const { courtIds, owner, sessions } = await commandLine.step('Listing courts', () =>
    createClub(base, PEOPLE),
  );
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const firstResponse = await sessions[0]!.send({
    method: 'POST',
    path: '/api/bookings',
    body: nextSlotRequest(),
  });
  const { id } = firstResponse.body as { id: string };
  const lastBooking = { id, position: firstResponse.position! };
  const bookingResults: Booked = {
    ids: [id],
    taken: [],
    accepted: [],
    refused: [],
    wrong: [],
    last: lastBooking,
  };
  // From here on, these lists are never empty.
  const date = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  const listPaths = [
    '/api/bookings',
    `/api/bookings/${id}`,
    '/api/courts',
    `/api/courts/${courtIds[0]}/availability/${date}`,
  ];
  for (const requestPath of listPaths)
    await sessions[0]!.expect({ method: 'GET', path: requestPath, after: firstResponse.position! });

  const listReads = noLists();
  let [isUnavailable, isPhaseOver] = [true, false];
  const readPromises = (userSession: Session, requestPaths: readonly string[]) => {
    const recordRead = async (requestPath: string) =>
      take(
        listReads,
        requestPath,
        await userSession
          .try({ method: 'GET', path: requestPath })
          .catch((thrownError: Error) => thrownError),
        isUnavailable,
      );
    return pollLists(requestPaths, READ_EVERY_MS, recordRead, () => isPhaseOver);
  };
  await mongodb.kill();
  const continuousWork = [
    ...sessions.map((userSession) =>
      bookContinuously(userSession, nextSlotRequest, bookingResults, () => isPhaseOver),
    ),
    readPromises(sessions[0]!, listPaths),
    readPromises(owner, ['/api/owner/bookings', '/api/owner/courts']),
  ];
  await commandLine.step(`Without MongoDB for ${durationSeconds} s`, () =>
    delay(durationSeconds * 1_000, undefined, { signal: commandLine.interrupted }),
  );
  const whileAway = [
    latencyFigures(bookingResults.accepted),
    latencyFigures(bookingResults.refused),
    textOf(listReads),
  ] as const;
  const startedMs = performance.now();
  await mongodb.start();
  const caughtUp = await commandLine.step('Waiting for recovery', async () => {
    await untilAllReady(base, commandLine.interrupted);
    await untilVisible(sessions[0]!, bookingResults.last.id, bookingResults.last.position);
    return performance.now() - startedMs;
  });
  isUnavailable = false;
  await delay(2_000);
  isPhaseOver = true;
  await Promise.all(continuousWork);

  const quietCli = { ...commandLine, environment: { ...commandLine.environment, ...environment } };
  const { lost, unknown } = await acknowledgedInLog(quietCli, bookingResults.ids);
  const problemCount = await runVerification(quietCli);
  return [
    plainFigure('without MongoDB: accepted, p50, p99', whileAway[0]),
    plainFigure('without MongoDB: refused, p50, p99', whileAway[1]),
    plainFigure('without MongoDB: responses to reads', whileAway[2]),
    plainFigure(
      'recovery until a read shows the last booking',
      `${(caughtUp / 1_000).toFixed(1)} s`,
    ),
    checkedFigure(
      'unexpected responses to bookings',
      summarizeResponses(bookingResults.wrong),
      '0',
      bookingResults.wrong.length === 0,
    ),
    checkedFigure(
      'reads: unexpected responses',
      summarizeResponses(listReads.wrong),
      '0',
      listReads.wrong.length === 0,
    ),
    checkedFigure('reads: empty lists', formatCount(listReads.empty), '0', listReads.empty === 0),
    checkedFigure(
      'bookings lost, unacknowledged',
      `${formatCount(lost)}, ${formatCount(unknown)}`,
      '0, 0',
      lost + unknown === 0,
    ),
    checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
  ];
};

/**
 * Kills the MongoDB server of the read models while players book hours, and then checks the
 * responses and the log.
 */
export const withoutMongodb = async (commandLine: Cli, durationSeconds: number): Promise<void> => {
  const readModels = await startMongoDb('courtly');
  const vault = await startMongoDb('courtly_vault');
  try {
    const environment = { MONGODB_URI: readModels.url, VAULT_URI: vault.url };
    await measured(
      commandLine,
      (courtlyServer) => measure(commandLine, courtlyServer, readModels, durationSeconds),
      { environment },
    );
  } finally {
    await Promise.all([readModels.stop(), vault.stop()]);
  }
};
