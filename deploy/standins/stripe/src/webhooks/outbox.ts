import type { DatabaseSync } from 'node:sqlite';
import type Stripe from 'stripe';
import { runAtomically } from '../storage/database.js';
import type { ObjectStore } from '../storage/objects.js';
import type { SettingsStore } from '../storage/settings.js';
import {
  NO_DELIVERY_RULES,
  decideDelivery,
  type DeliveryFate,
  type DeliveryRules,
} from './delivery-rules.js';

/** `waiting` for its time, `held` until another delivery overtakes it, or finished. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed' | 'lost';
export type Delivery = Readonly<{
  seq: number;
  event: string;
  endpoint: string;
  state: DeliveryState;
  /** Unix seconds of the clock. */
  due: number;
  attempts: number;
  /** The last response status of the endpoint; null if there was no response. */
  status: number | null;
}>;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * Seconds to wait after each failed attempt. They cover three days and start short, so a restarted
 * program receives events soon.
 */
const RETRY_DELAYS = [
  5,
  30,
  2 * MINUTE_SECONDS,
  10 * MINUTE_SECONDS,
  HOUR_SECONDS,
  3 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
];

/** How many deliveries each fault has affected since the rules were set. */
export type DeliveryFaultCounts = Readonly<{
  lost: number;
  duplicated: number;
  delayed: number;
  reordered: number;
}>;

export const NO_DELIVERY_FAULTS: DeliveryFaultCounts = {
  lost: 0,
  duplicated: 0,
  delayed: 0,
  reordered: 0,
};

const countDeliveryFaults = (
  faultCounts: DeliveryFaultCounts,
  { copies, delaySeconds, swaps }: DeliveryFate,
): DeliveryFaultCounts => ({
  lost: faultCounts.lost + Number(copies === 0),
  duplicated: faultCounts.duplicated + Number(copies > 1),
  delayed: faultCounts.delayed + Number(copies > 0 && delaySeconds > 0),
  reordered: faultCounts.reordered + Number(copies > 0 && swaps),
});

/** A held delivery is sent after this time even if nothing overtakes it. */
const HOLD_SECONDS = 30;

