import type { DatabaseSync } from 'node:sqlite';
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
/** The longest timeout Node supports. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

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
  /** Runs due timers and sends pending deliveries. */
  wake: () => void;
  /** Runs work in one transaction, after all due timers. Its events are sent after the commit. */
  run: RunWork;
  /** Moves the clock forward and runs everything that becomes due. */
  advance: (seconds: number) => void;
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
  const webhookCourier = createCourier(deliveryOutbox, objectStore, engineClock, scheduleWake);
  let wakeTimeout: NodeJS.Timeout | undefined;

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

  /** Runs a timer. A failure is rolled back and logged, so it does not block later timers. */
  function runTimer({ kind, subject }: StoredTimer): void {
    try {
      runAtomically(database, () =>
        TIMER_HANDLERS[kind](createState(NO_CAUSE, false, null), subject),
      );
    } catch (error) {
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

  /** Schedules the next wake-up. */
  function scheduleWake(): void {
    clearTimeout(wakeTimeout);
    const nextDueSeconds = Math.min(
      timerQueue.next()?.at ?? Infinity,
      deliveryOutbox.nextDue(engineClock.now()) ?? Infinity,
    );
    if (nextDueSeconds === Infinity) return;
    // Due deliveries wait for a free slot, not for the timeout.
    wakeTimeout = setTimeout(
      processDueWork,
      Math.min(engineClock.untilMs(nextDueSeconds), MAX_TIMEOUT_MS),
    ).unref();
  }

  function processDueWork(): void {
    runDueTimers();
    if (simulatedTime) return;
    webhookCourier.sendDue();
    scheduleWake();
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
      runDueTimers();
      try {
        return runAtomically(database, () => runWork(createState(cause, inBrowser, account)));
      } finally {
        processDueWork();
      }
    },
    advance(seconds) {
      engineClock.advance(seconds);
      processDueWork();
    },
    async stop() {
      clearTimeout(wakeTimeout);
      await webhookCourier.stop();
    },
  };
}
