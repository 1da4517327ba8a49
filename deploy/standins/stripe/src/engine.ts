import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { makeAvailable } from './payments/balance.js';
import { bookCapture } from './payments/capture.js';
import { disputeByCard, expireDispute } from './payments/dispute.js';
import { warnOfFraud } from './payments/fraud-warning.js';
import { expireHold } from './payments/hold.js';
import { finishRefund } from './payments/refund.js';
import { completePayout, payOutAutomatically } from './payments/payout.js';
import {
  expireIncomplete,
  finalizeDraft,
  passDueDate,
  retryPayment,
  renewSubscription,
} from './billing/collection.js';
import { createClock, type EngineClock } from './storage/clock.js';
import { runAtomically } from './storage/database.js';
import { isWriteFailure } from './storage/file-errors.js';
import { createObjectStore, type ObjectStore } from './storage/objects.js';
import { createSettings, type SettingsStore } from './storage/settings.js';
import { createTimerQueue, type StoredTimer, type TimerKind } from './storage/timers.js';
import { createCourier, type WebhookCourier } from './webhooks/courier.js';
import { buildEvent, type EventCause } from './webhooks/event.js';
import { createOutbox, type DeliveryOutbox } from './webhooks/outbox.js';
import type { StripeState } from './state.js';

const TIMER_HANDLERS: Readonly<Record<TimerKind, (state: StripeState, subjectId: string) => void>> =
  {
    hold: expireHold,
    available: makeAvailable,
    incomplete: expireIncomplete,
    renewal: renewSubscription,
    draft: finalizeDraft,
    dunning: retryPayment,
    payout: payOutAutomatically,
    arrival: completePayout,
    evidence: expireDispute,
    dispute: disputeByCard,
    refund: finishRefund,
    booking: bookCapture,
    fraud: (state, chargeId) => void warnOfFraud(state, chargeId),
    overdue: passDueDate,
  };

const NO_CAUSE: EventCause = { id: null, idempotency_key: null };
/** The wait before a retry of background work that could not be stored, as on a full disk. */
const RETRY_MS = 1_000;
/** How many timers run before the stand-in responds to other calls, unless more share a second. */
const TIMERS_PER_STEP = 100;
/** The longest timeout Node supports. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

type BackgroundWork = 'timers' | 'deliveries';

type RunWork = <Result>(
  runWork: (state: StripeState) => Result,
  callerContext?: { cause?: EventCause; inBrowser?: boolean; account?: string | null },
) => Result;

export type Engine = Readonly<{
  database: DatabaseSync;
  settings: SettingsStore;
  clock: EngineClock;
  objects: ObjectStore;
  deliveries: DeliveryOutbox;
  courier: WebhookCourier;
  /** Runs due timers and sends pending deliveries. Never throws: what fails runs again later. */
  wake: () => void;
  /**
   * Runs work in one transaction, after all due timers. Its events are sent after the commit. While
   * timers cannot be stored, work that only reads runs before them.
   */
  run: RunWork;
  /**
   * Moves the clock forward and runs everything that becomes due, in small steps, so the stand-in
   * responds to other calls in between.
   */
  advance: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
}>;

/**
 * The stand-in without HTTP: storage, timers, and webhooks. With `simulatedTime` (Unix
 * milliseconds), it never wakes on its own or sends events: timers run with the next call.
 */
