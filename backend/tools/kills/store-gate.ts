import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** How the gate handles bytes for the event store. */
export type Passage = 'pass' | 'block' | 'pass but block response';

/** An event of a few thousand bytes may span several chunks, so earlier bytes are searched too. */
const SEARCH_WINDOW_BYTES = 16_384;

/** Proxies the event store. `look` receives the latest bytes of a connection. */
export const startStoreGate = async (
  listenPort: number,
  inspectBytes: (recentBytes: Buffer) => Passage,
) => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(listenPort, '127.0.0.1');
    let recentBytes = Buffer.alloc(0);
    let passage: Passage = 'pass';
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          store.destroy();
        });
    }
    client.on('data', (dataChunk) => {
      recentBytes = Buffer.concat([recentBytes.subarray(-SEARCH_WINDOW_BYTES), dataChunk]);
      if (passage === 'pass') passage = inspectBytes(recentBytes);
      if (passage !== 'block') store.write(dataChunk);
    });
    store.on('data', (dataChunk) => {
      if (passage === 'pass') client.write(dataChunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
