import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import type { Load } from './load.js';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { watchMemory } from './memory.js';
import { createClub } from './members.js';
import { FLOODED_DAY, type Latencies, slotOf, noLatencies, startOtherMembers } from './others.js';
import { percentile } from './percentile.js';
import { floodCourtDay } from './press-day.js';
import { measured } from './report.js';

const ROUNDS = 5;
const COURTS = 8;
const OTHERS = 160;
const CONNECTIONS = 32;
const WARM_UP_MS = 5_000;
const MAXIMUM_RATIO = 2;
/** An hour that no other member books. */
const HOUR = 22;
const ALLOWED = [200, 201, 409, 429];

const mergeLatencies = (
  measurements: readonly Latencies[],
  of: (latencies: Latencies) => readonly number[],
) => measurements.flatMap(of).sort((leftValue, rightValue) => leftValue - rightValue);

const formatLatencies = (ascending: readonly number[]) =>
  `${formatMs(percentile(ascending, 0.5))}, ${formatMs(percentile(ascending, 0.99))} of ${formatCount(ascending.length)}`;

const countStatuses = (loadResults: readonly Load[]) => {
  const statuses = new Map<number, number>();
  for (const loadResult of loadResults)
    for (const [statusCode, occurrences] of loadResult.statuses)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + occurrences);
  return [...statuses].sort(([leftValue], [rightValue]) => leftValue - rightValue);
};

const runMeasurement = async (
  commandLine: Cli,
  courtlyServer: Server,
  requestCount: number,
): Promise<Figure[]> => {
  const { base, environment, pid } = courtlyServer;
  const clubSize = { players: OTHERS + 1, courts: COURTS };
  const { courtIds, sessions } = await commandLine.step('Listing courts', () =>
    createClub(base, clubSize),
  );
  const [memberSession, ...otherSessions] = sessions as [Session, ...Session[]];
  const slotRequest = slotOf(courtIds[0]!, FLOODED_DAY, HOUR);
  const runOtherMembers = startOtherMembers(otherSessions, courtIds, slotRequest);
  const booked = await memberSession.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body: slotRequest,
  });
  const floodedDay = {
    base,
    cookie: memberSession.cookie,
    slotRequest,
    bookingId: booked.id,
    connections: CONNECTIONS,
  };
  const stopMemoryWatch = watchMemory(pid);
  const measureDuring = async (measuredWork: () => Promise<unknown>): Promise<Latencies> => {
    let isRoundOver = false;
    const latencies = noLatencies();
    const pendingMembers = runOtherMembers(latencies, () => isRoundOver);
    await measuredWork().finally(() => (isRoundOver = true));
    await pendingMembers;
    return latencies;
  };
  await commandLine.step('Warming up', () => measureDuring(() => delay(WARM_UP_MS)));
  const loadResults: Load[] = [];
  const [floodedRounds, quietRounds]: [Latencies[], Latencies[]] = [[], []];
  for (let roundIndex = 1; roundIndex <= ROUNDS; roundIndex++) {
    const amount = Math.ceil(requestCount / ROUNDS);
    const sendLoad = async () =>
      void loadResults.push(await floodCourtDay({ ...floodedDay, amount }));
    floodedRounds.push(
      await commandLine.step(`Round ${roundIndex} of ${ROUNDS}, with the member`, () =>
        measureDuring(sendLoad),
      ),
    );
    const floodDuration = loadResults.at(-1)!.seconds * 1_000;
    quietRounds.push(
      await commandLine.step(`Round ${roundIndex} of ${ROUNDS}, without`, () =>
        measureDuring(() => delay(floodDuration)),
      ),
    );
  }
  const statusCounts = countStatuses(loadResults);
  const errors = loadResults.reduce((subtotal, loadResult) => subtotal + loadResult.errors, 0);
  const sentCount = statusCounts.reduce((subtotal, [, occurrences]) => subtotal + occurrences, 0);
  const durationSeconds = loadResults.reduce(
    (subtotal, loadResult) => subtotal + loadResult.seconds,
    0,
  );
  const [floodedMs, quietMs] = [
    mergeLatencies(floodedRounds, ({ all }) => all),
    mergeLatencies(quietRounds, ({ all }) => all),
  ];
  const latencyRatio = percentile(floodedMs, 0.99) / percentile(quietMs, 0.99);
  const unexpectedResponses = [...floodedRounds, ...quietRounds].flatMap(
    (latencies) => latencies.wrong,
  );
  const exitedCount = courtlyServer.output().match(/ ended \(/g)?.length ?? 0;
  const allExpected =
    errors === 0 && statusCounts.every(([statusCode]) => ALLOWED.includes(statusCode));
  const lines = [
    plainFigure(
      'one member: requests sent',
      `${formatCount(sentCount)} in ${durationSeconds.toFixed(1)} s, ${formatCount(sentCount / durationSeconds)}/s`,
    ),
    checkedFigure(
      'one member: responses',
      statusCounts
        .map(([statusCode, occurrences]) => `${statusCode}: ${formatCount(occurrences)}`)
        .join(', ') + (errors ? `, none: ${errors}` : ''),
      ALLOWED.join(', '),
      allExpected,
    ),
    plainFigure('others, quiet: p50, p99', formatLatencies(quietMs)),
    plainFigure('others, flooded: p50, p99', formatLatencies(floodedMs)),
    plainFigure(
      'others, flooded, same court-day: p50, p99',
      formatLatencies(mergeLatencies(floodedRounds, ({ sameDay }) => sameDay)),
    ),
    checkedFigure(
      'others: ratio of p99 flooded to quiet',
      latencyRatio.toFixed(2),
      `at most ${MAXIMUM_RATIO}`,
      latencyRatio <= MAXIMUM_RATIO,
    ),
    checkedFigure(
      'others: refused',
      unexpectedResponses.length
        ? `${formatCount(unexpectedResponses.length)}, first ${unexpectedResponses[0]}`
        : '0',
      '0',
      unexpectedResponses.length === 0,
    ),
    stopMemoryWatch(),
    checkedFigure('processes that exited', formatCount(exitedCount), '0', exitedCount === 0),
  ];
  const problemCount = await runVerification({
    ...commandLine,
    environment: { ...commandLine.environment, ...environment },
  });
  return [
    ...lines,
    checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
  ];
};

/**
 * Lets one member flood a court-day under the standard policy. Rounds with the flood alternate with
 * quiet rounds.
 */
export const oneMember = (commandLine: Cli, requestCount: number): Promise<void> =>
  measured(
    commandLine,
    (courtlyServer) => runMeasurement(commandLine, courtlyServer, requestCount),
    {
      policy: 'unpaid',
    },
  );
