import { answers } from './ports.mjs';
import { ask } from './readiness.mjs';

/** @typedef {import('./silence.mjs').Probe} Probe */

const HOST = '127.0.0.1';
const OP_MSG = 2013;
const SETTINGS_FRAME = 4;

/**
 * The first words of a client of HTTP/2 (RFC 9113, section 3.4): the preface and an empty SETTINGS frame, which the server
 * answers with its own.
 */
const http2Greeting = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, SETTINGS_FRAME, 0, 0, 0, 0, 0]),
]);

/** `{ ping: 1, $db: 'admin' }` in BSON, as the message OP_MSG of MongoDB's wire protocol. */
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
 * Whether something answers at an address, whatever it says: a process that is stopped, or never comes back to its event loop,
 * still has its connections accepted by the kernel, but says nothing.
 */
export const probes = {
  /** @type {(url: string) => Probe} */
  http: (url) => async (withinMs) => (await ask(url, withinMs)) !== undefined,
  /** @type {(port: number) => Probe} EventStoreDB speaks gRPC, which is HTTP/2 */
  eventstore: (port) => (withinMs) => answers({ host: HOST, port }, http2Greeting, '', withinMs),
  /** @type {(port: number) => Probe} */
  mongodb: (port) => (withinMs) => answers({ host: HOST, port }, mongodbPing, '', withinMs),
  /** @type {(socket: string) => Probe} */
  redis: (socket) => (withinMs) => answers({ path: socket }, 'PING\r\n', '', withinMs),
};
