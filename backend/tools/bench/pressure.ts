import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { count, table } from '@courtly/backend/cli/table';
import type { Session } from '../client.js';
import { join, listCourt } from '../club.js';
import { type Answers, forms, readers, streams } from './crowd.js';
import { type Measured, held, ms, told } from './measured.js';
import type { Seen } from './onlooker.js';
import { percentile } from './percentile.js';
import { usageOf } from '../processes.js';
import { type Server, startServer } from '../server.js';

const COURTS = 250;
const OWNERS = 10;
const READERS = 300;
const STREAMS = 5_000;
const FORMS = 60;
const SECONDS = 10;
const LONGEST_MS = 2_000;
const ZONE = 'America/Phoenix';

const listed = (answers: Answers) =>
  [...answers].map(([answer, times]) => `${answer}: ${count(times)}`).join(', ');

const onlooker = (base: string, courtId: string) =>
  new Worker(new URL('./onlooker.js', import.meta.url), { workerData: { base, courtId } });

/** One kind of pressure, and what it was like for somebody else meanwhile. */
const under = async (
  what: string,
  { base, pid }: Server,
  courtId: string,
  press: () => Promise<Answers>,
) => {
  const [startedAt, before] = [performance.now(), usageOf(pid).cpuSeconds];
  const looking = onlooker(base, courtId);
  const seen = once(looking, 'message') as Promise<[Seen]>;
  const pressed = await press().finally(() => looking.postMessage('over'));
  const [{ times, answers }] = await seen;
  const longest = times.at(-1)!;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { cpuSeconds, memoryBytes } = usageOf(pid);
  return [
    told(`${what}: answers`, listed(pressed)),
    held(
      `${what}: no answer`,
      count(pressed.get('no answer') ?? 0),
      '0',
      !pressed.has('no answer'),
    ),
    held(
      '  somebody else: answers',
      listed(answers),
      'only 200',
      answers.size === 1 && answers.has(200),
    ),
    held(
      '  somebody else: p50, longest',
      `${ms(percentile(times, 0.5))}, ${ms(longest)}`,
      `at most ${ms(LONGEST_MS)}`,
      longest <= LONGEST_MS,
    ),
    told('  CPU-seconds of all processes', `${count(cpuSeconds - before)} in ${count(seconds)} s`),
    told('  memory of all processes afterwards', `${count(memoryBytes / 1e6)} MB`),
  ];
};

const openCourts = async (base: string) => {
  const owners: Session[] = [];
  for (let index = 0; index < OWNERS; index++)
    owners.push(
      await join(base, {
        name: `crowd-${index}`,
        firstName: 'Bench',
        lastName: 'Mark',
        role: 'owner',
      }),
    );
  const place = { location: 'Scottsdale', zone: ZONE, hourlyRate: '100.00' };
  let courtId = '';
  for (let index = 0; index < COURTS; index++)
    courtId = await listCourt(owners[index % OWNERS]!, `crowd-${index}`, {
      ...place,
      name: `Court ${index}`,
      address: `${index + 1} Crowd Road`,
    });
  return { owners, courtId };
};

/** Asks a Courtly of its own for everything at once, and looks whether somebody else is still served. */
export const pressure = async (cli: Cli): Promise<void> => {
  const lines: Measured[] = [];
  const server = await cli.step('Starting Courtly', () => startServer(cli.interrupted));
  cli.interrupted.addEventListener('abort', () => void server.stop());
  const { base } = server;
  try {
    const { owners, courtId } = await cli.step('Opening courts', () => openCourts(base));
    const kinds: [string, () => Promise<Answers>][] = [
      [`${READERS} clients on ${COURTS} courts`, () => readers(base, READERS, SECONDS)],
      [`${count(STREAMS)} streams`, () => streams(base, STREAMS, SECONDS)],
      [`${FORMS} forms of 25 MB`, () => forms(base, owners, FORMS)],
    ];
    for (const [what, press] of kinds)
      lines.push(...(await cli.step(what, () => under(what, server, courtId, press))));
  } finally {
    await server.stop();
  }
  const rows = lines.map(({ what, value, floor, ok }) => [what, value, floor, ok ? '' : 'MISSED']);
  cli.print(table([['measured', 'value', 'floor', ''], ...rows]));
  if (lines.some(({ ok }) => !ok)) throw new Failure('Somebody was not served.');
};
