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
/** A minimal signed-in request, which shows how fast the machine is. */
const REFERENCE = 'GET current user, for comparison';

const createPlayerIds = (playerCount: number, firstPlayerId: string): string[] => [
  firstPlayerId,
  ...Array.from({ length: playerCount - 1 }, (_, requestIndex) =>
    createHash('md5').update(`player ${requestIndex}`).digest('hex'),
  ),
];

const personOf = (userId: string, requestIndex: number) => ({
  userId,
  email: `${userId}@example.test`,
  isEmailProven: false,
  username: `player${requestIndex}`,
  firstName: 'Robin',
  lastName: `No ${requestIndex}`,
  phone: '',
  registeredAt: new Date(START).toISOString(),
  homeCity: `City ${requestIndex % CITIES}`,
  picture: null,
  names: [],
  skillLevel: null,
  surfaces: [],
  socialTags: [],
  pageAudience: 'everyone' as const,
  roles: ['player' as const],
  waiver: null,
  suspension: null,
});

/** A singles match between two players. Usually, the player with the smaller number wins. */
const matchOf = (
  playerIds: readonly string[],
  requestIndex: number,
  roundIndex: number,
): RatedMatchDocument => {
  const other =
    (requestIndex + 1 + ((roundIndex * 7_919) % (playerIds.length - 1))) % playerIds.length;
  const winnerGames = requestIndex < other ? 6 : 3;
  const [loggerId, opponentId] = [playerIds[requestIndex]!, playerIds[other]!];
  const number = roundIndex * playerIds.length + requestIndex;
  return {
    matchId: `match-${number}`,
    courtId: `court-${number % 500}`,
    zone: 'America/Phoenix',
    loggerId,
    playedAt: new Date(START + number * 1_000).toISOString(),
    surface: requestIndex % 5 ? 'clay' : 'hard',
    gamesWon: winnerGames,
    gamesLost: 9 - winnerGames,
    discipline: 'singles',
    result: winnerGames > 4 ? 'win' : 'loss',
    answer: 'confirmed',
    sport: 'tennis',
    players: [
      {
        placeId: 'place',
        side: 'opponent',
        playerId: opponentId,
        answer: 'agreed',
        isRevealed: true,
      },
    ],
    logged: String(number).padStart(20, '0'),
    counts: true,
    playerIds: [loggerId, opponentId],
  };
};

/** Fills the read models directly, because the log is not part of this measurement. */
const fillStores = async (
  application: INestApplicationContext,
  playerIds: readonly string[],
  reportProgress: (progress: string) => void,
) => {
  const readModels = application.get(ReadModels);
  const logPosition = await readModels.position(ratedMatches);
  await readModels.walk(people, async (collection) => {
    const remaining = playerIds.slice(1);
    for (let firstOffset = 0; firstOffset < remaining.length; firstOffset += BATCH) {
      const some = remaining.slice(firstOffset, firstOffset + BATCH);
      await collection.insertMany(
        some.map((id, requestIndex) => ({
          ...personOf(id, firstOffset + requestIndex),
          _id: id,
          position: logPosition,
        })),
      );
    }
  });
  await readModels.walk(ratedMatches, async (collection) => {
    // Each player logs three matches and plays in about six, so nearly all players are ranked.
    for (let roundIndex = 0; roundIndex < 3; roundIndex++)
      for (let firstOffset = 0; firstOffset < playerIds.length; firstOffset += BATCH) {
        const endOffset = Math.min(playerIds.length, firstOffset + BATCH);
        const ratedMatches = Array.from({ length: endOffset - firstOffset }, (_, itemOffset) =>
          matchOf(playerIds, firstOffset + itemOffset, roundIndex),
        );
        await collection.insertMany(
          ratedMatches.map((ratedMatch) => ({
            ...ratedMatch,
            _id: ratedMatch.matchId,
            position: logPosition,
          })),
        );
        reportProgress(`${formatCount(roundIndex * playerIds.length + endOffset)} matches`);
      }
  });
  // Forces the next build to create a new table.
  await application.get(Mongo).readModels.collection('rankings').deleteMany({});
};

/** Makes the reader an Elite member, who can see the whole ranking. */
const makeMember = async (application: INestApplicationContext, userId: string) => {
  const activatedAt = new Date().toISOString();
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
      from: activatedAt,
      until,
      accessUntil: until,
      activatedAt,
    },
  };
  const paid = { ...membership, decide: () => [activated] };
  const command = { type: 'Paid', data: {} };
  await application
    .get(CommandHandling)
    .handle(
      paid as never,
      userId,
      command as never,
      systemContext(`bench ${randomUUID()}`, activatedAt),
    );
};

/** The requests per second with four in flight. @throws Failure on an unexpected response */
const most = async (
  userSession: Session,
  requestCount: number,
  pathAt: (requestIndex: number) => string,
): Promise<number> => {
  const startedMs = performance.now();
  let nextRequest = 0;
  const readOnce = async () => {
    while (nextRequest < requestCount)
      await userSession.expect({ method: 'GET', path: pathAt(nextRequest++) });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readOnce));
  return requestCount / ((performance.now() - startedMs) / 1_000);
};

/**
 * Latencies in milliseconds (ascending) at a constant arrival rate. A request is measured from its
 * scheduled time, so that queueing counts, or from when it was sent if a timer fired early.
 */
