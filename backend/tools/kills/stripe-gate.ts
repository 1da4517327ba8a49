import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, parseCall } from './points.js';

/** Decides about calls that move money; all others pass. Blocked calls never arrive. */
export type CallGate = Readonly<{
  asked(call: Call): 'pass' | 'block';
  /** Whether the caller receives the response of a completed call. */
  answered(call: Call): 'pass' | 'block';
}>;

/** Proxies Stripe. */
export const startStripeGate = async (stripeUrl: string, gate: CallGate) => {
  const pass = (asked: IncomingMessage, answer: ServerResponse, call: Call | null) => {
    const { method, url, headers } = asked;
    const onward = request(
      new URL(url ?? '/', stripeUrl),
      { method, headers, agent: false },
      (came) => {
        const parts: Buffer[] = [];
        came.on('data', (part: Buffer) => parts.push(part));
        // Stripe has completed the call only when the whole response has arrived.
        came.on('end', () => {
          if (call && gate.answered(call) === 'block') return;
          answer.writeHead(came.statusCode ?? 502, came.headers).end(Buffer.concat(parts));
        });
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer((asked, answer) => {
    const key = asked.headers['idempotency-key'];
    const call = parseCall(
      asked.method ?? '',
      asked.url ?? '',
      typeof key === 'string' ? key : undefined,
    );
    if (call && gate.asked(call) === 'block') asked.resume();
    else pass(asked, answer, call);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
};
