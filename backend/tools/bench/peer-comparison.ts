import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { type System, startPeer } from '../peer/peer.js';
import { processUsage } from '../processes.js';
import type { Server } from '../server.js';
import { type Load, type Pressure, type Request, bookingRequest, sendLoad } from './load.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { createClub, disableEmails } from './members.js';
import { percentile } from './percentile.js';
import { distinctSlots } from './slots.js';

export type Rounds = Readonly<{ rounds: number; seconds: number; players: number; courts: number }>;

type Scene = Readonly<{
  name: string;
  least: number;
  statuses: readonly number[];
  pressure(durationSeconds: number): Pressure;
  request(loadedSystem: System, nextSlotRequest: () => object): Request;
}>;

type Figures = Readonly<{ rate: number; p99: number; cpuMs: number; ok: boolean }>;

const MAXIMUM_P99_RATIO = 3;
const MAXIMUM_CPU_MS = 1.8;
const IDLE_MS = 500;
const IDLE_SHARE = 0.1;
const IDLE_WITHIN_MS = 15_000;
const WARM_UP_S = 3;
const DISTINCT = 'distinct slots, 32 connections';

const halfDuration = (durationSeconds: number) => Math.ceil(durationSeconds / 2);

const scenes: readonly Scene[] = [
  {
    name: 'one slot, 256 connections',
    least: 1,
    statuses: [201, 409],
    pressure: () => ({ connections: 256, amount: 10_000 }),
    request: (_, nextSlotRequest) => {
      const slotRequest = nextSlotRequest();
      return bookingRequest(() => slotRequest);
    },
  },
  {
    name: DISTINCT,
    least: 0.4,
    statuses: [201],
    pressure: (durationSeconds) => ({ connections: 32, seconds: durationSeconds }),
    request: (_, nextSlotRequest) => bookingRequest(nextSlotRequest),
  },
  {
    name: 'distinct slots, 1 connection',
    least: 0.5,
    statuses: [201],
    pressure: (durationSeconds) => ({ connections: 1, seconds: halfDuration(durationSeconds) }),
    request: (_, nextSlotRequest) => bookingRequest(nextSlotRequest),
  },
  {
    name: 'availability of a day, 32 connections',
    least: 1.5,
    statuses: [200],
    pressure: (durationSeconds) => ({ connections: 32, seconds: halfDuration(durationSeconds) }),
    request: ({ courtIds }) => {
      const date = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
      return { method: 'GET', path: `/api/courts/${courtIds[0]}/availability/${date}` };
    },
  },
];

const cpuSecondsOf = ({ pids }: System) =>
  pids.reduce((subtotal, processId) => subtotal + processUsage(processId).cpuSeconds, 0);

/**
 * Waits until all background work is done, so that its cost is included. Returns the CPU seconds
 * used so far.
 */
const untilIdle = async (loadedSystem: System): Promise<number> => {
  let cpuBefore = cpuSecondsOf(loadedSystem);
  for (const deadlineMs = performance.now() + IDLE_WITHIN_MS; ;) {
    await delay(IDLE_MS);
    const nowMs = cpuSecondsOf(loadedSystem);
    if (nowMs - cpuBefore < (IDLE_SHARE * IDLE_MS) / 1_000 || performance.now() > deadlineMs)
      return nowMs;
    cpuBefore = nowMs;
  }
};

const isRight = ({ statuses, errors }: Load, allowed: readonly number[]) =>
  errors === 0 &&
  [...statuses.keys()].every((statusCode) => allowed.includes(statusCode)) &&
  (!allowed.includes(409) || statuses.get(201) === 1);

const figuresOf = async (
  loadedSystem: System,
  loadScene: Scene,
  durationSeconds: number,
  nextSlotRequest: () => object,
): Promise<Figures> => {
  const cpuBefore = await untilIdle(loadedSystem);
  const loadResult = await sendLoad(
    loadedSystem.base,
    loadedSystem.cookies,
    loadScene.pressure(durationSeconds),
    loadScene.request(loadedSystem, nextSlotRequest),
  );
  const cpuSeconds = (await untilIdle(loadedSystem)) - cpuBefore;
  const requestCount = loadResult.latencies.length;
  return {
    rate: requestCount / loadResult.seconds,
    p99: percentile(loadResult.latencies, 0.99),
    cpuMs: (cpuSeconds * 1_000) / requestCount,
    ok: isRight(loadResult, loadScene.statuses),
  };
};

const spread = (sampleValues: readonly number[], digits = 2) => {
  const sorted = [...sampleValues].sort((leftValue, rightValue) => leftValue - rightValue);
  const [middle, minimum, maximum] = [
    sorted[Math.floor(sorted.length / 2)]!,
    sorted[0]!,
    sorted.at(-1)!,
  ];
  return {
    middle,
    text: `${middle.toFixed(digits)} (${minimum.toFixed(digits)} to ${maximum.toFixed(digits)})`,
  };
};

