import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { addressOf, read } from './crowd.js';

/** How long each answer took, in milliseconds in growing order, and how often each status came. */
export type Seen = Readonly<{
  times: readonly number[];
  answers: ReadonlyMap<number | string, number>;
}>;

const LOOK_EVERY_MS = 50;

/**
 * Somebody else, at addresses of their own, who looks at a court until told that it is over: in a thread of its own, since the
 * one that presses is busy with it.
 */
const { base, courtId } = workerData as Readonly<{ base: string; courtId: string }>;
const times: number[] = [];
const answers = new Map<number | string, number>();
let over = false;
parentPort!.once('message', () => (over = true));
for (let n = 0; !over; n++) {
  const started = performance.now();
  const answer = await read(base, `/api/courts/${courtId}`, addressOf(5_000 + (n % 100)));
  times.push(performance.now() - started);
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
  await delay(LOOK_EVERY_MS);
}
parentPort!.postMessage({ times: times.sort((a, b) => a - b), answers } satisfies Seen);
