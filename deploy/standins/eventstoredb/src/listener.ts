import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ConnectionInjector } from '@grpc/grpc-js';

const HTTP_1_REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /;

const EXPLANATION =
  'This is the development stand-in for EventStoreDB. It has no web pages and no HTTP API, only gRPC: use this address in an EventStoreDB client.\n';

const HTTP_RESPONSE = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(EXPLANATION)}`,
  'Connection: close',
  '',
  EXPLANATION,
].join('\r\n');

export type TcpListener = Readonly<{ port: number; close: () => Promise<void> }>;

/**
 * Listens on a port (0 picks a free one) and passes connections to gRPC. Connections that start
 * with an HTTP/1 request, such as a browser's, get an explanation instead. Rejects with the system
 * error if the port is taken.
 */
export async function startListener(
  grpcInjector: ConnectionInjector,
  host: string,
  port: number,
): Promise<TcpListener> {
  const pendingSockets = new Set<Socket>();
  const tcpServer = createServer({ noDelay: true }, (clientSocket) => {
    pendingSockets.add(clientSocket);
    clientSocket
      .on('error', () => clientSocket.destroy())
      .once('close', () => pendingSockets.delete(clientSocket));
    clientSocket.once('data', (firstChunk) => {
      pendingSockets.delete(clientSocket);
      if (HTTP_1_REQUEST.test(firstChunk.toString('latin1')))
        return void clientSocket.end(HTTP_RESPONSE);
      clientSocket.pause();
      clientSocket.unshift(firstChunk);
      grpcInjector.injectConnection(clientSocket);
    });
  });
  await once(tcpServer.listen(port, host), 'listening');
  async function closeListener(): Promise<void> {
    const serverClosed = once(tcpServer, 'close');
    tcpServer.close();
    pendingSockets.forEach((clientSocket) => clientSocket.destroy());
    await serverClosed;
  }
  return { port: (tcpServer.address() as AddressInfo).port, close: closeListener };
}