const linesOf = (
  { name, least }: Scene,
  courtlyFigures: readonly Figures[],
  peerFigures: readonly Figures[],
): Figure[] => {
  const spreadOfRatios = (selectFigure: (roundFigures: Figures) => number) =>
    spread(
      courtlyFigures.map(
        (roundFigures, roundNumber) =>
          selectFigure(roundFigures) / selectFigure(peerFigures[roundNumber]!),
      ),
    );
  const [rate, p99] = [
    spreadOfRatios((roundFigures) => roundFigures.rate),
    spreadOfRatios((roundFigures) => roundFigures.p99),
  ];
  const cpuSeconds = spread(courtlyFigures.map(({ cpuMs }) => cpuMs));
  const [rates, peers] = [courtlyFigures, peerFigures].map((allFigures) =>
    formatCount(spread(allFigures.map((roundFigures) => roundFigures.rate)).middle),
  );
  return [
    plainFigure(`${name}: requests/s, Courtly and peer`, `${rates} and ${peers}`),
    checkedFigure(
      `${name}: share of peer's requests/s`,
      rate.text,
      `at least ${least}`,
      rate.middle >= least,
    ),
    checkedFigure(
      `${name}: p99 relative to peer`,
      p99.text,
      `at most ${MAXIMUM_P99_RATIO}`,
      p99.middle <= MAXIMUM_P99_RATIO,
    ),
    name === DISTINCT
      ? checkedFigure(
          'CPU-ms per accepted booking',
          cpuSeconds.text,
          `at most ${MAXIMUM_CPU_MS}`,
          cpuSeconds.middle <= MAXIMUM_CPU_MS,
        )
      : plainFigure(`${name}: CPU-ms per request`, cpuSeconds.text),
    plainFigure(
      `${name}: CPU-ms per request, peer`,
      spread(peerFigures.map(({ cpuMs }) => cpuMs)).text,
    ),
    checkedFigure(
      `${name}: all responses as expected`,
      '',
      'always',
      [...courtlyFigures, ...peerFigures].every(({ ok }) => ok),
    ),
  ];
};

/**
 * Runs the same load against Courtly and the peer, in alternating rounds. The first round is a
 * warm-up.
 */
export const compareWithPeer = async (
  commandLine: Cli,
  courtlyServer: Server,
  postgresFolder: string,
  commandOptions: Rounds,
): Promise<Figure[]> => {
  const { rounds, seconds, players, courts } = commandOptions;
  const { courtIds, owner, sessions } = await commandLine.step('Listing courts', () =>
    createClub(courtlyServer.base, commandOptions),
  );
  // The peer sends no emails, so Courtly must not send any either.
  await disableEmails(owner);
  const sessionCookies = sessions.map(({ cookie }) => cookie);
  const courtlySystem = {
    base: courtlyServer.base,
    cookies: sessionCookies,
    courtIds,
    pids: [courtlyServer.pid],
  };
  const peer = await commandLine.step('Starting the peer', () =>
    startPeer(postgresFolder, players, courts),
  );
  try {
    const systems = [courtlySystem, peer.system].map((loadedSystem) => ({
      system: loadedSystem,
      next: distinctSlots(loadedSystem.courtIds, Date.now()),
    }));
    const figuresByScene = new Map(
      scenes.map(({ name }) => [name, [[], []] as [Figures[], Figures[]]]),
    );
    for (let roundIndex = 0; roundIndex <= rounds; roundIndex++)
      for (const systemIndex of roundIndex % 2 ? [0, 1] : [1, 0])
        for (const loadScene of scenes) {
          const { system, next } = systems[systemIndex]!;
          const title = `${roundIndex ? `Round ${roundIndex} of ${rounds}` : 'Warming up'}, ${systemIndex ? 'peer' : 'Courtly'}: ${loadScene.name}`;
          const measured = await commandLine.step(title, () =>
            figuresOf(system, loadScene, roundIndex ? seconds : WARM_UP_S, next),
          );
          if (roundIndex) figuresByScene.get(loadScene.name)![systemIndex]!.push(measured);
        }
    const problemCount = await runVerification({
      ...commandLine,
      environment: { ...commandLine.environment, ...courtlyServer.environment },
    });
    return [
      ...scenes.flatMap((loadScene) => linesOf(loadScene, ...figuresByScene.get(loadScene.name)!)),
      checkedFigure('verify: violations', formatCount(problemCount), '0', problemCount === 0),
    ];
  } finally {
    await peer.stop();
  }
};
