import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ConnectionInjector } from '@grpc/grpc-js';

const HTTP_1_REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /;

const WHAT_THIS_IS =
  'This is the development stand-in for EventStoreDB. It has no pages and no HTTP API: it speaks gRPC, so give this address to an EventStoreDB client.\n';

const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(WHAT_THIS_IS)}`,
  'Connection: close',
  '',
  WHAT_THIS_IS,
].join('\r\n');

export type Listener = Readonly<{ port: number; close: () => Promise<void> }>;

/**
 * Listens on a port (0 takes any free one) and hands connections to gRPC, except those that open with a request of
 * HTTP/1, such as a browser's, which are told what this is. Rejects with the system's error when the port is taken.
 */
export async function listen(
  injector: ConnectionInjector,
  host: string,
  port: number,
): Promise<Listener> {
  const silent = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    silent.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => silent.delete(socket));
    socket.once('data', (first) => {
      silent.delete(socket);
      if (HTTP_1_REQUEST.test(first.toString('latin1'))) return void socket.end(ANSWER);
      socket.pause();
      socket.unshift(first);
      injector.injectConnection(socket);
    });
  });
  await once(server.listen(port, host), 'listening');
  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    silent.forEach((socket) => socket.destroy());
    await closed;
  }
  return { port: (server.address() as AddressInfo).port, close };
}
