import { answers } from './ports.ts';
import { ask } from './readiness.ts';
import type { Probe } from './watchdog.ts';

const HOST = '127.0.0.1';
const OP_MSG = 2013;
const SETTINGS_FRAME = 4;

/**
 * The start of an HTTP/2 connection (RFC 9113, section 3.4): the preface and an empty SETTINGS
 * frame, to which the server responds with its own.
 */
const http2Greeting = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, SETTINGS_FRAME, 0, 0, 0, 0, 0]),
]);

/** `{ ping: 1, $db: 'admin' }` in BSON, as an OP_MSG of MongoDB's wire protocol. */
const mongodbPing = (() => {
  const fields = Buffer.from('\x10ping\0\x01\0\0\0\x02$db\0\x06\0\0\0admin\0\0', 'latin1');
  const message = Buffer.alloc(25 + fields.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(OP_MSG, 12);
  message.writeInt32LE(4 + fields.length, 21);
  fields.copy(message, 25);
  return message;
})();

/**
 * Whether a service sends any response. If a process is stopped or blocks its event loop, the
 * kernel still accepts connections for it, but no response arrives.
 */
export const probes = {
  http:
    (url: string): Probe =>
    async (timeoutMs) =>
      (await ask(url, timeoutMs)) !== undefined,
  /** EventStoreDB uses gRPC, which runs over HTTP/2. */
  eventstore:
    (port: number): Probe =>
    (timeoutMs) =>
      answers({ host: HOST, port }, http2Greeting, '', timeoutMs),
  mongodb:
    (port: number): Probe =>
    (timeoutMs) =>
      answers({ host: HOST, port }, mongodbPing, '', timeoutMs),
  redis:
    (socketPath: string): Probe =>
    (timeoutMs) =>
      answers({ path: socketPath }, 'PING\r\n', '', timeoutMs),
};
