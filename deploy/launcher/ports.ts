import { connect, createServer, type AddressInfo, type NetConnectOpts } from 'node:net';
import { CliError } from './cli-error.mjs';

const RESPONSE_TIMEOUT_MS = 1_000;

/**
 * Checks that a loopback port is available, or finds one for 0.
 * @throws {CliError} with the number of a port that is in use
 */
export const claimPort = (requestedPort: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new CliError(
          code === 'EADDRINUSE'
            ? `Port ${requestedPort} is in use: stop the program that uses it, or choose another with --port.`
            : `Port ${requestedPort} cannot be used (${code}): choose another port with --port.`,
        ),
      ),
    );
    server.listen(requestedPort, '127.0.0.1', () => {
      const { port: availablePort } = server.address() as AddressInfo;
      server.close(() => resolve(availablePort));
    });
  });

/**
 * Sends a request to a socket, and resolves to whether the response starts with `expectedStart`.
 * Without a request, it is enough that the connection is accepted.
 */
export const answers = (
  address: NetConnectOpts,
  request: string | Uint8Array = '',
  expectedStart = '',
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    const timeout = setTimeout(() => finish(false), timeoutMs);
    const finish = (isExpected: boolean) => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(isExpected);
    };
    socket.once('error', () => finish(false)).once('close', () => finish(false));
    socket.once('connect', () => (request.length ? socket.write(request) : finish(true)));
    socket.once('data', (data) => finish(data.toString().startsWith(expectedStart)));
  });
