import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { people } from '@courtly/backend/people/identity/people.projection';
import { CommandHandling } from '@courtly/backend/platform/kernel/command-handling';
import { systemContext } from '@courtly/backend/platform/kernel/context';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { membership } from '@courtly/backend/people/membership/membership';
import type { MembershipEvent } from '@courtly/backend/people/membership/membership.events';
import { ReadModels } from '@courtly/backend/platform/projections/read-models';
import {
  type RatedMatchDocument,
  ratedMatches,
} from '@courtly/backend/play/rankings/rated-matches.projection';
import { TableBuilder } from '@courtly/backend/play/rankings/table-builder.service';
import { Mongo } from '@courtly/backend/platform/stores/mongo';
import type { INestApplicationContext } from '@nestjs/common';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { idOf, createClub } from './members.js';
import { percentile } from './percentile.js';
import { measured } from './report.js';

export type RankingsOptions = Readonly<{ rankedPlayers: number; requests: number }>;

const MAXIMUM_MS = 50;
const ROUNDS = 5;
const BATCH = 2_000;
const CONCURRENCY = 4;
const CITIES = 40;
const START = Date.UTC(2026, 0, 1);
/** A minimal signed-in request, as a baseline for the machine. */
const REFERENCE = 'GET current user, for comparison';

const createPlayerIds = (playerCount: number, first: string): string[] => [
  first,
  ...Array.from({ length: playerCount - 1 }, (_, index) =>
    createHash('md5').update(`player ${index}`).digest('hex'),
  ),
];

const personOf = (userId: string, index: number) => ({
  userId,
  email: `${userId}@example.test`,
  username: `player${index}`,
  firstName: 'Robin',
  lastName: `No ${index}`,
  phone: '',
  registeredAt: new Date(START).toISOString(),
  homeCity: `City ${index % CITIES}`,
  picture: null,
  names: [],
  skillLevel: null,
  surfaces: [],
  socialTags: [],
  roles: ['player' as const],
  waiver: null,
  suspension: null,
});

/** A singles match between two players. The player with the smaller number usually wins. */
const matchOf = (ids: readonly string[], index: number, roundIndex: number): RatedMatchDocument => {
  const other = (index + 1 + ((roundIndex * 7_919) % (ids.length - 1))) % ids.length;
  const winnerGames = index < other ? 6 : 3;
  const [loggerId, opponentId] = [ids[index]!, ids[other]!];
  const number = roundIndex * ids.length + index;
  return {
    matchId: `match-${number}`,
    courtId: `court-${number % 500}`,
    zone: 'America/Phoenix',
    loggerId,
    playedAt: new Date(START + number * 1_000).toISOString(),
    surface: index % 5 ? 'clay' : 'hard',
    gamesWon: winnerGames,
    gamesLost: 9 - winnerGames,
    discipline: 'singles',
    result: winnerGames > 4 ? 'win' : 'loss',
    answer: 'confirmed',
    players: [{ placeId: 'place', side: 'opponent', playerId: opponentId }],
    logged: String(number).padStart(20, '0'),
    counts: true,
    playerIds: [loggerId, opponentId],
  };
};

/** Fills the read models directly, because the log is not part of this measurement. */
const fillStores = async (
  application: INestApplicationContext,
  ids: readonly string[],
  reportProgress: (progress: string) => void,
) => {
  const readModels = application.get(ReadModels);
  const logPosition = await readModels.position(ratedMatches);
  await readModels.walk(people, async (all) => {
    const remaining = ids.slice(1);
    for (let from = 0; from < remaining.length; from += BATCH) {
      const some = remaining.slice(from, from + BATCH);
      await all.insertMany(
        some.map((id, index) => ({
          ...personOf(id, from + index),
          _id: id,
          position: logPosition,
        })),
      );
    }
  });
  await readModels.walk(ratedMatches, async (all) => {
    // Each player logs three matches and is in about six, so nearly all are ranked.
    for (let roundIndex = 0; roundIndex < 3; roundIndex++)
      for (let from = 0; from < ids.length; from += BATCH) {
        const to = Math.min(ids.length, from + BATCH);
        const ratedMatches = Array.from({ length: to - from }, (_, offset) =>
          matchOf(ids, from + offset, roundIndex),
        );
        await all.insertMany(
          ratedMatches.map((ratedMatch) => ({
            ...ratedMatch,
            _id: ratedMatch.matchId,
            position: logPosition,
          })),
        );
        reportProgress(`${formatCount(roundIndex * ids.length + to)} matches`);
      }
  });
  // Forces a new table.
  await application.get(Mongo).readModels.collection('rankings').deleteMany({});
};

/** Makes the reader an Elite member, who sees the whole ranking. */
const makeMember = async (application: INestApplicationContext, userId: string) => {
  const at = new Date().toISOString();
  const until = new Date(Date.now() + 365 * DAY_MS).toISOString();
  const activated: MembershipEvent = {
    type: 'EliteActivated',
    data: {
      userId,
      plan: 'founding',
      founderNumber: 1,
      paidBy: 'pi_bench',
      subscriptionId: null,
      amountCents: 19_900,
      processorFeeCents: 607,
      policyId: 'bench',
      from: at,
      until,
      accessUntil: until,
      activatedAt: at,
    },
  };
  const paid = { ...membership, decide: () => [activated] };
  const command = { type: 'Paid', data: {} };
  await application
    .get(CommandHandling)
    .handle(paid as never, userId, command as never, systemContext(`bench ${randomUUID()}`, at));
};

