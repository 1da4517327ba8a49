import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, callOf } from './points.js';

/** What becomes of a call that moves money; all others pass. What is kept back never arrives. */
export type CallGate = Readonly<{
  asked(call: Call): 'pass' | 'keep back';
  /** Stripe has done it: whether its answer goes on to who asked. */
  answered(call: Call): 'pass' | 'keep back';
}>;

/** Stands between a process and Stripe, and lets calls and answers pass as it is told. */
export const startStripeGate = async (stripeUrl: string, gate: CallGate) => {
  const pass = (asked: IncomingMessage, answer: ServerResponse, call: Call | null) => {
    const { method, url, headers } = asked;
    const onward = request(
      new URL(url ?? '/', stripeUrl),
      { method, headers, agent: false },
      (came) => {
        const parts: Buffer[] = [];
        came.on('data', (part: Buffer) => parts.push(part));
        // Only when the whole answer is there has Stripe done all of it.
        came.on('end', () => {
          if (call && gate.answered(call) === 'keep back') return;
          answer.writeHead(came.statusCode ?? 502, came.headers).end(Buffer.concat(parts));
        });
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer((asked, answer) => {
    const key = asked.headers['idempotency-key'];
    const call = callOf(
      asked.method ?? '',
      asked.url ?? '',
      typeof key === 'string' ? key : undefined,
    );
    if (call && gate.asked(call) === 'keep back') asked.resume();
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
