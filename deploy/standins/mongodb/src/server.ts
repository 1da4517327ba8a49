import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Journal } from './catalogue.js';
import type { Server } from './command.js';
import { serve } from './connection.js';
import { createCursors } from './cursors.js';

export type MongoDbOptions = {
  /** 0 takes a free port. */
  port: number;
  /** Loopback only; 127.0.0.1 when absent. */
  host?: string;
  /** Folder of the durable databases. */
  data?: string;
  /** Names of the databases that are kept on disk; all others live in memory. */
  durable?: readonly string[];
};

export type MongoDb = { url: string; port: number; stop(): Promise<void> };

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Starts the development stand-in for MongoDB. Throws for a host other than loopback and for a data folder in use. */
export async function startMongoDb({ port, host = '127.0.0.1' }: MongoDbOptions): Promise<MongoDb> {
  if (!LOOPBACK.has(host)) throw new Error(`the MongoDB stand-in listens on loopback only, not on ${host}`);
  const journals = new Map<string, Journal>();
  const server: Server = {
    catalogue: { databases: new Map(), journals },
    cursors: createCursors(),
    startedAt: Date.now(),
  };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(server, socket);
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  const bound = (listener.address() as AddressInfo).port;
  return {
    port: bound,
    url: `mongodb://${host.includes(':') ? `[${host}]` : host}:${bound}/?directConnection=true`,
    async stop() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
