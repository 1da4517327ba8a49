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
  pressure(seconds: number): Pressure;
  request(system: System, nextSlotRequest: () => object): Request;
}>;

type Figures = Readonly<{ rate: number; p99: number; cpuMs: number; ok: boolean }>;

const MAXIMUM_P99_RATIO = 3;
const MAXIMUM_CPU_MS = 1.8;
const IDLE_MS = 500;
const IDLE_SHARE = 0.1;
const IDLE_WITHIN_MS = 15_000;
const WARM_UP_S = 3;
const DISTINCT = 'distinct slots, 32 connections';

const half = (seconds: number) => Math.ceil(seconds / 2);

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
    pressure: (seconds) => ({ connections: 32, seconds }),
    request: (_, nextSlotRequest) => bookingRequest(nextSlotRequest),
  },
  {
    name: 'distinct slots, 1 connection',
    least: 0.5,
    statuses: [201],
    pressure: (seconds) => ({ connections: 1, seconds: half(seconds) }),
    request: (_, nextSlotRequest) => bookingRequest(nextSlotRequest),
  },
  {
    name: 'availability of a day, 32 connections',
    least: 1.5,
    statuses: [200],
    pressure: (seconds) => ({ connections: 32, seconds: half(seconds) }),
    request: ({ courtIds }) => {
      const date = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
      return { method: 'GET', path: `/api/courts/${courtIds[0]}/availability/${date}` };
    },
  },
];

const cpuSecondsOf = ({ pids }: System) =>
  pids.reduce((sum, pid) => sum + processUsage(pid).cpuSeconds, 0);

/**
 * Waits until background work is done, so that its cost counts. Returns the CPU seconds used so
 * far.
 */
const untilIdle = async (system: System): Promise<number> => {
  let before = cpuSecondsOf(system);
  for (const deadline = performance.now() + IDLE_WITHIN_MS; ;) {
    await delay(IDLE_MS);
    const now = cpuSecondsOf(system);
    if (now - before < (IDLE_SHARE * IDLE_MS) / 1_000 || performance.now() > deadline) return now;
    before = now;
  }
};

const isRight = ({ statuses, errors }: Load, allowed: readonly number[]) =>
  errors === 0 &&
  [...statuses.keys()].every((status) => allowed.includes(status)) &&
  (!allowed.includes(409) || statuses.get(201) === 1);

const figuresOf = async (
  system: System,
  scene: Scene,
  seconds: number,
  nextSlotRequest: () => object,
): Promise<Figures> => {
  const before = await untilIdle(system);
  const load = await sendLoad(
    system.base,
    system.cookies,
    scene.pressure(seconds),
    scene.request(system, nextSlotRequest),
  );
  const cpu = (await untilIdle(system)) - before;
  const requests = load.latencies.length;
  return {
    rate: requests / load.seconds,
    p99: percentile(load.latencies, 0.99),
    cpuMs: (cpu * 1_000) / requests,
    ok: isRight(load, scene.statuses),
  };
};

const spread = (values: readonly number[], digits = 2) => {
  const sorted = [...values].sort((a, b) => a - b);
  const [middle, least, most] = [
    sorted[Math.floor(sorted.length / 2)]!,
    sorted[0]!,
    sorted.at(-1)!,
  ];
  return {
    middle,
    text: `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`,
  };
};

const linesOf = (
  { name, least }: Scene,
  ours: readonly Figures[],
  theirs: readonly Figures[],
): Figure[] => {
  const ratio = (of: (one: Figures) => number) =>
    spread(ours.map((one, index) => of(one) / of(theirs[index]!)));
  const [rate, p99] = [ratio((one) => one.rate), ratio((one) => one.p99)];
  const cpu = spread(ours.map(({ cpuMs }) => cpuMs));
  const [rates, peers] = [ours, theirs].map((all) =>
    formatCount(spread(all.map((one) => one.rate)).middle),
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
          cpu.text,
          `at most ${MAXIMUM_CPU_MS}`,
          cpu.middle <= MAXIMUM_CPU_MS,
        )
      : plainFigure(`${name}: CPU-ms per request`, cpu.text),
    plainFigure(`${name}: CPU-ms per request, peer`, spread(theirs.map(({ cpuMs }) => cpuMs)).text),
    checkedFigure(
      `${name}: all responses as expected`,
      '',
      'always',
      [...ours, ...theirs].every(({ ok }) => ok),
    ),
  ];
};

/**
 * Runs the same load against Courtly and the peer in alternating rounds. The first round is a
 * warm-up.
 */
export const compareWithPeer = async (
  cli: Cli,
  server: Server,
  bin: string,
  options: Rounds,
): Promise<Figure[]> => {
  const { rounds, seconds, players, courts } = options;
  const { courtIds, owner, sessions } = await cli.step('Listing courts', () =>
    createClub(server.base, options),
  );
  // The peer sends no emails, so Courtly must not send any either.
  await disableEmails(owner);
  const cookies = sessions.map(({ cookie }) => cookie);
  const ours = { base: server.base, cookies, courtIds, pids: [server.pid] };
  const peer = await cli.step('Starting the peer', () => startPeer(bin, players, courts));
  try {
    const systems = [ours, peer.system].map((system) => ({
      system,
      next: distinctSlots(system.courtIds, Date.now()),
    }));
    const figures = new Map(scenes.map(({ name }) => [name, [[], []] as [Figures[], Figures[]]]));
    for (let round = 0; round <= rounds; round++)
      for (const which of round % 2 ? [0, 1] : [1, 0])
        for (const scene of scenes) {
          const { system, next } = systems[which]!;
          const title = `${round ? `Round ${round} of ${rounds}` : 'Warming up'}, ${which ? 'peer' : 'Courtly'}: ${scene.name}`;
          const measured = await cli.step(title, () =>
            figuresOf(system, scene, round ? seconds : WARM_UP_S, next),
          );
          if (round) figures.get(scene.name)![which]!.push(measured);
        }
    const problems = await runVerification({
      ...cli,
      environment: { ...cli.environment, ...server.environment },
    });
    return [
      ...scenes.flatMap((scene) => linesOf(scene, ...figures.get(scene.name)!)),
      checkedFigure('verify: violations', formatCount(problems), '0', problems === 0),
    ];
  } finally {
    await peer.stop();
  }
};
