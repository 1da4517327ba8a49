import type { DatabaseSync } from 'node:sqlite';
import type Stripe from 'stripe';
import type { Objects } from '../storage/objects.js';
import type { Settings } from '../storage/settings.js';
import { CALM, decide, type Fate, type Weather } from './weather.js';

/** `waiting` for its time, `held` until another delivery has overtaken it, or over. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed' | 'lost';
export type Delivery = Readonly<{
  seq: number;
  event: string;
  endpoint: string;
  state: DeliveryState;
  /** Unix seconds of the clock. */
  due: number;
  attempts: number;
  /** What the endpoint answered last; null when nothing came. */
  status: number | null;
}>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after each failed attempt; three days in all, denser at first so that a restarted program soon hears. */
const BACKOFF = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

/** How many deliveries the weather has met since it was set. */
export type Met = Readonly<{
  lost: number;
  duplicated: number;
  delayed: number;
  reordered: number;
}>;

export const NOTHING_MET: Met = { lost: 0, duplicated: 0, delayed: 0, reordered: 0 };

const metBy = (met: Met, { copies, delaySeconds, swaps }: Fate): Met => ({
  lost: met.lost + Number(copies === 0),
  duplicated: met.duplicated + Number(copies > 1),
  delayed: met.delayed + Number(copies > 0 && delaySeconds > 0),
  reordered: met.reordered + Number(copies > 0 && swaps),
});

/** A held delivery that nothing overtakes goes out after so many seconds. */
const HOLD_SECONDS = 30;

/** The deliveries of events to webhook endpoints, on disk with the changes that they tell of. */
export function outbox(database: DatabaseSync, objects: Objects, settings: Settings) {
  const insert = database.prepare(
    'INSERT INTO deliveries (event, endpoint, state, due, attempts, status) VALUES (?, ?, ?, ?, 0, NULL)',
  );
  const update = database.prepare(
    'UPDATE deliveries SET state = ?, due = ?, attempts = ?, status = ? WHERE seq = ?',
  );
  const due = database.prepare(
    "SELECT * FROM deliveries WHERE state IN ('waiting', 'held') AND due <= ? ORDER BY due, seq",
  );
  const first = database.prepare(
    "SELECT MIN(due) AS due FROM deliveries WHERE state IN ('waiting', 'held') AND due > ?",
  );
  const release = database.prepare(
    "UPDATE deliveries SET state = 'waiting', due = ? WHERE state = 'held' AND endpoint = ?",
  );
  const hasten = database.prepare(
    "UPDATE deliveries SET state = 'waiting', due = ? WHERE state IN ('waiting', 'held') AND due > ?",
  );
  const all = database.prepare('SELECT * FROM deliveries ORDER BY seq');

  const hears = (endpoint: Stripe.WebhookEndpoint, event: Stripe.Event) => {
    const known = objects.get('_endpoint', `endpoint:${endpoint.id}`);
    const ofConnect = event.account !== undefined;
    const concerns = known?.hears === 'both' || (known?.hears === 'connect') === ofConnect;
    const types = endpoint.enabled_events;
    return (
      endpoint.status === 'enabled' &&
      concerns &&
      (types.includes('*') || types.includes(event.type))
    );
  };

  return {
    /** Keeps an event with a delivery for each endpoint that hears it. */
    send(event: Stripe.Event, now: number): void {
      const listeners = objects
        .all('webhook_endpoint')
        .filter((endpoint) => hears(endpoint, event));
      objects.put('event', { ...event, pending_webhooks: listeners.length });
      for (const { id } of listeners) {
        const { fate, weather } = decide(settings.get<Weather>('weather', CALM), event.type);
        settings.set('weather', weather);
        settings.set('met', metBy(settings.get('met', NOTHING_MET), fate));
        if (fate.copies === 0) insert.run(event.id, id, 'lost', now);
        for (let copy = 0; copy < fate.copies; copy += 1)
          if (fate.swaps) insert.run(event.id, id, 'held', now + HOLD_SECONDS);
          else insert.run(event.id, id, 'waiting', now + fate.delaySeconds);
      }
    },
    due: (now: number): Delivery[] => due.all(now) as unknown as Delivery[],
    /** When the next delivery becomes due, in unix seconds of the clock. */
    nextDue: (now: number): number | undefined =>
      (first.get(now)?.due as number | null) ?? undefined,
    all: (): Delivery[] => all.all() as unknown as Delivery[],
    /** Sends what waits for its time, or was held back, as soon as possible. */
    hasten: (now: number): void => void hasten.run(now, now),
    /** Notes how an attempt ended: `status` is what was answered, null when nothing was. */
    settle(delivery: Delivery, status: number | null, now: number): void {
      const attempts = delivery.attempts + 1;
      const isDelivered = status !== null && status >= 200 && status < 300;
      const wait = BACKOFF[delivery.attempts];
      const state = isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
      update.run(state, now + (wait ?? 0), attempts, status, delivery.seq);
      release.run(now, delivery.endpoint);
      const event = isDelivered ? objects.get('event', delivery.event) : undefined;
      if (event)
        objects.put('event', {
          ...event,
          pending_webhooks: Math.max(0, event.pending_webhooks - 1),
        });
    },
    /** An endpoint that is gone hears nothing more. */
    drop: (delivery: Delivery): void =>
      void update.run('failed', delivery.due, delivery.attempts, null, delivery.seq),
  };
}
export type Outbox = ReturnType<typeof outbox>;
