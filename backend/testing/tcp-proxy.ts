import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** Stands between a client and a server on this machine, and can lose what the server answers, or freeze. */
export const startProxy = async (to: number, port = 0) => {
  const sockets = new Set<Socket>();
  const freezers = new Set<() => void>();
  let cutAfter: string | null = null;
  let cuts = 0;
  let isHeld = false;

  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1');
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
      // The server has done what it was asked and says so: that is the moment to break the line.
      if (answersAreLost) client.destroy();
      else if (!isFrozen) client.write(data);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Forwards the next request that holds this text, and breaks the connection when its answer comes. */
    loseAnswerTo(text: string) {
      cutAfter = text;
    },
    cuts: () => cuts,
    /** The connections that stand now bring nothing more and stay open, as those of a frozen server do; new ones pass. */
    freeze() {
      for (const freeze of freezers) freeze();
      freezers.clear();
    },
    /** Delivers nothing, on new connections either, until `release`, which delivers everything: a stopped process. */
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
