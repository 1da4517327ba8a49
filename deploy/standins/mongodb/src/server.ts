import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { DatabaseCatalog } from './catalog.js';
import type { ServerState } from './command.js';
import { serveConnection } from './connection.js';
import { createCursors } from './cursors.js';
import { openDurableDatabase } from './durable-database.js';
import { lockFolder } from './folder-lock.js';
import type { ClosableJournal } from './journal.js';
import type { PausedWrites } from './pauses.js';
import { openSnapshotDatabase, type SnapshotOptions } from './snapshot.js';

export type MongoDbOptions = {
  /** 0 picks a free port. */
  port: number;
  /** A loopback address; 127.0.0.1 by default. */
  host?: string;
  /** Folder of the durable databases. */
  data?: string;
  /** Names of the databases that are stored on disk. All others live in memory. */
  durable?: readonly string[];
  /** Names of the in-memory databases that are restored from a snapshot. */
  snapshots?: readonly string[];
  snapshotOptions?: SnapshotOptions;
};

export type RunningMongoDb = { url: string; port: number; stop(): Promise<void> };

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

type FolderDatabases = Pick<MongoDbOptions, 'durable' | 'snapshots' | 'snapshotOptions'>;

/**
 * Reads the databases of a folder into the catalog. The returned function writes pending changes
 * and unlocks the folder.
 */
async function openDataFolder(
  { catalog, pausedWrites }: Pick<ServerState, 'catalog' | 'pausedWrites'>,
  dataFolder: string,
  { durable = [], snapshots = [], snapshotOptions = { tag: '' } }: FolderDatabases,
): Promise<() => Promise<void>> {
  const invalidName = [...durable, ...snapshots].find(
    (databaseName) => !/^[\w-]+$/.test(databaseName),
  );
  if (invalidName !== undefined) throw new Error(`'${invalidName}' is not a valid database name`);
  const unlockFolder = lockFolder(dataFolder);
  const openedJournals: { close(): Promise<void> }[] = [];
  const closeFolder = async (): Promise<void> => {
    await Promise.all(openedJournals.map((openedJournal) => openedJournal.close())).finally(
      unlockFolder,
    );
  };
  const reportWarning = (warningLine: string): void =>
    console.error(`mongodb stand-in: warning: ${warningLine}`);
  const addJournal = (databaseName: string, openedJournal: ClosableJournal): void => {
    openedJournals.push(openedJournal);
    catalog.journals.set(databaseName, openedJournal);
  };
  try {
    for (const databaseName of durable)
      addJournal(
        databaseName,
        await openDurableDatabase(catalog, databaseName, dataFolder, reportWarning),
      );
    for (const databaseName of snapshots)
      addJournal(
        databaseName,
        await openSnapshotDatabase(
          catalog,
          databaseName,
          dataFolder,
          snapshotOptions,
          reportWarning,
          pausedWrites,
        ),
      );
  } catch (error) {
    await closeFolder();
    throw error;
  }
  return closeFolder;
}

/**
 * Starts the development stand-in for MongoDB. Throws if the host is not loopback or the data
 * folder is in use.
 */
export async function startMongoDb({
  port,
  host = '127.0.0.1',
  data,
  durable = [],
  snapshots = [],
  snapshotOptions,
}: MongoDbOptions): Promise<RunningMongoDb> {
  if (!LOOPBACK_HOSTS.has(host))
    throw new Error(`the development stand-in binds to loopback addresses only, not to ${host}`);
  if (durable.length + snapshots.length > 0 && !data)
    throw new Error('durable databases and snapshots require a data folder');
  const catalog: DatabaseCatalog = { databases: new Map(), journals: new Map() };
  const pausedWrites: PausedWrites = new Map();
  const closeDatabases = data
    ? await openDataFolder({ catalog, pausedWrites }, data, { durable, snapshots, snapshotOptions })
    : async () => undefined;
  const serverState: ServerState = {
    catalog,
    cursors: createCursors(),
    startedAt: Date.now(),
    pausedWrites,
  };
  const openSockets = new Set<Socket>();
  const tcpListener = createServer((clientSocket) => {
    openSockets.add(clientSocket);
    clientSocket.once('close', () => openSockets.delete(clientSocket));
    void serveConnection(serverState, clientSocket);
  });
  try {
    tcpListener.listen(port, host);
    await once(tcpListener, 'listening');
  } catch (error) {
    await closeDatabases();
    throw error;
  }
  const boundPort = (tcpListener.address() as AddressInfo).port;
  return {
    port: boundPort,
    url: `mongodb://${host.includes(':') ? `[${host}]` : host}:${boundPort}/?directConnection=true`,
    async stop() {
      const listenerClosed = once(tcpListener, 'close');
      tcpListener.close();
      for (const clientSocket of openSockets) clientSocket.destroy();
      await listenerClosed;
      while (pausedWrites.size > 0) await Promise.all(pausedWrites.values());
      await closeDatabases();
    },
  };
}
