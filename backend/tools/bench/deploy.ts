import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import { type VersionComparison, compareVersions, untilNewerIsComplete } from './both-versions.js';
import { type Lists, noLists, pollLists, take, textOf } from './lists.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { makeBookings } from './history.js';
import { untilJobsAreDone } from './jobs-done.js';
import { createClub, disableEmails } from './members.js';
import type { Changed } from './newer-slices.js';
import { startNewer } from './newer.js';
import {
  type ReadDelays,
  UNDER_LOAD_WITHIN_MS,
  formatDelays,
  readBack,
  mergeDelays,
  untilVisible,
} from './read-your-write.js';
import { measured } from './report.js';
import { percentile } from './percentile.js';
import { type SlotRequest, distinctSlots } from './slots.js';

const PEOPLE = { players: 9, courts: 20 };
/**
 * With this pause, eight people make at most 80 bookings per second: the peak of 100 million per
 * year.
 */
const THINK_MS = 100;
const READ_EVERY_MS = 100;
const BEFORE_RELEASE_MS = 10_000;
const BOTH_RELEASES_MS = 5_000;

const bookAndRead = async (
  sessions: readonly Session[],
  nextSlotRequest: () => SlotRequest,
  isFinished: () => boolean,
): Promise<ReadDelays> => {
  const readDelays: ReadDelays[] = [];
  const person = async (userSession: Session) => {
    for (; !isFinished(); await delay(THINK_MS))
      readDelays.push(
        await readBack(userSession, nextSlotRequest, (completedReads) => completedReads < 1),
      );
  };
  await Promise.all(sessions.map(person));
  return mergeDelays(readDelays);
};

const measureDuring = async (
  runPhase: () => Promise<unknown>,
  continuousReads: (isFinished: () => boolean) => Promise<ReadDelays>,
) => {
  let isPhaseOver = false;
  const readDelays = continuousReads(() => isPhaseOver);
  await runPhase().finally(() => (isPhaseOver = true));
  return readDelays;
};

const readFigures = (phaseName: string, listReads: Lists): Figure[] => [
  plainFigure(`${phaseName}: responses to reads`, textOf(listReads)),
  checkedFigure(
    `${phaseName}: unexpected responses to reads`,
    listReads.wrong.length > 0
      ? `${formatCount(listReads.wrong.length)}, first ${listReads.wrong[0]}`
      : '0',
    '0',
    listReads.wrong.length === 0,
  ),
  checkedFigure(
    `${phaseName}: empty lists`,
    formatCount(listReads.empty),
    '0',
    listReads.empty === 0,
  ),
];

const readYourWriteFigures = (phaseName: string, readDelays: ReadDelays): Figure[] => [
  checkedFigure(
    `${phaseName}: read your write: p50, p99`,
    formatDelays(readDelays),
    `p99 at most ${UNDER_LOAD_WITHIN_MS} ms`,
    percentile(readDelays.sorted, 0.99) <= UNDER_LOAD_WITHIN_MS,
  ),
  checkedFigure(
    `${phaseName}: missing reads`,
    formatCount(readDelays.missing),
    '0',
    readDelays.missing === 0,
  ),
];

const comparisonFigures = ({
  different,
  parked,
  requests,
  counted,
}: VersionComparison): Figure[] => [
  checkedFigure(
    'read models that differ between the releases',
    different.join(', ') || '0',
    '0',
    different.length === 0,
  ),
  checkedFigure(
    'requests in the new read model, in the log',
    `${formatCount(counted)}, ${formatCount(requests)}`,
    'equal',
    counted === requests,
  ),
  checkedFigure('parked streams', formatCount(parked), '0', parked === 0),
];

