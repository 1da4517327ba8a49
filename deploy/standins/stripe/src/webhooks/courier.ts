import { createHmac } from 'node:crypto';
import type { EngineClock } from '../storage/clock.js';
import type { ObjectStore } from '../storage/objects.js';
import type { Delivery, DeliveryOutbox } from './outbox.js';

/** An endpoint that says nothing for so long has failed. */
const DELIVERY_TIMEOUT_MS = 10_000;
/** So many deliveries are on their way at once, so they arrive in any order. */
const MAX_CONCURRENT_DELIVERIES = 8;

/**
 * The header `Stripe-Signature` of one attempt: HMAC-SHA256 of `t.body` with the whole secret, in hex. `time` in unix seconds
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
function signatureHeader(bodyText: string, signingSecret: string, timestamp: number): string {
  const signatureHex = createHmac('sha256', signingSecret)
    .update(`${timestamp}.${bodyText}`)
    .digest('hex');
  return `t=${timestamp},v1=${signatureHex}`;
}

/**
 * Carries deliveries to their endpoints, each attempt signed anew with the clock's time. An event reaches an endpoint at
 * least once: an attempt whose answer was not noted before the process died is made again. `carried` hears of each end.
 */
export function createCourier(
  deliveryOutbox: DeliveryOutbox,
  objectStore: ObjectStore,
  engineClock: EngineClock,
  onDelivered: () => void,
) {
  const activeDeliveries = new Map<number, Promise<void>>();
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

  async function deliverEvent(pendingDelivery: Delivery): Promise<void> {
    const webhookEndpoint = objectStore.get('webhook_endpoint', pendingDelivery.endpoint);
    const endpointRecord = objectStore.get('_endpoint', `endpoint:${pendingDelivery.endpoint}`);
    const storedEvent = objectStore.get('event', pendingDelivery.event);
    if (!webhookEndpoint || !endpointRecord || !storedEvent)
      return deliveryOutbox.drop(pendingDelivery);
    const httpStatus = await postDelivery(
      webhookEndpoint.url,
      JSON.stringify(storedEvent, undefined, 2),
      endpointRecord.secret,
    );
    // What was cut short by our own end is tried again by the next process.
    if (!shutdownController.signal.aborted)
      deliveryOutbox.recordAttempt(pendingDelivery, httpStatus, engineClock.now());
  }

  /** Sends all that is due. Called again after each delivery, since one may have been overtaken. */
  function sendDueDeliveries(): void {
    if (shutdownController.signal.aborted) return;
    for (const dueDelivery of deliveryOutbox.due(engineClock.now())) {
      if (activeDeliveries.size >= MAX_CONCURRENT_DELIVERIES) return;
      if (activeDeliveries.has(dueDelivery.seq)) continue;
      const deliveryPromise = deliverEvent(dueDelivery).finally(() => {
        activeDeliveries.delete(dueDelivery.seq);
        if (shutdownController.signal.aborted) return;
        sendDueDeliveries();
        onDelivered();
      });
      activeDeliveries.set(dueDelivery.seq, deliveryPromise);
    }
  }

  return {
    sendDue: sendDueDeliveries,
    /** Resolves when nothing that is due is on its way. */
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
