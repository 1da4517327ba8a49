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
import { FLOODED_DAY, type Latencies, slotOf, noneWaited, startOtherMembers } from './others.js';
import { percentile } from './percentile.js';
import { floodCourtDay } from './press-day.js';
import { measured } from './report.js';

const ROUNDS = 5;
const COURTS = 8;
const OTHERS = 160;
const CONNECTIONS = 32;
const WARM_UP_MS = 5_000;
const MAXIMUM_RATIO = 2;
/** No other member books this hour. */
const HOUR = 22;
const ALLOWED = [200, 201, 409, 429];

const mergeLatencies = (
  measurements: readonly Latencies[],
  of: (latencies: Latencies) => readonly number[],
) => measurements.flatMap(of).sort((a, b) => a - b);

const figures = (sorted: readonly number[]) =>
  `${formatMs(percentile(sorted, 0.5))}, ${formatMs(percentile(sorted, 0.99))} of ${formatCount(sorted.length)}`;

const answersOf = (loadResults: readonly Load[]) => {
  const statuses = new Map<number, number>();
  for (const loadResult of loadResults)
    for (const [statusCode, occurrences] of loadResult.statuses)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + occurrences);
  return [...statuses].sort(([a], [b]) => a - b);
};

const runMeasurement = async (
  cli: Cli,
  courtlyServer: Server,
  requestCount: number,
): Promise<Figure[]> => {
  const { base, environment, pid } = courtlyServer;
  const club = { players: OTHERS + 1, courts: COURTS };
  const { courtIds, sessions } = await cli.step('Listing courts', () => createClub(base, club));
  const [memberSession, ...otherSessions] = sessions as [Session, ...Session[]];
  const slotRequest = slotOf(courtIds[0]!, FLOODED_DAY, HOUR);
  const shouldContinue = startOtherMembers(otherSessions, courtIds, slotRequest);
  const booked = await memberSession.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body: slotRequest,
  });
  const day = {
    base,
    cookie: memberSession.cookie,
    slotRequest,
    bookingId: booked.id,
    connections: CONNECTIONS,
  };
  const mostMemory = watchMemory(pid);
  const during = async (work: () => Promise<unknown>): Promise<Latencies> => {
    let isRoundOver = false;
    const latencies = noneWaited();
    const going = shouldContinue(latencies, () => isRoundOver);
    await work().finally(() => (isRoundOver = true));
    await going;
    return latencies;
  };
  await cli.step('Warming up', () => during(() => delay(WARM_UP_MS)));
  const loadResults: Load[] = [];
  const [floodedRounds, quietRounds]: [Latencies[], Latencies[]] = [[], []];
  for (let roundIndex = 1; roundIndex <= ROUNDS; roundIndex++) {
    const amount = Math.ceil(requestCount / ROUNDS);
    const sendLoad = async () => void loadResults.push(await floodCourtDay({ ...day, amount }));
    floodedRounds.push(
      await cli.step(`Round ${roundIndex} of ${ROUNDS}, with the member`, () => during(sendLoad)),
    );
    const floodDuration = loadResults.at(-1)!.seconds * 1_000;
    quietRounds.push(
      await cli.step(`Round ${roundIndex} of ${ROUNDS}, without`, () =>
        during(() => delay(floodDuration)),
      ),
    );
  }
  const answers = answersOf(loadResults);
  const errors = loadResults.reduce((sum, loadResult) => sum + loadResult.errors, 0);
  const sentCount = answers.reduce((sum, [, occurrences]) => sum + occurrences, 0);
  const durationSeconds = loadResults.reduce((sum, loadResult) => sum + loadResult.seconds, 0);
  const [floodedMs, quietMs] = [
    mergeLatencies(floodedRounds, ({ all }) => all),
    mergeLatencies(quietRounds, ({ all }) => all),
  ];
  const ratio = percentile(floodedMs, 0.99) / percentile(quietMs, 0.99);
  const unexpectedResponses = [...floodedRounds, ...quietRounds].flatMap(
    (latencies) => latencies.wrong,
  );
  const exitedCount = courtlyServer.output().match(/ ended \(/g)?.length ?? 0;
  const allExpected = errors === 0 && answers.every(([statusCode]) => ALLOWED.includes(statusCode));
  const lines = [
    plainFigure(
      'one member: requests sent',
      `${formatCount(sentCount)} in ${durationSeconds.toFixed(1)} s, ${formatCount(sentCount / durationSeconds)}/s`,
    ),
    checkedFigure(
      'one member: responses',
      answers
        .map(([statusCode, occurrences]) => `${statusCode}: ${formatCount(occurrences)}`)
        .join(', ') + (errors ? `, none: ${errors}` : ''),
      ALLOWED.join(', '),
      allExpected,
    ),
    plainFigure('others, quiet: p50, p99', figures(quietMs)),
    plainFigure('others, flooded: p50, p99', figures(floodedMs)),
    plainFigure(
      'others, flooded, same court-day: p50, p99',
      figures(mergeLatencies(floodedRounds, ({ sameDay }) => sameDay)),
    ),
    checkedFigure(
      'others: ratio of p99 flooded to quiet',
      ratio.toFixed(2),
      `at most ${MAXIMUM_RATIO}`,
      ratio <= MAXIMUM_RATIO,
    ),
    checkedFigure(
      'others: refused',
      unexpectedResponses.length
        ? `${formatCount(unexpectedResponses.length)}, first ${unexpectedResponses[0]}`
        : '0',
      '0',
      unexpectedResponses.length === 0,
    ),
    mostMemory(),
    checkedFigure('processes that exited', formatCount(exitedCount), '0', exitedCount === 0),
  ];
  const problemCount = await runVerification({
    ...cli,
    environment: { ...cli.environment, ...environment },
  });
  return [
    ...lines,
    checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
  ];
};

/**
 * Lets one member flood a court-day under the standard policy, in rounds that alternate with quiet
 * ones.
 */
export const oneMember = (cli: Cli, requestCount: number): Promise<void> =>
  measured(cli, (courtlyServer) => runMeasurement(cli, courtlyServer, requestCount), {
    policy: 'unpaid',
  });
