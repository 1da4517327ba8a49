import type { DatabaseSync } from 'node:sqlite';
import { becomesAvailable } from './payments/balance.js';
import { expireHold } from './payments/hold.js';
import { expireIncomplete, finalizeDraft, payAgain, renew } from './billing/collection.js';
import { clock, type Clock } from './storage/clock.js';
import { atomically } from './storage/database.js';
import { objects, type Objects } from './storage/objects.js';
import { settings, type Settings } from './storage/settings.js';
import { timers, type Timer, type TimerKind } from './storage/timers.js';
import { courier, type Courier } from './webhooks/courier.js';
import { newEvent, type Cause } from './webhooks/event.js';
import { outbox, type Outbox } from './webhooks/outbox.js';
import type { World } from './world.js';

const BELLS: Readonly<Record<TimerKind, (world: World, subject: string) => void>> = {
  hold: expireHold,
  available: becomesAvailable,
  incomplete: expireIncomplete,
  renewal: renew,
  draft: finalizeDraft,
  dunning: payAgain,
};

const NOBODY: Cause = { id: null, idempotency_key: null };
/** The longest that a timeout of Node can wait. */
const LONGEST_MS = 2 ** 31 - 1;

type Run = <Result>(
  work: (world: World) => Result,
  caller?: { cause?: Cause; inBrowser?: boolean },
) => Result;

export type Engine = Readonly<{
  database: DatabaseSync;
  settings: Settings;
  clock: Clock;
  objects: Objects;
  deliveries: Outbox;
  post: Courier;
  /** Does what is due, and sends what waits. */
  wake: () => void;
  /** Runs work in one transaction, after all that was due before it. Its events leave when it is over. */
  run: Run;
  /** Moves the clock forward by seconds and does all that this brings. */
  advance: (seconds: number) => void;
  stop: () => Promise<void>;
}>;

/** The stand-in without its HTTP: what is kept, what time brings, and what webhooks hear. */
export function engine(database: DatabaseSync, origin: () => string): Engine {
  const kept = settings(database);
  const time = clock(kept);
  const stored = objects(database);
  const bells = timers(database);
  const deliveries = outbox(database, stored, kept);
  const post = courier(deliveries, stored, time, setAlarm);
  let alarm: NodeJS.Timeout | undefined;

  const worldFor = (cause: Cause, inBrowser: boolean): World => ({
    now: time.now(),
    objects: stored,
    timers: bells,
    emit: (type, object, about) =>
      deliveries.send(newEvent(type, object, { now: time.now(), cause, ...about }), time.now()),
    origin: origin(),
    inBrowser,
  });

  /** Does what a timer is for. What fails is left undone and said, so that nothing behind it has to wait. */
  function strike({ kind, subject }: Timer): void {
    try {
      atomically(database, () => BELLS[kind](worldFor(NOBODY, false), subject));
    } catch (error) {
      console.error(
        `stripe stand-in: warning: the timer ${kind} of ${subject} failed: ${(error as Error).stack}`,
      );
    }
  }

  /** Does what is due, each thing at its own time. */
  function ring(): void {
    const one = () => {
      const timer = bells.take(time.now());
      if (timer) time.at(timer.at, () => strike(timer));
    };
    while ((bells.next()?.at ?? Infinity) <= time.now()) atomically(database, one);
  }

  /** Waits for what comes next by itself. */
  function setAlarm(): void {
    clearTimeout(alarm);
    const next = Math.min(bells.next()?.at ?? Infinity, deliveries.nextDue(time.now()) ?? Infinity);
    if (next === Infinity) return;
    // Deliveries that are due wait for a free place, not for an alarm.
    alarm = setTimeout(wake, Math.min(time.untilMs(next), LONGEST_MS)).unref();
  }

  function wake(): void {
    ring();
    post.go();
    setAlarm();
  }

  return {
    database,
    settings: kept,
    clock: time,
    objects: stored,
    deliveries,
    post,
    wake,
    run(work, { cause = NOBODY, inBrowser = false } = {}) {
      ring();
      try {
        return atomically(database, () => work(worldFor(cause, inBrowser)));
      } finally {
        wake();
      }
    },
    advance(seconds) {
      time.advance(seconds);
      wake();
    },
    async stop() {
      clearTimeout(alarm);
      await post.stop();
    },
  };
}
