import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A proxy to a local server (a port or a socket file) that can lose responses or freeze. */
export const startProxy = async (to: number | string, port = 0) => {
  const sockets = new Set<Socket>();
  const freezers = new Set<() => void>();
  let cutAfter: string | null = null;
  let cuts = 0;
  let connections = 0;
  let isHeld = false;

  const server = createServer((client) => {
    connections++;
    const upstream = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
    let answersAreLost = false;
    let isFrozen = false;
    freezers.add(() => (isFrozen = true));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (isHeld) socket.pause();
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', (data) => {
      if (isFrozen) return;
      const last = cutAfter !== null && data.includes(cutAfter);
      upstream.write(data);
      if (!last) return;
      cutAfter = null;
      cuts++;
      answersAreLost = true;
    });
    upstream.on('data', (data) => {
      // The server has already processed the request, so breaking the connection loses only its
      // response.
      if (answersAreLost) client.destroy();
      else if (!isFrozen) client.write(data);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Forwards the next request that contains this text, but loses its response. */
    loseAnswerTo(text: string) {
      cutAfter = text;
    },
    cuts: () => cuts,
    /** The number of connections that clients have opened so far. */
    connections: () => connections,
    /** Freezes the current connections without closing them. New connections work. */
    freeze() {
      for (const freeze of freezers) freeze();
      freezers.clear();
    },
    /** Delays all traffic, including that of new connections, until `release`. */
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};