const measureLatencies = async (
  userSession: Session,
  requestCount: number,
  pathAt: (requestIndex: number) => string,
  requestRate: number,
) => {
  const startedMs = performance.now();
  const durations = Array.from({ length: requestCount }, async (_, requestIndex) => {
    const scheduledMs = startedMs + (requestIndex * 1_000) / requestRate;
    await delay(Math.max(0, scheduledMs - performance.now()));
    const firstOffset = Math.min(scheduledMs, performance.now());
    await userSession.expect({ method: 'GET', path: pathAt(requestIndex) });
    return performance.now() - firstOffset;
  });
  return (await Promise.all(durations)).sort((leftValue, rightValue) => leftValue - rightValue);
};

const cursor = (rank: number) => Buffer.from(JSON.stringify({ rank })).toString('base64url');

const measure = async (
  commandLine: Cli,
  { base, environment }: Server,
  commandOptions: RankingsOptions,
): Promise<Figure[]> => {
  const { rankedPlayers: playerCount, requests } = commandOptions;
  const { sessions } = await createClub(base, { players: 1, courts: 0 });
  const [userSession] = sessions as [Session];
  const playerIds = createPlayerIds(playerCount, await idOf(userSession));
  await userSession.expect({
    method: 'PATCH',
    path: '/api/auth/me',
    body: { firstName: 'Bench', lastName: 'Mark', phone: '4805550123', homeCity: 'City 7' },
  });
  const progressCli = {
    ...commandLine,
    environment: { ...commandLine.environment, ...environment },
  };
  const rebuiltTable = await commandLine.step(
    `Filling the read models with ${formatCount(playerCount)} players`,
    (reportProgress) =>
      withApplication(progressCli, async (application) => {
        await makeMember(application, playerIds[0]!);
        await fillStores(application, playerIds, reportProgress);
        reportProgress('computing the table');
        const startedMs = performance.now();
        const table = await application.get(TableBuilder).build();
        return { table, seconds: (performance.now() - startedMs) / 1_000 };
      }),
  );
  const { ranked } = rebuiltTable.table;
  const anywhere = (requestIndex: number) =>
    Math.floor((((requestIndex * 7_919) % 9_973) / 9_973) * ranked.tennis.singles.all);
  const measuredReads: [string, (requestIndex: number) => string][] = [
    [REFERENCE, () => '/api/auth/me'],
    ['the first page', () => '/api/rankings'],
    [
      'a random page',
      (requestIndex) => `/api/rankings?cursor=${cursor(1 + anywhere(requestIndex))}`,
    ],
    [
      'a page of clay',
      (requestIndex) =>
        `/api/rankings?tab=clay&cursor=${cursor(1 + (anywhere(requestIndex) % Math.max(1, ranked.tennis.singles.clay)))}`,
    ],
    ['the home city', () => '/api/rankings?tab=local'],
    ['friends', () => '/api/rankings?tab=friends'],
    ["the player's rank", () => '/api/rankings/me'],
    ["the player's rank in the city", () => '/api/rankings/me?tab=local'],
    [
      'receipts',
      (requestIndex) =>
        `/api/ratings/${playerIds[(requestIndex * 31) % playerIds.length]}/receipts`,
    ],
    [
      'a player',
      (requestIndex) => `/api/players/${playerIds[(requestIndex * 31) % playerIds.length]}`,
    ],
  ];
  const figures = [
    plainFigure(
      'players, matches',
      `${formatCount(rebuiltTable.table.players)}, ${formatCount(rebuiltTable.table.matches)}`,
    ),
    plainFigure(
      'ranked in singles, on clay',
      `${formatCount(ranked.tennis.singles.all)}, ${formatCount(ranked.tennis.singles.clay)}`,
    ),
    plainFigure('the table from scratch', `${rebuiltTable.seconds.toFixed(0)} s`),
  ];
  for (const [readName, pathAt] of measuredReads) {
    const requestRate = await commandLine.step(`Saturating ${readName}`, () =>
      most(userSession, requests, pathAt),
    );
    const p99s: number[] = [];
    const p50s: number[] = [];
    for (let roundIndex = 1; roundIndex <= ROUNDS; roundIndex++) {
      const durations = await commandLine.step(
        `${readName}, round ${roundIndex} of ${ROUNDS}`,
        () => measureLatencies(userSession, requests, pathAt, requestRate / 2),
      );
      p50s.push(percentile(durations, 0.5));
      p99s.push(percentile(durations, 0.99));
    }
    const p99 = percentile(
      p99s.sort((leftValue, rightValue) => leftValue - rightValue),
      0.5,
    );
    const formattedLatency = `${formatMs(
      percentile(
        p50s.sort((leftValue, rightValue) => leftValue - rightValue),
        0.5,
      ),
    )}, ${formatMs(p99)} (${formatMs(p99s[0]!)} to ${formatMs(p99s.at(-1)!)}) at half of ${formatCount(requestRate)}/s`;
    if (readName === REFERENCE)
      figures.push(plainFigure(`${readName}: p50, p99`, formattedLatency));
    else
      figures.push(
        checkedFigure(
          `${readName}: p50, p99`,
          formattedLatency,
          `p99 at most ${MAXIMUM_MS} ms`,
          p99 <= MAXIMUM_MS,
        ),
      );
  }
  return figures;
};

/** Measures reads at half of the maximum rate. Reports medians over all rounds. */
export const rankings = (commandLine: Cli, commandOptions: RankingsOptions): Promise<void> =>
  measured(commandLine, (courtlyServer) => measure(commandLine, courtlyServer, commandOptions), {
    worker: false,
  });
