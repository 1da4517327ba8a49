import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';

/** A received delivery. */
export type Received = Readonly<{ body: string; signature: string; event: Stripe.Event }>;

/** A webhook endpoint for tests. It records deliveries and responds with a configurable status. */
export async function receiver() {
  const received: Received[] = [];
  let statusOfNext: () => number = () => 200;
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const status = statusOfNext();
    received.push({
      body,
      signature: String(request.headers['stripe-signature']),
      event: JSON.parse(body) as Stripe.Event,
    });
    response.writeHead(status).end();
    waiting.forEach((checkWaiting) => checkWaiting());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    types: () => received.map(({ event }) => event.type),
    /** Sets a function that computes the status of each later response. */
    respondWith: (nextStatus: () => number) => void (statusOfNext = nextStatus),
    /** Resolves with the received deliveries once `isEnough` returns true. */
    until: (isEnough: (received: readonly Received[]) => boolean) =>
      new Promise<readonly Received[]>((resolve) => {
        const checkWaiting = () => {
          if (!isEnough(received)) return;
          waiting.delete(checkWaiting);
          resolve(received);
        };
        waiting.add(checkWaiting);
        checkWaiting();
      }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