const measure = async (
  commandLine: Cli,
  { base, environment }: Server,
  eventCount: number,
  changedModels: Changed,
): Promise<Figure[]> => {
  const { courtIds, owner, sessions } = await commandLine.step('Listing courts', () =>
    createClub(base, PEOPLE),
  );
  // Otherwise, emails about the generated bookings would still be sent during the measurement.
  for (const userSession of [owner, ...sessions]) await disableEmails(userSession);
  const [historySession, ...userSessions] = sessions as [Session, ...Session[]];
  const bookingCount = await makeBookings(
    commandLine,
    environment,
    owner,
    historySession,
    eventCount / 2,
  );
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const playerIds: string[] = [];
  let last = '';
  await commandLine.step('Waiting for the read models', async () => {
    for (const userSession of userSessions) {
      const bookingResponse = await userSession.send({
        method: 'POST',
        path: '/api/bookings',
        body: nextSlotRequest(),
      });
      const { id } = bookingResponse.body as { id: string };
      last = bookingResponse.position!;
      await untilVisible(userSession, id, last);
      playerIds.push(id);
    }
  });
  const quietCli = { ...commandLine, environment: { ...commandLine.environment, ...environment } };
  await commandLine.step('Waiting for the jobs', () => untilJobsAreDone(quietCli, last));
  const delaysBefore = await commandLine.step('Measuring before the deployment', () =>
    measureDuring(
      () => delay(BEFORE_RELEASE_MS),
      (isFinished) => bookAndRead(userSessions, nextSlotRequest, isFinished),
    ),
  );

  const [old, newer] = [noLists(), noLists()];
  let [complete, isPhaseOver] = [false, false];
  const reading = (
    listReads: Lists,
    readerSession: Session,
    requestPaths: readonly string[],
    mayBeUnavailable: () => boolean,
  ) => {
    const recordRead = async (requestPath: string) => {
      const isUnavailable = mayBeUnavailable();
      take(
        listReads,
        requestPath,
        await readerSession
          .try({ method: 'GET', path: requestPath })
          .catch((thrownError: Error) => thrownError),
        isUnavailable,
      );
    };
    return pollLists(requestPaths, READ_EVERY_MS, recordRead, () => isPhaseOver);
  };
  const readerPaths = ['/api/bookings', `/api/bookings/${playerIds[0]}`, '/api/courts'];
  const hosts = ['/api/owner/bookings?limit=20', '/api/owner/courts'];
  const nextRelease = await commandLine.step('Starting the next release', () =>
    startNewer(environment, changedModels),
  );
  try {
    const readPromises = [
      reading(old, userSessions[0]!, readerPaths, () => false),
      reading(old, owner, hosts, () => false),
      reading(newer, userSessions[0]!.at(nextRelease.url), readerPaths, () => !complete),
      reading(newer, owner.at(nextRelease.url), hosts, () => !complete),
    ];
    const startedMs = performance.now();
    const delaysDuringBuild = await commandLine.step(
      'Building the read models of the next release',
      () =>
        measureDuring(
          () => untilNewerIsComplete(quietCli, changedModels),
          (isFinished) => bookAndRead(userSessions, nextSlotRequest, isFinished),
        ),
    );
    const buildSeconds = (performance.now() - startedMs) / 1_000;
    complete = true;
    const movedSessions = userSessions.map((userSession) => userSession.at(nextRelease.url));
    const middleIndex = userSessions.length / 2;
    const delaysWithBoth = await commandLine.step('Measuring both releases', () =>
      measureDuring(
        () => delay(BOTH_RELEASES_MS),
        (isFinished) =>
          bookAndRead(
            [...userSessions.slice(0, middleIndex), ...movedSessions.slice(middleIndex)],
            nextSlotRequest,
            isFinished,
          ),
      ),
    );
    isPhaseOver = true;
    await Promise.all(readPromises);
    const compared = await commandLine.step('Comparing the read models of both releases', () =>
      compareVersions(quietCli, changedModels),
    );
    await nextRelease.stop();
    const problemCount = await runVerification(quietCli);
    return [
      plainFigure('events in the log, from history', formatCount(bookingCount * 2)),
      plainFigure('next release: complete after', `${buildSeconds.toFixed(1)} s`),
      plainFigure('before: read your write: p50, p99', formatDelays(delaysBefore)),
      ...readYourWriteFigures('during the build', delaysDuringBuild),
      ...readYourWriteFigures('both releases', delaysWithBoth),
      ...readFigures('current release', old),
      ...readFigures('next release', newer),
      ...comparisonFigures(compared),
      checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
    ];
  } finally {
    isPhaseOver = true;
    await nextRelease.stop();
  }
};

/**
 * Deploys a release to a Courtly with a long log while users book hours and read their bookings.
 * The release adds one read model and changes either all others or none.
 */
export const deploy = (
  commandLine: Cli,
  eventCount: number,
  changedModels: Changed,
): Promise<void> =>
  measured(commandLine, (courtlyServer) =>
    measure(commandLine, courtlyServer, eventCount, changedModels),
  );
