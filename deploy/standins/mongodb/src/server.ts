import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Catalogue } from './catalogue.js';
import type { Server } from './command.js';
import { serve } from './connection.js';
import { createCursors } from './cursors.js';
import { openDurable } from './durable-database.js';
import { lockFolder } from './folder-lock.js';

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

/** The durable databases of a folder, read into the catalogue; `close` writes what is left and gives the folder back. */
async function openFolder(
  catalogue: Catalogue,
  folder: string,
  names: readonly string[],
): Promise<() => Promise<void>> {
  const unnamed = names.find((name) => !/^[\w-]+$/.test(name));
  if (unnamed !== undefined) throw new Error(`'${unnamed}' is no name of a database`);
  const unlock = lockFolder(folder);
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((journal) => journal.close())).finally(unlock);
  };
  try {
    for (const name of names) {
      const journal = await openDurable(catalogue, name, folder, (line) =>
        console.error(`mongodb stand-in: warning: ${line}`),
      );
      opened.push(journal);
      catalogue.journals.set(name, journal);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/** Starts the development stand-in for MongoDB. Throws for a host other than loopback and for a data folder in use. */
export async function startMongoDb({
  port,
  host = '127.0.0.1',
  data,
  durable = [],
}: MongoDbOptions): Promise<MongoDb> {
  if (!LOOPBACK.has(host))
    throw new Error(`the MongoDB stand-in listens on loopback only, not on ${host}`);
  if (durable.length > 0 && !data) throw new Error('durable databases need a data folder');
  const catalogue: Catalogue = { databases: new Map(), journals: new Map() };
  const close = data ? await openFolder(catalogue, data, durable) : async () => undefined;
  const server: Server = { catalogue, cursors: createCursors(), startedAt: Date.now() };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(server, socket);
  });
  try {
    listener.listen(port, host);
    await once(listener, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  const bound = (listener.address() as AddressInfo).port;
  return {
    port: bound,
    url: `mongodb://${host.includes(':') ? `[${host}]` : host}:${bound}/?directConnection=true`,
    async stop() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      await close();
    },
  };
}
