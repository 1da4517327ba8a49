import { setImmediate as nextTurn } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { METADATA_TYPE, systemEvent } from './domain/event.js';
import { listen } from './listener.js';
import { appendHandler } from './rpc/append.js';
import { authentication, type Credentials } from './rpc/authentication.js';
import { batchAppendHandler } from './rpc/batch-append.js';
import { deleteHandler, tombstoneHandler } from './rpc/delete.js';
import { gossipHandler } from './rpc/gossip.js';
import { messageLists } from './rpc/message-lists.js';
import { openCalls, type OpenCalls } from './rpc/open-calls.js';
import { readHandler, type Patience } from './rpc/read.js';
import { serverFeaturesHandler } from './rpc/server-features.js';
import { refusals, UNSUPPORTED } from './rpc/unsupported.js';
import { eventLog, type Append, type EventLog } from './storage/event-log.js';
import { eventReader, type EventReader } from './storage/event-reader.js';
import { openDatabase } from './storage/schema.js';

export type Options = Readonly<{
  /** The data file; created when missing, owned by this process alone. */
  file: string;
  /** 0 takes any free port. */
  port: number;
  /** A loopback address. */
  host?: string;
  /** PEM texts; without them the server speaks plain text. */
  tls?: Readonly<{ cert: Buffer; key: Buffer }>;
  /** The one user; needs TLS, since clients send no credentials without it. */
  credentials?: Credentials;
  /** The bytes of events that may wait for the reader of a live subscription before it is ended as too slow. */
  liveBuffer?: number;
}>;

const LIVE_BUFFER = 1024 * 1024;

export type RunningServer = Readonly<{ url: string; port: number; stop: () => Promise<void> }>;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** The largest message that a client sends or receives. */
const MESSAGE_BYTES = 17 * 1024 * 1024;
const GRACE_MS = 1000;

/** Reads pass on stored messages as they are, see `eventFrame`. */
const StreamsService = {
  ...streams.StreamsService,
  read: { ...streams.StreamsService.read, responseSerialize: (frame: Buffer) => frame },
};

const LISTS = [StreamsService.read.path, StreamsService.batchAppend.path];

function addServices(
  server: Server,
  log: EventLog,
  reader: EventReader,
  calls: OpenCalls,
  patience: Patience,
): void {
  server.addService(StreamsService, {
    read: readHandler(log, reader, calls, patience),
    append: appendHandler(log, calls),
    batchAppend: batchAppendHandler(log, calls),
    delete: deleteHandler(log),
    tombstone: tombstoneHandler(log),
  });
  const { ServerFeaturesService } = features;
  const { GossipService } = gossip;
  const refused = UNSUPPORTED.map(([service]) => service);
  const getSupportedMethods = serverFeaturesHandler(
    [StreamsService, GossipService, ServerFeaturesService],
    refused,
  );
  server.addService(ServerFeaturesService, { getSupportedMethods });
  server.addService(GossipService, { read: gossipHandler() });
  for (const [service, advice] of UNSUPPORTED)
    server.addService(service, refusals(service, advice));
}

/** As on a real server, the log begins with an event of the server's own: readers of all need a filter. */
const systemMetadata = (): Append => ({
  stream: '$$$stats',
  expected: 'no_stream',
  events: [systemEvent(METADATA_TYPE, Buffer.from('{"$maxAge":86400}'))],
  deadline: Infinity,
});

function serverCredentials({ tls }: Options): ServerCredentials {
  const pair = tls && { cert_chain: tls.cert, private_key: tls.key };
  return pair ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.forceShutdown(), GRACE_MS);
    server.tryShutdown(() => {
      clearTimeout(impatient);
      resolve();
    });
  });
}

/**
 * Starts the development stand-in for EventStoreDB on a loopback port. Rejects with a DataFileError when the file
 * cannot be used and with the system's error when the port is taken. `stop` answers what was received, ends open
 * calls so that clients reconnect, and releases the file.
 */
export async function startEventStoreDb(options: Options): Promise<RunningServer> {
  const { file, host = '127.0.0.1', tls, credentials, liveBuffer = LIVE_BUFFER } = options;
  if (!LOOPBACK.test(host))
    throw new Error(`the development stand-in binds to loopback addresses only, not to ${host}`);
  if (credentials && !tls)
    throw new Error('credentials need TLS: clients do not send them in plain text');
  const database = openDatabase(file);
  const log = eventLog(database);
  if (log.end() === 0) await log.append(systemMetadata());
  const calls = openCalls();
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES,
    interceptors: [...(credentials ? [authentication(credentials)] : []), messageLists(LISTS)],
  });
  addServices(server, log, eventReader(database), calls, { liveBuffer });
  const injector = server.createConnectionInjector(serverCredentials(options));
  const listener = await listen(injector, host, options.port).catch((error: unknown) => {
    database.close();
    throw error;
  });
  const { port } = listener;

  async function shutDown(): Promise<void> {
    log.flush();
    await nextTurn();
    calls.endAll();
    await Promise.all([close(server), listener.close()]);
    log.flush();
    database.close();
  }
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= shutDown());
  return { url: `esdb://${host}:${port}?tls=${tls !== undefined}`, port, stop };
}
