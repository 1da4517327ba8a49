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
 * Sends a text to a socket and resolves to whether the answer starts as expected.
 * @param {import('node:net').NetConnectOpts} address
 * @param {string} [question]
 * @param {string} [answer]
 * @returns {Promise<boolean>}
 */
export const answers = (address, question = '', answer = '') =>
  new Promise((resolve) => {
    const socket = connect({ ...address, timeout: 1_000 });
    /** @param {boolean} result */
    const finish = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('error', () => finish(false)).once('timeout', () => finish(false));
    socket.once('connect', () => (question ? socket.write(question) : finish(true)));
    socket.once('data', (data) => finish(data.toString().startsWith(answer)));
  });
