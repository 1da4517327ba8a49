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
  figures,
  readBack,
  together,
  untilVisible,
} from './read-your-write.js';
import { measured } from './report.js';
import { percentile } from './percentile.js';
import { type SlotRequest, distinctSlots } from './slots.js';

const PEOPLE = { players: 9, courts: 20 };
/** Eight people then make at most 80 bookings per second: the peak of 100 million per year. */
const THINK_MS = 100;
const READ_EVERY_MS = 100;
const BEFORE_RELEASE_MS = 10_000;
const BOTH_RELEASES_MS = 5_000;

const bookAndRead = async (
  sessions: readonly Session[],
  nextSlotRequest: () => SlotRequest,
  isFinished: () => boolean,
): Promise<ReadDelays> => {
  const all: ReadDelays[] = [];
  const person = async (session: Session) => {
    for (; !isFinished(); await delay(THINK_MS))
      all.push(await readBack(session, nextSlotRequest, (done) => done < 1));
  };
  await Promise.all(sessions.map(person));
  return together(all);
};

const during = async (
  work: () => Promise<unknown>,
  going: (isFinished: () => boolean) => Promise<ReadDelays>,
) => {
  let over = false;
  const delays = going(() => over);
  await work().finally(() => (over = true));
  return delays;
};

const readFigures = (what: string, lists: Lists): Figure[] => [
  plainFigure(`${what}: responses to reads`, textOf(lists)),
  checkedFigure(
    `${what}: unexpected responses to reads`,
    lists.wrong.length > 0 ? `${formatCount(lists.wrong.length)}, first ${lists.wrong[0]}` : '0',
    '0',
    lists.wrong.length === 0,
  ),
  checkedFigure(`${what}: empty lists`, formatCount(lists.empty), '0', lists.empty === 0),
];

const readYourWriteFigures = (what: string, delays: ReadDelays): Figure[] => [
  checkedFigure(
    `${what}: read your write: p50, p99`,
    figures(delays),
    `p99 at most ${UNDER_LOAD_WITHIN_MS} ms`,
    percentile(delays.sorted, 0.99) <= UNDER_LOAD_WITHIN_MS,
  ),
  checkedFigure(`${what}: missing reads`, formatCount(delays.missing), '0', delays.missing === 0),
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
  cli: Cli,
  { base, environment }: Server,
  events: number,
  changed: Changed,
): Promise<Figure[]> => {
  const { courtIds, owner, sessions } = await cli.step('Listing courts', () =>
    createClub(base, PEOPLE),
  );
  // Otherwise emails for the generated bookings would still be sent during the measurement.
  for (const session of [owner, ...sessions]) await disableEmails(session);
  const [past, ...people] = sessions as [Session, ...Session[]];
  const made = await makeBookings(cli, environment, owner, past, events / 2);
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const ids: string[] = [];
  let last = '';
  await cli.step('Waiting for the read models', async () => {
    for (const person of people) {
      const booked = await person.send({
        method: 'POST',
        path: '/api/bookings',
        body: nextSlotRequest(),
      });
      const { id } = booked.body as { id: string };
      last = booked.position!;
      await untilVisible(person, id, last);
      ids.push(id);
    }
  });
  const beside = { ...cli, environment: { ...cli.environment, ...environment } };
  await cli.step('Waiting for the jobs', () => untilJobsAreDone(beside, last));
  const quiet = await cli.step('Measuring before the deployment', () =>
    during(
      () => delay(BEFORE_RELEASE_MS),
      (isFinished) => bookAndRead(people, nextSlotRequest, isFinished),
    ),
  );

  const [old, newer] = [noLists(), noLists()];
  let [complete, over] = [false, false];
  const reading = (
    lists: Lists,
    reader: Session,
    paths: readonly string[],
    mayBeUnavailable: () => boolean,
  ) => {
    const read = async (path: string) => {
      const away = mayBeUnavailable();
      take(
        lists,
        path,
        await reader.try({ method: 'GET', path }).catch((error: Error) => error),
        away,
      );
    };
    return pollLists(paths, READ_EVERY_MS, read, () => over);
  };
  const own = ['/api/bookings', `/api/bookings/${ids[0]}`, '/api/courts'];
  const hosts = ['/api/owner/bookings?limit=20', '/api/owner/courts'];
  const program = await cli.step('Starting the next release', () =>
    startNewer(environment, changed),
  );
  try {
    const reads = [
      reading(old, people[0]!, own, () => false),
      reading(old, owner, hosts, () => false),
      reading(newer, people[0]!.at(program.url), own, () => !complete),
      reading(newer, owner.at(program.url), hosts, () => !complete),
    ];
    const started = performance.now();
    const pressed = await cli.step('Building the read models of the next release', () =>
      during(
        () => untilNewerIsComplete(beside, changed),
        (isFinished) => bookAndRead(people, nextSlotRequest, isFinished),
      ),
    );
    const built = (performance.now() - started) / 1_000;
    complete = true;
    const moved = people.map((person) => person.at(program.url));
    const half = people.length / 2;
    const both = await cli.step('Measuring both releases', () =>
      during(
        () => delay(BOTH_RELEASES_MS),
        (isFinished) =>
          bookAndRead(
            [...people.slice(0, half), ...moved.slice(half)],
            nextSlotRequest,
            isFinished,
          ),
      ),
    );
    over = true;
    await Promise.all(reads);
    const compared = await cli.step('Comparing the read models of both releases', () =>
      compareVersions(beside, changed),
    );
    await program.stop();
    const problems = await runVerification(beside);
    return [
      plainFigure('events in the log, from history', formatCount(made * 2)),
      plainFigure('next release: complete after', `${built.toFixed(1)} s`),
      plainFigure('before: read your write: p50, p99', figures(quiet)),
      ...readYourWriteFigures('during the build', pressed),
      ...readYourWriteFigures('both releases', both),
      ...readFigures('current release', old),
      ...readFigures('next release', newer),
      ...comparisonFigures(compared),
      checkedFigure('verify: violations', formatCount(problems), '0', problems === 0),
    ];
  } finally {
    over = true;
    await program.stop();
  }
};

/**
 * Starts the next release beside a Courtly with a long log while users book and read their bookings.
 * The release adds one read model and changes either all others or none.
 */
export const deploy = (cli: Cli, events: number, changed: Changed): Promise<void> =>
  measured(cli, (server) => measure(cli, server, events, changed));