/** Event deliveries to webhook endpoints, committed with the changes they report. */
export function createOutbox(
  database: DatabaseSync,
  objectStore: ObjectStore,
  settingsStore: SettingsStore,
) {
  const insertStatement = database.prepare(
    'INSERT INTO deliveries (event, endpoint, state, due, attempts, status) VALUES (?, ?, ?, ?, 0, NULL)',
  );
  const updateStatement = database.prepare(
    'UPDATE deliveries SET state = ?, due = ?, attempts = ?, status = ? WHERE seq = ?',
  );
  const nextEndpointStatement = database.prepare(
    "SELECT MIN(endpoint) AS endpoint FROM deliveries WHERE state IN ('waiting', 'held') AND endpoint > ?",
  );
  const dueStatement = database.prepare(
    "SELECT * FROM deliveries WHERE state IN ('waiting', 'held') AND endpoint = ? AND due <= ? ORDER BY due, seq LIMIT ?",
  );
  const nextDueStatement = database.prepare(
    "SELECT MIN(due) AS due FROM deliveries WHERE state IN ('waiting', 'held') AND due > ?",
  );
  const releaseStatement = database.prepare(
    "UPDATE deliveries SET state = 'waiting', due = ? WHERE state = 'held' AND endpoint = ?",
  );
  const hastenStatement = database.prepare(
    "UPDATE deliveries SET state = 'waiting', due = ? WHERE state IN ('waiting', 'held') AND due > ?",
  );
  const allStatement = database.prepare('SELECT * FROM deliveries ORDER BY seq');

  const isSubscribed = (webhookEndpoint: Stripe.WebhookEndpoint, stripeEvent: Stripe.Event) => {
    const endpointRecord = objectStore.get('_endpoint', `endpoint:${webhookEndpoint.id}`);
    const isConnectEvent = stripeEvent.account !== undefined;
    const matchesSource =
      endpointRecord?.hears === 'both' || (endpointRecord?.hears === 'connect') === isConnectEvent;
    const enabledEvents = webhookEndpoint.enabled_events;
    return (
      webhookEndpoint.status === 'enabled' &&
      matchesSource &&
      (enabledEvents.includes('*') || enabledEvents.includes(stripeEvent.type))
    );
  };

  return {
    /** Stores an event with a delivery for each subscribed endpoint. */
    enqueueEvent(stripeEvent: Stripe.Event, nowSeconds: number): void {
      const subscribedEndpoints = objectStore
        .all('webhook_endpoint')
        .filter((webhookEndpoint) => isSubscribed(webhookEndpoint, stripeEvent));
      objectStore.put('event', { ...stripeEvent, pending_webhooks: subscribedEndpoints.length });
      for (const { id } of subscribedEndpoints) {
        const { fate, rules } = decideDelivery(
          settingsStore.get<DeliveryRules>('weather', NO_DELIVERY_RULES),
          stripeEvent.type,
        );
        settingsStore.set('weather', rules);
        settingsStore.set(
          'met',
          countDeliveryFaults(settingsStore.get('met', NO_DELIVERY_FAULTS), fate),
        );
        if (fate.copies === 0) insertStatement.run(stripeEvent.id, id, 'lost', nowSeconds);
        for (let copyNumber = 0; copyNumber < fate.copies; copyNumber += 1)
          if (fate.swaps)
            insertStatement.run(stripeEvent.id, id, 'held', nowSeconds + HOLD_SECONDS);
          else insertStatement.run(stripeEvent.id, id, 'waiting', nowSeconds + fate.delaySeconds);
      }
    },
    /** The first `limit` due deliveries of each endpoint. */
    due(nowSeconds: number, limit: number): Delivery[] {
      const dueDeliveries: Delivery[] = [];
      const endpointAfter = (endpoint: string) =>
        nextEndpointStatement.get(endpoint)?.endpoint as string | null;
      for (let endpoint = endpointAfter(''); endpoint; endpoint = endpointAfter(endpoint))
        dueDeliveries.push(
          ...(dueStatement.all(endpoint, nowSeconds, limit) as unknown as Delivery[]),
        );
      return dueDeliveries;
    },
    /** When the next delivery is due, in Unix seconds of the clock. */
    nextDue: (nowSeconds: number): number | undefined =>
      (nextDueStatement.get(nowSeconds)?.due as number | null) ?? undefined,
    all: (): Delivery[] => allStatement.all() as unknown as Delivery[],
    /** Makes all waiting and held deliveries due now. */
    hasten: (nowSeconds: number): void => void hastenStatement.run(nowSeconds, nowSeconds),
    /** Records the result of an attempt; `httpStatus` is null if there was no response. */
    recordAttempt(settledDelivery: Delivery, httpStatus: number | null, nowSeconds: number): void {
      const attemptCount = settledDelivery.attempts + 1;
      const isDelivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
      const retryDelay = RETRY_DELAYS[settledDelivery.attempts];
      const deliveryState = isDelivered
        ? 'delivered'
        : retryDelay === undefined
          ? 'failed'
          : 'waiting';
      runAtomically(database, () => {
        updateStatement.run(
          deliveryState,
          nowSeconds + (retryDelay ?? 0),
          attemptCount,
          httpStatus,
          settledDelivery.seq,
        );
        releaseStatement.run(nowSeconds, settledDelivery.endpoint);
        const stripeEvent = isDelivered
          ? objectStore.get('event', settledDelivery.event)
          : undefined;
        if (stripeEvent)
          objectStore.put('event', {
            ...stripeEvent,
            pending_webhooks: Math.max(0, stripeEvent.pending_webhooks - 1),
          });
      });
    },
    /** Drops a delivery to a deleted endpoint. */
    drop: (settledDelivery: Delivery): void =>
      void updateStatement.run(
        'failed',
        settledDelivery.due,
        settledDelivery.attempts,
        null,
        settledDelivery.seq,
      ),
  };
}
export type DeliveryOutbox = ReturnType<typeof createOutbox>;
