import { setImmediate as nextTurn } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { METADATA_TYPE, systemEvent } from './domain/event.js';
import { startListener } from './listener.js';
import { appendHandler } from './rpc/append.js';
import { createAuthentication, type Credentials } from './rpc/authentication.js';
import { batchAppendHandler } from './rpc/batch-append.js';
import { deleteHandler, tombstoneHandler } from './rpc/delete.js';
import { createGossipHandler } from './rpc/gossip.js';
import { createMessageLists } from './rpc/message-lists.js';
import { createOpenCalls } from './rpc/open-calls.js';
import { readHandler, type LiveBufferLimit } from './rpc/read.js';
import { serverFeaturesHandler } from './rpc/server-features.js';
import { createRefusals, UNSUPPORTED_SERVICES } from './rpc/unsupported.js';
import { createEventLog, type AppendRequest, type EventLog } from './storage/event-log.js';
import { createEventReader, type EventReader } from './storage/event-reader.js';
import { openDatabase } from './storage/schema.js';

export type EventStoreOptions = Readonly<{
  /** The data file. Created if missing; owned by this process alone. */
  file: string;
  /** 0 picks a free port. */
  port: number;
  /** A loopback address; 127.0.0.1 by default. */
  host?: string;
  /** PEM contents. Without them, the server uses plain text. */
  tls?: Readonly<{ cert: Buffer; key: Buffer }>;
  /** The only user. Requires TLS, because clients do not send credentials without it. */
  credentials?: Credentials;
  /**
   * Events that may wait for the reader of a live subscription before the server ends it as too
   * slow.
   */
  liveBuffer?: number;
  /**
   * Whether commits wait for the disk; true by default. Otherwise they are faster, and a crash of
   * the machine, but not of the server, can lose them.
   */
  durable?: boolean;
}>;

/** As on a real server. */
const DEFAULT_LIVE_BUFFER = 32;

export type RunningServer = Readonly<{ url: string; port: number; stop: () => Promise<void> }>;

const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** The largest message a client sends or receives. */
const MESSAGE_BYTES = 17 * 1024 * 1024;
const GRACE_MS = 1000;

/** Reads return stored messages unchanged; see `encodeEventFrame`. */
const StreamsService = {
  ...streams.StreamsService,
  read: {
    ...streams.StreamsService.read,
    responseSerialize: (encodedFrame: Buffer) => encodedFrame,
  },
};

const LIST_METHOD_PATHS = [StreamsService.read.path, StreamsService.batchAppend.path];

function addServices(
  grpcServer: Server,
  eventLog: EventLog,
  eventReader: EventReader,
  bufferLimit: LiveBufferLimit,
): void {
  grpcServer.addService(StreamsService, {
    read: readHandler(eventLog, eventReader, bufferLimit),
    append: appendHandler(eventLog),
    batchAppend: batchAppendHandler(eventLog),
    delete: deleteHandler(eventLog),
    tombstone: tombstoneHandler(eventLog),
  });
  const { ServerFeaturesService } = features;
  const { GossipService } = gossip;
  const refusedServices = UNSUPPORTED_SERVICES.map(([serviceDefinition]) => serviceDefinition);
  const getSupportedMethods = serverFeaturesHandler(
    [StreamsService, GossipService, ServerFeaturesService],
    refusedServices,
  );
  grpcServer.addService(ServerFeaturesService, { getSupportedMethods });
  grpcServer.addService(GossipService, { read: createGossipHandler() });
  for (const [serviceDefinition, advice] of UNSUPPORTED_SERVICES)
    grpcServer.addService(serviceDefinition, createRefusals(serviceDefinition, advice));
}

/** The log starts with a system event, as on a real server, so readers of `$all` need a filter. */
const systemMetadata = (): AppendRequest => ({
  stream: '$$$stats',
  expected: 'no_stream',
  events: [systemEvent(METADATA_TYPE, Buffer.from('{"$maxAge":86400}'))],
  deadline: Infinity,
});

function createCredentials({ tls }: EventStoreOptions): ServerCredentials {
  const keyPair = tls && { cert_chain: tls.cert, private_key: tls.key };
  return keyPair
    ? ServerCredentials.createSsl(null, [keyPair])
    : ServerCredentials.createInsecure();
}

function shutDownServer(grpcServer: Server): Promise<void> {
  return new Promise((resolveClose) => {
    const graceTimeout = setTimeout(() => grpcServer.forceShutdown(), GRACE_MS);
    grpcServer.tryShutdown(() => {
      clearTimeout(graceTimeout);
      resolveClose();
    });
  });
}

/**
 * Starts the development stand-in for EventStoreDB on a loopback port. Rejects with a DataFileError
 * if the file cannot be used, and with the system error if the port is taken. `stop` completes the
 * requests it has received, ends open calls so that clients reconnect, and releases the file.
 */
export async function startEventStoreDb(serverOptions: EventStoreOptions): Promise<RunningServer> {
  const {
    file,
    host = '127.0.0.1',
    tls,
    credentials,
    liveBuffer = DEFAULT_LIVE_BUFFER,
    durable,
  } = serverOptions;
  if (!LOOPBACK_HOST.test(host))
    throw new Error(`the development stand-in binds to loopback addresses only, not to ${host}`);
  if (credentials && !tls)
    throw new Error('credentials require TLS: clients do not send them in plain text');
  const database = openDatabase(file, durable);
  const storedEvents = createEventLog(database);
  if (storedEvents.end() === 0) await storedEvents.append(systemMetadata());
  const openCallRegistry = createOpenCalls();
  const grpcServer = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES,
    interceptors: [
      openCallRegistry.trackCalls,
      ...(credentials ? [createAuthentication(credentials)] : []),
      createMessageLists(LIST_METHOD_PATHS),
    ],
  });
  addServices(grpcServer, storedEvents, createEventReader(database), { liveBuffer });
  const connectionInjector = grpcServer.createConnectionInjector(createCredentials(serverOptions));
  const tcpListener = await startListener(connectionInjector, host, serverOptions.port).catch(
    (listenError: unknown) => {
      database.close();
      throw listenError;
    },
  );
  const { port } = tcpListener;

  async function shutDown(): Promise<void> {
    storedEvents.flush();
    await nextTurn();
    openCallRegistry.endAll();
    await Promise.all([shutDownServer(grpcServer), tcpListener.close()]);
    storedEvents.flush();
    database.close();
  }
  let shutdownPromise: Promise<void> | undefined;
  const stop = () => (shutdownPromise ??= shutDown());
  return { url: `esdb://${host}:${port}?tls=${tls !== undefined}`, port, stop };
}
