import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, callOf } from './points.js';

/** What becomes of a call that moves money; all others pass. What is kept back never arrives. */
export type CallGate = Readonly<{
  asked(call: Call): 'pass' | 'keep back' | 'refuse';
  /** Stripe has done it: whether its answer goes on to who asked. */
  answered(call: Call): 'pass' | 'keep back';
}>;

/** Lets nobody behind it move money: every such call is told to come again later, and never reaches Stripe. */
export const refusing: CallGate = { asked: () => 'refuse', answered: () => 'pass' };

const refuse = (answer: ServerResponse) => {
  const error = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' };
  const headers = { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' };
  answer.writeHead(429, headers).end(JSON.stringify({ error }));
};

/** Stands before a server that speaks HTTP, such as Stripe, and lets calls and answers pass as it is told. */
export const startStripeGate = async (target: () => string, gate: CallGate) => {
  const pass = (asked: IncomingMessage, answer: ServerResponse, call: Call | null) => {
    const { method, url, headers } = asked;
    const onward = request(new URL(url ?? '/', target()), { method, headers, agent: false }, (came) => {
      const parts: Buffer[] = [];
      came.on('data', (part: Buffer) => parts.push(part));
      // Only when the whole answer is there has Stripe done all of it.
      came.on('end', () => {
        if (call && gate.answered(call) === 'keep back') return;
        answer.writeHead(came.statusCode ?? 502, came.headers).end(Buffer.concat(parts));
      });
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer((asked, answer) => {
    const key = asked.headers['idempotency-key'];
    const call = callOf(asked.method ?? '', asked.url ?? '', typeof key === 'string' ? key : undefined);
    const becomes = call ? gate.asked(call) : 'pass';
    if (becomes === 'pass') return pass(asked, answer, call);
    asked.resume();
    if (becomes === 'refuse') refuse(answer);
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
