import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, parseCall } from './points.js';

/** Decides on calls that move money; all others pass. Blocked calls never reach Stripe. */
export type CallGate = Readonly<{
  asked(stripeCall: Call): 'pass' | 'block';
  /** Whether the caller receives the response to a completed call. */
  answered(stripeCall: Call): 'pass' | 'block';
}>;

/** A proxy for Stripe. */
export const startStripeGate = async (stripeUrl: string, gate: CallGate) => {
  const forwardCall = (
    incomingRequest: IncomingMessage,
    outgoingResponse: ServerResponse,
    stripeCall: Call | null,
  ) => {
    const { method, url, headers } = incomingRequest;
    const forwardedRequest = request(
      new URL(url ?? '/', stripeUrl),
      { method, headers, agent: false },
      (stripeResponse) => {
        const parts: Buffer[] = [];
        stripeResponse.on('data', (part: Buffer) => parts.push(part));
        // Stripe has completed the call only once the whole response has arrived.
        stripeResponse.on('end', () => {
          if (stripeCall && gate.answered(stripeCall) === 'block') return;
          outgoingResponse
            .writeHead(stripeResponse.statusCode ?? 502, stripeResponse.headers)
            .end(Buffer.concat(parts));
        });
      },
    );
    forwardedRequest.on('error', () => outgoingResponse.destroy());
    incomingRequest.pipe(forwardedRequest);
  };
  const proxyServer = createServer((incomingRequest, outgoingResponse) => {
    const idempotencyKey = incomingRequest.headers['idempotency-key'];
    const stripeCall = parseCall(
      incomingRequest.method ?? '',
      incomingRequest.url ?? '',
      typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    );
    if (stripeCall && gate.asked(stripeCall) === 'block') incomingRequest.resume();
    else forwardCall(incomingRequest, outgoingResponse, stripeCall);
  }).listen(0, '127.0.0.1');
  await once(proxyServer, 'listening');
  return {
    url: `http://127.0.0.1:${(proxyServer.address() as AddressInfo).port}`,
    stop() {
      proxyServer.closeAllConnections();
      proxyServer.close();
    },
  };
};
