import { createServer, connect } from 'node:net';
import { Refusal } from './refusal.mjs';

/**
 * Makes sure that a port of the loopback address can be listened on; 0 finds a free one.
 * @param {number} port
 * @returns {Promise<number>} the port
 * @throws {Refusal} naming the port that is taken
 */
export const claimPort = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      reject(
        new Refusal(
          code === 'EADDRINUSE'
            ? `Port ${port} is taken by another program: end it, or choose another with --port.`
            : `Port ${port} cannot be used (${code}): choose another with --port.`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(found));
    });
  });

/**
 * Sends a question to a socket and resolves to whether the answer starts as expected; any answer will do where none is given.
 * @param {import('node:net').NetConnectOpts} address
 * @param {string | Uint8Array} [question] without one, being listened to is enough
 * @param {string} [answer]
 * @param {number} [withinMs]
 * @returns {Promise<boolean>}
 */
export const answers = (address, question = '', answer = '', withinMs = 1_000) =>
  new Promise((resolve) => {
    const socket = connect(address);
    const timer = setTimeout(() => finish(false), withinMs);
    /** @param {boolean} result */
    const finish = (result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    socket.once('error', () => finish(false)).once('close', () => finish(false));
    socket.once('connect', () => (question.length ? socket.write(question) : finish(true)));
    socket.once('data', (data) => finish(data.toString().startsWith(answer)));
  });
