import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { createHandler, type CommandHandler, type ServerState } from './command.js';

const SERVER_VERSION = '7.0.0';
const MAX_WIRE_VERSION = 21;

/**
 * Describes a standalone server of wire version 21. Without a topologyVersion, drivers poll instead
 * of waiting for changes.
 */
function helloReply(isLegacy: boolean): Document {
  return {
    ...(isLegacy ? { ismaster: true } : { isWritablePrimary: true }),
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

function serverStatusReply({ startedAt, cursors }: ServerState): Document {
  const { user, system } = process.cpuUsage();
  return {
    host: '127.0.0.1',
    version: `${SERVER_VERSION}-courtly-stand-in`,
    process: 'courtly-mongodb',
    pid: process.pid,
    uptime: new Double((Date.now() - startedAt) / 1000),
    localTime: new Date(),
    mem: { resident: Math.round(process.memoryUsage().rss / 2 ** 20) },
    extra_info: { user_time_us: user, system_time_us: system },
    metrics: { cursor: { open: { total: cursors.open.size } } },
  };
}

/** Client metadata in a handshake does not affect the reply, so its options are not validated. */
const createGreetingHandler = (isLegacy: boolean): CommandHandler => ({
  options: null,
  writes: false,
  run: () => helloReply(isLegacy),
});

export const handshakeCommands: Record<string, CommandHandler> = {
  hello: createGreetingHandler(false),
  isMaster: createGreetingHandler(true),
  ismaster: createGreetingHandler(true),
  ping: createHandler('', () => ({})),
  buildInfo: createHandler('', () => ({
    version: SERVER_VERSION,
    gitVersion: 'development stand-in',
    modules: ['courtly-stand-in'],
    versionArray: [7, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
    storageEngines: ['memory'],
  })),
  endSessions: createHandler('', () => ({})),
  serverStatus: createHandler('', serverStatusReply),
};
