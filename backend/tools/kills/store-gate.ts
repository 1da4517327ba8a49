import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** How the gate handles bytes for the event store. */
export type Passage = 'pass' | 'block' | 'pass but block response';

/** An event of a few thousand bytes may span several chunks, so earlier bytes are searched too. */
const SEARCH_WINDOW_BYTES = 16_384;

/** Proxies the event store. `look` receives the latest bytes of a connection. */
export const startStoreGate = async (port: number, look: (sent: Buffer) => Passage) => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(port, '127.0.0.1');
    let sent = Buffer.alloc(0);
    let kept: Passage = 'pass';
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
    client.on('data', (data) => {
      sent = Buffer.concat([sent.subarray(-SEARCH_WINDOW_BYTES), data]);
      if (kept === 'pass') kept = look(sent);
      if (kept !== 'block') store.write(data);
    });
    store.on('data', (data) => {
      if (kept === 'pass') client.write(data);
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