/** Requests per second with four in flight. @throws Failure on an unexpected response */
const most = async (
  userSession: Session,
  requestCount: number,
  pathAt: (index: number) => string,
): Promise<number> => {
  const startedMs = performance.now();
  let next = 0;
  const readOnce = async () => {
    while (next < requestCount) await userSession.expect({ method: 'GET', path: pathAt(next++) });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readOnce));
  return requestCount / ((performance.now() - startedMs) / 1_000);
};

/**
 * Ascending latencies in milliseconds at a constant arrival rate. Each is measured from its scheduled
 * time, so that queueing counts, or from sending if a timer fired early.
 */
const measureLatencies = async (
  userSession: Session,
  requestCount: number,
  pathAt: (index: number) => string,
  requestRate: number,
) => {
  const startedMs = performance.now();
  const durations = Array.from({ length: requestCount }, async (_, index) => {
    const scheduledMs = startedMs + (index * 1_000) / requestRate;
    await delay(Math.max(0, scheduledMs - performance.now()));
    const from = Math.min(scheduledMs, performance.now());
    await userSession.expect({ method: 'GET', path: pathAt(index) });
    return performance.now() - from;
  });
  return (await Promise.all(durations)).sort((a, b) => a - b);
};

const cursor = (rank: number) => Buffer.from(JSON.stringify({ rank })).toString('base64url');

const measure = async (
  cli: Cli,
  { base, environment }: Server,
  options: RankingsOptions,
): Promise<Figure[]> => {
  const { rankedPlayers: playerCount, requests } = options;
  const { sessions } = await createClub(base, { players: 1, courts: 0 });
  const [userSession] = sessions as [Session];
  const ids = createPlayerIds(playerCount, await idOf(userSession));
  await userSession.expect({
    method: 'PATCH',
    path: '/api/auth/me',
    body: { firstName: 'Bench', lastName: 'Mark', phone: '4805550123', homeCity: 'City 7' },
  });
  const progressCli = { ...cli, environment: { ...cli.environment, ...environment } };
  const rebuiltTable = await cli.step(
    `Filling the read models with ${formatCount(playerCount)} players`,
    (reportProgress) =>
      withApplication(progressCli, async (application) => {
        await makeMember(application, ids[0]!);
        await fillStores(application, ids, reportProgress);
        reportProgress('computing the table');
        const startedMs = performance.now();
        const table = await application.get(TableBuilder).build();
        return { table, seconds: (performance.now() - startedMs) / 1_000 };
      }),
  );
  const { ranked } = rebuiltTable.table;
  const anywhere = (index: number) =>
    Math.floor((((index * 7_919) % 9_973) / 9_973) * ranked.singles.all);
  const measuredReads: [string, (index: number) => string][] = [
    [REFERENCE, () => '/api/auth/me'],
    ['the first page', () => '/api/rankings'],
    ['a random page', (index) => `/api/rankings?cursor=${cursor(1 + anywhere(index))}`],
    [
      'a page of clay',
      (index) =>
        `/api/rankings?tab=clay&cursor=${cursor(1 + (anywhere(index) % Math.max(1, ranked.singles.clay)))}`,
    ],
    ['the home city', () => '/api/rankings?tab=local'],
    ['friends', () => '/api/rankings?tab=friends'],
    ["the player's rank", () => '/api/rankings/me'],
    ["the player's rank in the city", () => '/api/rankings/me?tab=local'],
    ['receipts', (index) => `/api/ratings/${ids[(index * 31) % ids.length]}/receipts`],
    ['a player', (index) => `/api/players/${ids[(index * 31) % ids.length]}`],
  ];
  const figures = [
    plainFigure(
      'players, matches',
      `${formatCount(rebuiltTable.table.players)}, ${formatCount(rebuiltTable.table.matches)}`,
    ),
    plainFigure(
      'ranked in singles, on clay',
      `${formatCount(ranked.singles.all)}, ${formatCount(ranked.singles.clay)}`,
    ),
    plainFigure('the table from scratch', `${rebuiltTable.seconds.toFixed(0)} s`),
  ];
  for (const [readName, pathAt] of measuredReads) {
    const requestRate = await cli.step(`Pressing ${readName}`, () =>
      most(userSession, requests, pathAt),
    );
    const p99s: number[] = [];
    const p50s: number[] = [];
    for (let roundIndex = 1; roundIndex <= ROUNDS; roundIndex++) {
      const durations = await cli.step(`${readName}, round ${roundIndex} of ${ROUNDS}`, () =>
        measureLatencies(userSession, requests, pathAt, requestRate / 2),
      );
      p50s.push(percentile(durations, 0.5));
      p99s.push(percentile(durations, 0.99));
    }
    const p99 = percentile(
      p99s.sort((a, b) => a - b),
      0.5,
    );
    const value = `${formatMs(
      percentile(
        p50s.sort((a, b) => a - b),
        0.5,
      ),
    )}, ${formatMs(p99)} (${formatMs(p99s[0]!)} to ${formatMs(p99s.at(-1)!)}) at half of ${formatCount(requestRate)}/s`;
    if (readName === REFERENCE) figures.push(plainFigure(`${readName}: p50, p99`, value));
    else
      figures.push(
        checkedFigure(
          `${readName}: p50, p99`,
          value,
          `p99 at most ${MAXIMUM_MS} ms`,
          p99 <= MAXIMUM_MS,
        ),
      );
  }
  return figures;
};

/** Measures reads at half the maximum rate. Reports the median over all rounds. */
export const rankings = (cli: Cli, options: RankingsOptions): Promise<void> =>
  measured(cli, (courtlyServer) => measure(cli, courtlyServer, options), { worker: false });
