import { setTimeout as delay } from 'node:timers/promises';
import type { FleetProcess } from '../fleet.js';
import { findProcess } from '../processes.js';

/** The processes that `npm start` runs, each with a pattern for its command line. */
const launcherTargets = {
  API: /backend\/dist\/main\.js.* ROLES=api$/,
  'projector and worker': /backend\/dist\/main\.js.* ROLES=projector,worker$/,
  'event store': /standins\/eventstoredb\/dist\/main\.js/,
  MongoDB: /standins\/mongodb\/dist\/main\.js|\/mongod /,
  Redis: /(redis|valkey)-server/,
} as const;

/** Processes that run next to those of `npm start`. */
export type SecondProcesses = Readonly<
  Record<'second API' | 'second projector and worker', FleetProcess>
>;

export type Target = keyof typeof launcherTargets | keyof SecondProcesses;

export const targets: readonly Target[] = [
  ...(Object.keys(launcherTargets) as (keyof typeof launcherTargets)[]),
  'second API',
  'second projector and worker',
];

/** Kills or freezes a process. A frozen process keeps its connections open but does not respond. */
export type Fault = Readonly<{ target: Target; freezeMs: number | null; afterMs: number }>;

const ROUNDS = 2;
const LONGEST_PAUSE_MS = 1_500;
const FREEZE_MS = { least: 500, most: 8_000 };
const RECOVERY_WITHIN_MS = 60_000;

/** Random numbers from 0 to 1 that depend only on the seed (mulberry32). */
export const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** Kills each process twice and freezes it twice. The seed determines the order and the pauses. */
export const planFaults = (seed: number): readonly Fault[] => {
  const random = randomFrom(seed);
  const randomBetween = (minimum: number, maximum: number) =>
    Math.round(minimum + random() * (maximum - minimum));
  const targetNames = Array.from({ length: ROUNDS }, () => targets).flat();
  return targetNames
    .flatMap((target) => [
      { target, freezeMs: null, afterMs: randomBetween(0, LONGEST_PAUSE_MS) },
      {
        target,
        freezeMs: randomBetween(FREEZE_MS.least, FREEZE_MS.most),
        afterMs: randomBetween(0, LONGEST_PAUSE_MS),
      },
    ])
    .map((fault) => ({ fault, order: random() }))
    .sort((leftItem, rightItem) => leftItem.order - rightItem.order)
    .map(({ fault }) => fault);
};

export const nameOf = ({ target, freezeMs }: Fault): string =>
  freezeMs === null ? `${target} killed` : `${target} frozen for ${freezeMs} ms`;

/**
 * Applies a fault to a second process, or to a process below `rootProcessId`, which is the
 * launcher.
 */
export const inflict = async (
  rootProcessId: number,
  secondProcesses: SecondProcesses,
  { target, freezeMs, afterMs }: Fault,
): Promise<void> => {
  const findTarget = () =>
    target in launcherTargets
      ? findProcess(rootProcessId, launcherTargets[target as keyof typeof launcherTargets])
      : secondProcesses[target as keyof SecondProcesses].pid();
  await delay(afterMs);
  const deadlineMs = performance.now() + RECOVERY_WITHIN_MS;
  let processId = findTarget();
  for (; processId === undefined; processId = findTarget()) {
    if (performance.now() > deadlineMs)
      throw new Error(`${target} did not recover within ${RECOVERY_WITHIN_MS / 1_000} s`);
    await delay(100);
  }
  if (freezeMs === null) return void process.kill(processId, 'SIGKILL');
  process.kill(processId, 'SIGSTOP');
  await delay(freezeMs);
  process.kill(processId, 'SIGCONT');
};
