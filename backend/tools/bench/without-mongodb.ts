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
import { type Figure, checkedFigure, ms, plainFigure } from './measured.js';
import { createClub } from './members.js';
import { percentile } from './percentile.js';
import { untilVisible } from './read-your-write.js';
import { measured } from './report.js';
import { type SlotRequest, distinctSlots } from './slots.js';

const PEOPLE = { players: 8, courts: 20 };
const THINK_MS = 100;
const READ_EVERY_MS = 100;
/** One request in this many is for a taken hour and must be refused, also without read models. */
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
 * Books until told to stop and records each response other than the expected booking or refusal.
 */
const bookContinuously = async (
  session: Session,
  nextSlotRequest: () => SlotRequest,
  booked: Booked,
  isFinished: () => boolean,
) => {
  for (let turn = 1; !isFinished(); turn++, await delay(THINK_MS)) {
    const taken = turn % TAKEN_EVERY === 0 ? booked.taken.at(-1) : undefined;
    const slotRequest = taken ?? nextSlotRequest();
    const started = performance.now();
    const call = { method: 'POST', path: '/api/bookings', body: slotRequest } as const;
    const answer = await session.try(call).catch((error: Error) => error);
    const took = performance.now() - started;
    if (answer instanceof Error || answer.status !== (taken ? 409 : 201)) {
      booked.wrong.push(
        answer instanceof Error
          ? answer.message
          : `${answer.status} ${JSON.stringify(answer.body)}`,
      );
    } else if (taken) {
      booked.refused.push(took);
    } else {
      const { id } = answer.body as { id: string };
      booked.ids.push(id);
      booked.taken.push(slotRequest);
      booked.accepted.push(took);
      booked.last = { id, position: answer.position! };
    }
  }
};

const times = (latencies: readonly number[]) => {
  const sorted = [...latencies].sort((a, b) => a - b);
  return `${formatCount(sorted.length)}: ${ms(percentile(sorted, 0.5))}, ${ms(percentile(sorted, 0.99))}`;
};

const shown = (wrong: readonly string[]) =>
  wrong.length > 0 ? `${formatCount(wrong.length)}, first ${wrong[0]}` : '0';

const measure = async (
  cli: Cli,
  server: Server,
  mongodb: MongoDb,
  seconds: number,
): Promise<Figure[]> => {
  const { base, environment } = server;
  const { courtIds, owner, sessions } = await cli.step('Listing courts', () =>
    createClub(base, PEOPLE),
  );
  const nextSlotRequest = distinctSlots(courtIds, Date.now());
  const first = await sessions[0]!.send({
    method: 'POST',
    path: '/api/bookings',
    body: nextSlotRequest(),
  });
  const { id } = first.body as { id: string };
  const last = { id, position: first.position! };
  const booked: Booked = { ids: [id], taken: [], accepted: [], refused: [], wrong: [], last };
  // These lists are never empty from here on.
  const date = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  const own = [
    '/api/bookings',
    `/api/bookings/${id}`,
    '/api/courts',
    `/api/courts/${courtIds[0]}/availability/${date}`,
  ];
  for (const path of own)
    await sessions[0]!.expect({ method: 'GET', path, after: first.position! });

  const lists = noLists();
  let [away, over] = [true, false];
  const reads = (session: Session, paths: readonly string[]) => {
    const read = async (path: string) =>
      take(
        lists,
        path,
        await session.try({ method: 'GET', path }).catch((error: Error) => error),
        away,
      );
    return pollLists(paths, READ_EVERY_MS, read, () => over);
  };
  await mongodb.kill();
  const going = [
    ...sessions.map((session) => bookContinuously(session, nextSlotRequest, booked, () => over)),
    reads(sessions[0]!, own),
    reads(owner, ['/api/owner/bookings', '/api/owner/courts']),
  ];
  await cli.step(`Without MongoDB for ${seconds} s`, () =>
    delay(seconds * 1_000, undefined, { signal: cli.interrupted }),
  );
  const whileAway = [times(booked.accepted), times(booked.refused), textOf(lists)] as const;
  const started = performance.now();
  await mongodb.start();
  const caughtUp = await cli.step('Waiting for recovery', async () => {
    await untilAllReady(base, cli.interrupted);
    await untilVisible(sessions[0]!, booked.last.id, booked.last.position);
    return performance.now() - started;
  });
  away = false;
  await delay(2_000);
  over = true;
  await Promise.all(going);

  const beside = { ...cli, environment: { ...cli.environment, ...environment } };
  const { lost, unknown } = await acknowledgedInLog(beside, booked.ids);
  const problems = await runVerification(beside);
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
      shown(booked.wrong),
      '0',
      booked.wrong.length === 0,
    ),
    checkedFigure('reads: unexpected responses', shown(lists.wrong), '0', lists.wrong.length === 0),
    checkedFigure('reads: empty lists', formatCount(lists.empty), '0', lists.empty === 0),
    checkedFigure(
      'bookings lost, unacknowledged',
      `${formatCount(lost)}, ${formatCount(unknown)}`,
      '0, 0',
      lost + unknown === 0,
    ),
    checkedFigure('verify: violations', formatCount(problems), '0', problems === 0),
  ];
};

/**
 * Kills the MongoDB of the read models while players book, then checks the responses and the log.
 */
export const withoutMongodb = async (cli: Cli, seconds: number): Promise<void> => {
  const readModels = await startMongoDb('courtly');
  const vault = await startMongoDb('courtly_vault');
  try {
    const environment = { MONGODB_URI: readModels.url, VAULT_URI: vault.url };
    await measured(cli, (server) => measure(cli, server, readModels, seconds), { environment });
  } finally {
    await Promise.all([readModels.stop(), vault.stop()]);
  }
};
