import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** What the gate does with bytes for the event store. */
export type Passage = 'pass' | 'block' | 'pass but block response';

/** An event of a few thousand bytes may span several chunks, so earlier bytes are searched, too. */
const SEARCH_WINDOW_BYTES = 16_384;

/** A proxy for the event store. `inspectBytes` receives the latest bytes of a connection. */
export const startStoreGate = async (
  listenPort: number,
  inspectBytes: (recentBytes: Buffer) => Passage,
) => {
  const sockets = new Set<Socket>();
  const proxyServer = createServer((clientSocket) => {
    const storeSocket = connect(listenPort, '127.0.0.1');
    let recentBytes = Buffer.alloc(0);
    let passage: Passage = 'pass';
    for (const openSocket of [clientSocket, storeSocket]) {
      sockets.add(openSocket);
      openSocket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(openSocket);
          clientSocket.destroy();
          storeSocket.destroy();
        });
    }
    clientSocket.on('data', (dataChunk) => {
      recentBytes = Buffer.concat([recentBytes.subarray(-SEARCH_WINDOW_BYTES), dataChunk]);
      if (passage === 'pass') passage = inspectBytes(recentBytes);
      if (passage !== 'block') storeSocket.write(dataChunk);
    });
    storeSocket.on('data', (dataChunk) => {
      if (passage === 'pass') clientSocket.write(dataChunk);
    });
  }).listen(0, '127.0.0.1');
  await once(proxyServer, 'listening');
  return {
    port: (proxyServer.address() as AddressInfo).port,
    stop() {
      proxyServer.close();
      for (const openSocket of sockets) openSocket.destroy();
    },
  };
};
