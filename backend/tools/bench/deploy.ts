import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import { type Both, compareVersions, untilNewerIsComplete } from './both-versions.js';
import { type Lists, noLists, readOn, take, textOf } from './lists.js';
import { type Measured, held, told } from './measured.js';
import { makeBookings } from './history.js';
import { untilJobsAreDone } from './jobs-done.js';
import { openClub, wantNoMails } from './members.js';
import type { Changed } from './newer-slices.js';
import { startNewer } from './newer.js';
import {
  type Delays,
  UNDER_LOAD_WITHIN_MS,
  figures,
  readBack,
  together,
  untilShown,
} from './read-your-write.js';
import { measured } from './report.js';
import { percentile } from './percentile.js';
import { type SlotWish, distinctSlots } from './slots.js';

const PEOPLE = { players: 9, courts: 20 };
/** Eight people make at most 80 bookings a second then: the peak of 100 M a year. */
const THINK_MS = 100;
const READ_EVERY_MS = 100;
const ALONE_MS = 10_000;
const BESIDE_MS = 5_000;

/** Each books and reads the booking back, with a pause between, as long as it should go on. */
const bookAndRead = async (
  sessions: readonly Session[],
  nextWish: () => SlotWish,
  isOver: () => boolean,
): Promise<Delays> => {
  const all: Delays[] = [];
  const person = async (session: Session) => {
    for (; !isOver(); await delay(THINK_MS))
      all.push(await readBack(session, nextWish, (done) => done < 1));
  };
  await Promise.all(sessions.map(person));
  return together(all);
};

const during = async (
  work: () => Promise<unknown>,
  going: (isOver: () => boolean) => Promise<Delays>,
) => {
  let over = false;
  const delays = going(() => over);
  await work().finally(() => (over = true));
  return delays;
};

const readsAre = (what: string, lists: Lists): Measured[] => [
  told(`${what}: answers to reads`, textOf(lists)),
  held(
    `${what}: reads answered otherwise than they must be`,
    lists.wrong.length > 0 ? `${formatCount(lists.wrong.length)}, first ${lists.wrong[0]}` : '0',
    '0',
    lists.wrong.length === 0,
  ),
  held(`${what}: empty lists`, formatCount(lists.empty), '0', lists.empty === 0),
];

const readsBack = (what: string, delays: Delays): Measured[] => [
  held(
    `${what}: write, then read: p50, p99`,
    figures(delays),
    `p99 at most ${UNDER_LOAD_WITHIN_MS} ms`,
    percentile(delays.sorted, 0.99) <= UNDER_LOAD_WITHIN_MS,
  ),
  held(`${what}: not shown`, formatCount(delays.missing), '0', delays.missing === 0),
];

const sameAs = ({ different, parked, requests, counted }: Both): Measured[] => [
  held(
    'read models that differ between the programs',
    different.join(', ') || '0',
    '0',
    different.length === 0,
  ),
  held(
    'the new read model: requests, in the log',
    `${formatCount(counted)}, ${formatCount(requests)}`,
    'equal',
    counted === requests,
  ),
  held('parked streams', formatCount(parked), '0', parked === 0),
];

const measure = async (
  cli: Cli,
  { base, environment }: Server,
  events: number,
  changed: Changed,
): Promise<Measured[]> => {
  const { courtIds, owner, sessions } = await cli.step('Opening courts', () =>
    openClub(base, PEOPLE),
  );
  // The mails of a hundred thousand bookings that were made up would still be written while it is measured.
  for (const session of [owner, ...sessions]) await wantNoMails(session);
  const [past, ...people] = sessions as [Session, ...Session[]];
  const made = await makeBookings(cli, environment, owner, past, events / 2);
  const nextWish = distinctSlots(courtIds, Date.now());
  const ids: string[] = [];
  let last = '';
  await cli.step('Waiting until all of it is shown', async () => {
    for (const person of people) {
      const booked = await person.send({ method: 'POST', path: '/api/bookings', body: nextWish() });
      const { id } = booked.body as { id: string };
      last = booked.position!;
      await untilShown(person, id, last);
      ids.push(id);
    }
  });
  const beside = { ...cli, environment: { ...cli.environment, ...environment } };
  await cli.step('Waiting until what follows from it is done', () =>
    untilJobsAreDone(beside, last),
  );
  const quiet = await cli.step('Nobody deploys', () =>
    during(
      () => delay(ALONE_MS),
      (isOver) => bookAndRead(people, nextWish, isOver),
    ),
  );

  const [old, newer] = [noLists(), noLists()];
  let [complete, over] = [false, false];
  const reading = (
    lists: Lists,
    reader: Session,
    paths: readonly string[],
    mayBeAway: () => boolean,
  ) => {
    const read = async (path: string) => {
      const away = mayBeAway();
      take(
        lists,
        path,
        await reader.try({ method: 'GET', path }).catch((error: Error) => error),
        away,
      );
    };
    return readOn(paths, READ_EVERY_MS, read, () => over);
  };
  const own = ['/api/bookings', `/api/bookings/${ids[0]}`, '/api/courts'];
  const hosts = ['/api/owner/bookings?limit=20', '/api/owner/courts'];
  const program = await cli.step('Starting the newer program', () =>
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
    const pressed = await cli.step('Building the read models of the newer program', () =>
      during(
        () => untilNewerIsComplete(beside, changed),
        (isOver) => bookAndRead(people, nextWish, isOver),
      ),
    );
    const built = (performance.now() - started) / 1_000;
    complete = true;
    const moved = people.map((person) => person.at(program.url));
    const half = people.length / 2;
    const both = await cli.step('Both programs serve', () =>
      during(
        () => delay(BESIDE_MS),
        (isOver) => bookAndRead([...people.slice(0, half), ...moved.slice(half)], nextWish, isOver),
      ),
    );
    over = true;
    await Promise.all(reads);
    const compared = await cli.step('Comparing the read models of both', () =>
      compareVersions(beside, changed),
    );
    await program.stop();
    const problems = await runVerification(beside);
    return [
      told('events in the log, by history', formatCount(made * 2)),
      told('the newer program: complete after', `${built.toFixed(1)} s`),
      told('before: write, then read: p50, p99', figures(quiet)),
      ...readsBack('while it builds', pressed),
      ...readsBack('once both serve', both),
      ...readsAre('the program in use', old),
      ...readsAre('the newer program', newer),
      ...sameAs(compared),
      held('verify: violations', formatCount(problems), '0', problems === 0),
    ];
  } finally {
    over = true;
    await program.stop();
  }
};

/**
 * Starts the next release, one read model added and of the others every one changed or none, beside a Courtly with a long log,
 * while people book and read back what they booked.
 */
export const deploy = (cli: Cli, events: number, changed: Changed): Promise<void> =>
  measured(cli, (server) => measure(cli, server, events, changed));
