import { Command, InvalidArgumentError } from 'commander';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { type Cli, Failure } from './cli.js';
import type { Answer, Session } from './client.js';
import { join, listCourt } from './club.js';
import { parseCsv } from './csv.js';
import { DEMAND_ZONE, type Demand, planDemand } from './demand-plan.js';
import { count, table } from './table.js';

type Options = Readonly<{ base: string; concurrency: number; runId: string }>;
type Records = Readonly<Record<string, string>>[];
type Club = Readonly<{ courts: ReadonlyMap<string, string>; members: ReadonlyMap<string, Session> }>;
type Outcome = Readonly<{ answers: ReadonlyMap<string, number>; sentAgain: number; seconds: number }>;

const readRecords = async (folder: string, file: string): Promise<Records> =>
  parseCsv(await readFile(joinPath(folder, file), 'utf8'));

const lettersOf = (name: string) => name.replace(/[^\p{L}]/gu, '').padEnd(2, 'x');

const openClub = async ({ base, runId }: Options, facilities: Records, members: Records): Promise<Club> => {
  const name = `club-${runId}`;
  const owner = await join(base, { name, firstName: 'Club', lastName: 'Secretary', role: 'owner' });
  const courts = new Map<string, string>();
  for (const { facility_id: id, name: facility, guest_cost: cost } of facilities)
    courts.set(
      id!,
      await listCourt(owner, `${name}-court-${id}`, {
        name: facility!,
        location: 'Scottsdale',
        address: `${100 + Number(id)} Clubhouse Drive`,
        hourlyRate: Math.max(1, Number(cost)).toFixed(2),
        zone: DEMAND_ZONE,
      }),
    );
  const sessions = new Map<string, Session>();
  for (const { member_id: id, first_name: first, surname } of members) {
    const person = { firstName: lettersOf(first!), lastName: lettersOf(surname!), role: 'player' } as const;
    sessions.set(id!, await join(base, { name: `member-${runId}-${id}`, ...person }));
  }
  return { courts, members: sessions };
};

const kindOf = ({ status, body }: Answer): string => {
  const { code } = body as { code?: string };
  return status === 201 ? 'accepted' : code === 'slot_taken' ? 'refused' : `${status} ${code ?? ''}`.trim();
};

const sendAll = async (
  { wishes }: Demand,
  club: Club,
  options: Options,
  signal: AbortSignal,
  tell: (progress: string) => void,
) => {
  const answers = new Map<string, number>();
  let next = 0;
  let sentAgain = 0;
  const started = performance.now();
  const sender = async () => {
    for (let index = next++; index < wishes.length; index = next++) {
      signal.throwIfAborted();
      const { facility, member, startTime, endTime } = wishes[index]!;
      const body = { courtId: club.courts.get(facility)!, startTime, endTime };
      const key = `${options.runId}-${index}`;
      const answer = await club.members.get(member)!.send({ method: 'POST', path: '/api/bookings', body, key });
      answers.set(kindOf(answer), (answers.get(kindOf(answer)) ?? 0) + 1);
      sentAgain += answer.tries - 1;
      tell(`${count(index + 1)} of ${count(wishes.length)}`);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, sender));
  return { answers, sentAgain, seconds: (performance.now() - started) / 1_000 };
};

const report = (cli: Cli, plan: Demand, { answers, sentAgain, seconds }: Outcome) => {
  const expected = new Map([
    ['accepted', plan.accepted],
    ['refused', plan.refused],
  ]);
  const kinds = [...new Set([...expected.keys(), ...answers.keys()])];
  const rows = kinds.map((kind) => [kind, count(expected.get(kind) ?? 0), count(answers.get(kind) ?? 0)]);
  cli.print(table([['answer', 'expected', 'counted'], ...rows]));
  const rate = count(plan.wishes.length / seconds);
  cli.print(
    `${count(plan.wishes.length)} requests in ${seconds.toFixed(1)} s, ${rate}/s; ${count(sentAgain)} sent again`,
  );
  if (kinds.some((kind) => expected.get(kind) !== answers.get(kind)))
    throw new Failure('The answers are not those that follow from the file.');
};

const demand = async (cli: Cli, folder: string, options: Options) => {
  const [facilities, members, bookings] = await Promise.all(
    ['facilities.csv', 'members.csv', 'bookings.csv'].map((file) => readRecords(folder, file)),
  );
  const plan = planDemand(bookings!, Date.now());
  const club = await cli.step('Opening the club', () => openClub(options, facilities!, members!));
  const sending = `Sending ${count(plan.wishes.length)} requests, ${options.concurrency} at a time`;
  report(cli, plan, await cli.step(sending, (tell) => sendAll(plan, club, options, cli.interrupted, tell)));
};

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 on.');
  return Number(text);
};

/** `courtly demand` */
export const demandCommand = (cli: Cli): Command =>
  new Command('demand')
    .description("send a club's real bookings to a running Courtly that was started with deploy/policies/open.json")
    .argument('<folder>', 'with facilities.csv, members.csv and bookings.csv')
    .option('--base <url>', 'the address of the running Courtly', 'http://localhost:3000')
    .option('--concurrency <n>', 'requests at a time', positive, 64)
    .option('--run-id <id>', 'accounts, courts and keys of its own; a run that was cut off goes on with the same id')
    .action((folder: string, { runId = randomUUID().slice(0, 8), ...options }: Options) =>
      demand(cli, folder, { ...options, runId }),
    );
