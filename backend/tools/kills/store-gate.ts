import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** What becomes of bytes on their way to the event store: they pass, they are kept back, or they pass and no answer does. */
export type Passage = 'pass' | 'keep back' | 'pass, and keep the answer back';

/** An event of a few thousand bytes may come in several parts: so much of what came before is looked at as well. */
const LOOKED_BACK = 16_384;

/** Stands between a process and the event store. `look` sees what the process has sent last, as bytes of its connection. */
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
      sent = Buffer.concat([sent.subarray(-LOOKED_BACK), data]);
      if (kept === 'pass') kept = look(sent);
      if (kept !== 'keep back') store.write(data);
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
