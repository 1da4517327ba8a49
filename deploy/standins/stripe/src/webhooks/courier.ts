import type { Clock } from '../storage/clock.js';
import type { Objects } from '../storage/objects.js';
import type { Delivery, Outbox } from './outbox.js';
import { signature } from './signature.js';

/** An endpoint that says nothing for so long has failed. */
const PATIENCE_MS = 10_000;
/** So many deliveries are on their way at once, so they arrive in any order. */
const AT_ONCE = 8;

/**
 * Carries deliveries to their endpoints, each attempt signed anew with the clock's time. An event reaches an endpoint at
 * least once: an attempt whose answer was not noted before the process died is made again. `carried` hears of each end.
 */
export function courier(outbox: Outbox, objects: Objects, clock: Clock, carried: () => void) {
  const underWay = new Map<number, Promise<void>>();
  const leaving = new AbortController();

  async function post(url: string, body: string, secret: string): Promise<number | null> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (development stand-in of Courtly)',
      'stripe-signature': signature(body, secret, clock.now()),
    };
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  async function carry(delivery: Delivery): Promise<void> {
    const endpoint = objects.get('webhook_endpoint', delivery.endpoint);
    const known = objects.get('_endpoint', `endpoint:${delivery.endpoint}`);
    const event = objects.get('event', delivery.event);
    if (!endpoint || !known || !event) return outbox.drop(delivery);
    const status = await post(endpoint.url, JSON.stringify(event, undefined, 2), known.secret);
    // What was cut short by our own end is tried again by the next process.
    if (!leaving.signal.aborted) outbox.settle(delivery, status, clock.now());
  }

  /** Sends all that is due. Called again after each delivery, since one may have been overtaken. */
  function go(): void {
    if (leaving.signal.aborted) return;
    for (const delivery of outbox.due(clock.now())) {
      if (underWay.size >= AT_ONCE) return;
      if (underWay.has(delivery.seq)) continue;
      const journey = carry(delivery).finally(() => {
        underWay.delete(delivery.seq);
        if (leaving.signal.aborted) return;
        go();
        carried();
      });
      underWay.set(delivery.seq, journey);
    }
  }

  return {
    go,
    /** Resolves when nothing that is due is on its way. */
    async settled(): Promise<void> {
      go();
      while (underWay.size > 0) await Promise.race(underWay.values());
    },
    async stop(): Promise<void> {
      leaving.abort();
      await Promise.all(underWay.values());
    },
  };
}
export type Courier = ReturnType<typeof courier>;