export function createEngine(
  database: DatabaseSync,
  readOrigin: () => string,
  simulatedTime?: () => number,
): Engine {
  const settingsStore = createSettings(database);
  const engineClock = createClock(settingsStore, simulatedTime);
  const objectStore = createObjectStore(database);
  const timerQueue = createTimerQueue(database);
  const deliveryOutbox = createOutbox(database, objectStore, settingsStore);
  const webhookCourier = createCourier(deliveryOutbox, objectStore, engineClock, () =>
    runInBackground('deliveries', continueDeliveries),
  );
  const changesStatement = database.prepare('SELECT total_changes() AS count');
  const countChanges = () => changesStatement.get()?.count;
  let wakeTimeout: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lastFailures = new Map<BackgroundWork, string>();

  const createState = (
    eventCause: EventCause,
    isBrowserCall: boolean,
    accountId: string | null,
  ): StripeState => ({
    now: engineClock.now(),
    objects: objectStore,
    timers: timerQueue,
    emit: (eventType, eventObject, eventDetails) =>
      deliveryOutbox.enqueueEvent(
        buildEvent(eventType, eventObject, {
          now: engineClock.now(),
          cause: eventCause,
          ...(accountId && { account: accountId }),
          ...eventDetails,
        }),
        engineClock.now(),
      ),
    origin: readOrigin(),
    inBrowser: isBrowserCall,
    account: accountId,
  });

  /**
   * Runs a timer. A failure is rolled back and logged, so it does not block later timers. A timer
   * that cannot be stored stays due.
   */
  function runTimer({ kind, subject }: StoredTimer): void {
    try {
      runAtomically(database, () =>
        TIMER_HANDLERS[kind](createState(NO_CAUSE, false, null), subject),
      );
    } catch (error) {
      if (isWriteFailure(error)) throw error;
      console.error(
        `stripe stand-in: warning: timer ${kind} of ${subject} failed: ${(error as Error).stack}`,
      );
    }
  }

  /** Runs all due timers, each with the clock set to its due time. */
  function runDueTimers(): void {
    const runNextTimer = () => {
      const dueTimer = timerQueue.takeDueTimer(engineClock.now());
      if (dueTimer) engineClock.runAt(dueTimer.at, () => runTimer(dueTimer));
    };
    while ((timerQueue.next()?.at ?? Infinity) <= engineClock.now())
      runAtomically(database, runNextTimer);
  }

  const wakeIn = (delayMs: number) => {
    clearTimeout(wakeTimeout);
    wakeTimeout = setTimeout(processDueWork, delayMs).unref();
  };

  /** Schedules the next wake-up. */
  function scheduleWake(): void {
    clearTimeout(wakeTimeout);
    const nextDueSeconds = Math.min(
      timerQueue.next()?.at ?? Infinity,
      deliveryOutbox.nextDue(engineClock.now()) ?? Infinity,
    );
    // Due deliveries wait for a free slot, not for the timeout.
    if (nextDueSeconds !== Infinity)
      wakeIn(Math.min(engineClock.untilMs(nextDueSeconds), MAX_TIMEOUT_MS));
  }

  /**
   * Work of no caller, or after the work of one. A failure is logged once for each kind of work and
   * returned, and all due work runs again later.
   */
  function runInBackground(kind: BackgroundWork, runWork: () => void): Error | null {
    try {
      runWork();
      lastFailures.delete(kind);
      return null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastFailures.get(kind))
        console.error(
          `stripe stand-in: warning: due work could not be stored; retrying: ${message}`,
        );
      lastFailures.set(kind, message);
      if (!simulatedTime && !isStopped) wakeIn(RETRY_MS);
      return error as Error;
    }
  }

  function continueDeliveries(): void {
    if (simulatedTime || isStopped) return;
    webhookCourier.sendDue();
    scheduleWake();
  }

  /** Timers that cannot be stored do not stop deliveries. */
  function processDueWork(): void {
    const timerFailure = runInBackground('timers', runDueTimers);
    runInBackground('deliveries', continueDeliveries);
    // Due timers would otherwise wake the engine immediately, over and over.
    if (timerFailure && !simulatedTime && !isStopped) wakeIn(RETRY_MS);
  }

  return {
    database,
    settings: settingsStore,
    clock: engineClock,
    objects: objectStore,
    deliveries: deliveryOutbox,
    courier: webhookCourier,
    wake: processDueWork,
    run(runWork, { cause = NO_CAUSE, inBrowser = false, account = null } = {}) {
      const timerFailure = runInBackground('timers', runDueTimers);
      try {
        return runAtomically(database, () => {
          const changesBefore = countChanges();
          const workResult = runWork(createState(cause, inBrowser, account));
          if (timerFailure && countChanges() !== changesBefore) throw timerFailure;
          return workResult;
        });
      } finally {
        processDueWork();
      }
    },
    async advance(seconds) {
      let leftSeconds = seconds;
      for (;;) {
        const laterTimer = timerQueue.next(TIMERS_PER_STEP);
        const untilTimer = laterTimer ? laterTimer.at - engineClock.now() : Infinity;
        const stepSeconds = Math.min(leftSeconds, Math.max(1, untilTimer));
        engineClock.advance(stepSeconds);
        processDueWork();
        leftSeconds -= stepSeconds;
        if (leftSeconds === 0) return;
        await setImmediate();
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(wakeTimeout);
      await webhookCourier.stop();
    },
  };
}
