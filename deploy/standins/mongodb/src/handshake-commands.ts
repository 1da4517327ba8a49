import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { handler, type Handler, type Server } from './command.js';

const VERSION = '7.0.0';
const MAX_WIRE_VERSION = 21;

/** A standalone server of wire version 21. Without a topologyVersion drivers poll instead of waiting for changes. */
function hello(legacy: boolean): Document {
  return {
    ...(legacy ? { ismaster: true } : { isWritablePrimary: true }),
    helloOk: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
  };
}

function serverStatus({ startedAt, cursors }: Server): Document {
  const { user, system } = process.cpuUsage();
  return {
    host: '127.0.0.1',
    version: `${VERSION}-courtly-stand-in`,
    process: 'courtly-mongodb',
    pid: process.pid,
    uptime: new Double((Date.now() - startedAt) / 1000),
    localTime: new Date(),
    mem: { resident: Math.round(process.memoryUsage().rss / 2 ** 20) },
    extra_info: { user_time_us: user, system_time_us: system },
    metrics: { cursor: { open: { total: cursors.open.size } } },
  };
}

/** What a client says of itself in a greeting changes nothing in the answer, so it is not checked. */
const greeting = (legacy: boolean): Handler => ({ options: null, run: () => hello(legacy) });

export const handshakeCommands: Record<string, Handler> = {
  hello: greeting(false),
  isMaster: greeting(true),
  ismaster: greeting(true),
  ping: handler('', () => ({})),
  buildInfo: handler('', () => ({
    version: VERSION,
    gitVersion: 'development stand-in',
    modules: ['courtly-stand-in'],
    versionArray: [7, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
    storageEngines: ['memory'],
  })),
  endSessions: handler('', () => ({})),
  serverStatus: handler('', serverStatus),
};
