import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineClock } from '../storage/clock.js';
import type { ObjectStore } from '../storage/objects.js';
import type { Delivery, DeliveryOutbox } from './outbox.js';

/** A delivery fails if the endpoint does not respond within this time. */
const DELIVERY_TIMEOUT_MS = 10_000;
/** The wait before a retry of a result that could not be stored, as on a full disk. */
const RETRY_MS = 1_000;
/**
 * Deliveries to an endpoint run concurrently, so they can arrive in any order. Endpoints share no
 * slots, so one that never responds delays only its own deliveries.
 */
const MAX_CONCURRENT_PER_ENDPOINT = 8;

/**
 * The `Stripe-Signature` header: HMAC-SHA256 of `t.body` with the whole secret, in hex. `timestamp`
 * is in Unix seconds (https://docs.stripe.com/webhooks#verify-manually).
 */
function signatureHeader(bodyText: string, signingSecret: string, timestamp: number): string {
  const signatureHex = createHmac('sha256', signingSecret)
    .update(`${timestamp}.${bodyText}`)
    .digest('hex');
  return `t=${timestamp},v1=${signatureHex}`;
}

/**
 * Sends deliveries to their endpoints and signs each attempt with the current clock time. Events
 * are delivered at least once: an attempt that was not recorded before the process died is
 * repeated. `onDelivered` runs after each attempt, sends what is due by then, and never throws.
 */
export function createCourier(
  deliveryOutbox: DeliveryOutbox,
  objectStore: ObjectStore,
  engineClock: EngineClock,
  onDelivered: () => void,
) {
  const activeDeliveries = new Map<number, Promise<void>>();
  const activeCounts = new Map<string, number>();
  const shutdownController = new AbortController();

  async function postDelivery(
    endpointUrl: string,
    bodyText: string,
    signingSecret: string,
  ): Promise<number | null> {
    const requestHeaders = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (development stand-in of Courtly)',
      'stripe-signature': signatureHeader(bodyText, signingSecret, engineClock.now()),
    };
    const abortSignal = AbortSignal.any([
      shutdownController.signal,
      AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    ]);
    try {
      const endpointResponse = await fetch(endpointUrl, {
        method: 'POST',
        headers: requestHeaders,
        body: bodyText,
        signal: abortSignal,
        redirect: 'manual',
      });
      await endpointResponse.body?.cancel();
      return endpointResponse.status;
    } catch {
      return null;
    }
  }

  const retryLater = () =>
    delay(RETRY_MS, undefined, { ref: false, signal: shutdownController.signal }).catch(
      () => undefined,
    );

  /** Repeats a write that fails. The next process repeats it if this one stops before. */
  async function storeEventually(delivery: Delivery, write: () => void): Promise<void> {
    for (let isFirst = true; !shutdownController.signal.aborted; isFirst = false)
      try {
        return write();
      } catch (error) {
        const { message } = error as Error;
        if (isFirst)
          console.error(
            `stripe stand-in: warning: the result of delivery ${delivery.seq} could not be stored; retrying: ${message}`,
          );
        await retryLater();
      }
  }

  async function deliverEvent(pendingDelivery: Delivery): Promise<void> {
    const webhookEndpoint = objectStore.get('webhook_endpoint', pendingDelivery.endpoint);
    const endpointRecord = objectStore.get('_endpoint', `endpoint:${pendingDelivery.endpoint}`);
    const storedEvent = objectStore.get('event', pendingDelivery.event);
    if (!webhookEndpoint || !endpointRecord || !storedEvent)
      return storeEventually(pendingDelivery, () => deliveryOutbox.drop(pendingDelivery));
    const httpStatus = await postDelivery(
      webhookEndpoint.url,
      JSON.stringify(storedEvent, undefined, 2),
      endpointRecord.secret,
    );
    const attemptedAt = engineClock.now();
    // The next process retries attempts that the shutdown interrupted.
    await storeEventually(pendingDelivery, () =>
      deliveryOutbox.recordAttempt(pendingDelivery, httpStatus, attemptedAt),
    );
  }

  /** Sends all due deliveries. Runs after each one, which may have released one that was held. */
  function sendDueDeliveries(): void {
    if (shutdownController.signal.aborted) return;
    for (const dueDelivery of deliveryOutbox.due(engineClock.now(), MAX_CONCURRENT_PER_ENDPOINT)) {
      const { seq, endpoint } = dueDelivery;
      const activeCount = activeCounts.get(endpoint) ?? 0;
      if (activeDeliveries.has(seq) || activeCount >= MAX_CONCURRENT_PER_ENDPOINT) continue;
      activeCounts.set(endpoint, activeCount + 1);
      const deliveryPromise = deliverEvent(dueDelivery)
        .catch((error: unknown) => {
          console.error(`stripe stand-in: warning: delivery ${seq} waits: ${String(error)}`);
          return retryLater();
        })
        .then(() => {
          activeDeliveries.delete(seq);
          activeCounts.set(endpoint, activeCounts.get(endpoint)! - 1);
          if (!shutdownController.signal.aborted) onDelivered();
        });
      activeDeliveries.set(seq, deliveryPromise);
    }
  }

  return {
    sendDue: sendDueDeliveries,
    /** Resolves when no due delivery is in progress. */
    async waitUntilIdle(): Promise<void> {
      sendDueDeliveries();
      while (activeDeliveries.size > 0) await Promise.race(activeDeliveries.values());
    },
    async stop(): Promise<void> {
      shutdownController.abort();
      await Promise.all(activeDeliveries.values());
    },
  };
}
export type WebhookCourier = ReturnType<typeof createCourier>;
