import type { DatabaseCatalog } from './catalog.js';
import type { Document } from './bson-reader.js';
import type { CursorRegistry } from './cursors.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import {
  readDocumentOption,
  readFlagOption,
  readNumber,
  readNumberOption,
  readSafeFlagOption,
  readTextOption,
} from './options.js';
import type { PausedWrites, PausingWork } from './pauses.js';

/**
 * A received command. `documents`, `updates`, and `deletes` stay encoded; the rest of the body is
 * decoded.
 */
export type DatabaseCommand = { name: string; database: string; body: Document; items: Buffer[] };

export type ServerState = {
  catalog: DatabaseCatalog;
  cursors: CursorRegistry;
  startedAt: number;
  pausedWrites: PausedWrites;
};

/** A document, or the bytes of a complete reply. */
export type CommandReply = Document | Buffer;

/**
 * Runs a command, or returns work that may pause. `options: null` accepts any option. If `writes`
 * is true, no other write to the database runs during a pause.
 */
export type CommandHandler = {
  options: ReadonlySet<string> | null;
  writes: boolean;
  run(
    serverState: ServerState,
    databaseCommand: DatabaseCommand,
  ): CommandReply | PausingWork<CommandReply>;
};

/** Options accepted by every command that have no effect on a single server. */
const COMMON_OPTIONS =
  '$db lsid $readPreference $clusterTime comment maxTimeMS readConcern writeConcern';

/**
 * Creates a handler that accepts the given options, separated by spaces, and those of every
 * command.
 */
export const createHandler = (
  optionNames: string,
  runCommand: CommandHandler['run'],
): CommandHandler => ({
  options: new Set(`${COMMON_OPTIONS} ${optionNames}`.trim().split(' ')),
  writes: false,
  run: runCommand,
});

/** Like `createHandler`, for a command that changes a database. */
export const createWriteHandler = (
  optionNames: string,
  runCommand: CommandHandler['run'],
): CommandHandler => ({ ...createHandler(optionNames, runCommand), writes: true });

const READ_CONCERN_OPTIONS = new Set(['level']);
const WRITE_CONCERN_OPTIONS = new Set(['w', 'j', 'wtimeout', 'fsync']);
/** Flags without effect on a single server, which must still be booleans. */
const CHECKED_FLAGS = ['allowDiskUse', 'authorizedCollections'];
const MAX_TIME_MS = 2 ** 31 - 1;
const READ_LEVELS: readonly unknown[] = [undefined, 'local', 'available', 'majority'];

/** Refuses transactions with mongod's error code, then any option the command does not list. */
export function validateOptions(
  { name, body }: DatabaseCommand,
  { options }: CommandHandler,
): void {
  if ('txnNumber' in body || 'startTransaction' in body || 'autocommit' in body) {
    throw notSupported(
      'Transaction numbers are only allowed on a replica set member or mongos: a transaction',
      20,
    );
  }
  if (!options) return;
  const [, ...optionNames] = Object.keys(body);
  refuseUnknownNames(optionNames, options, (optionName) => `the option '${optionName}' of ${name}`);
  const maxTimeMs = readNumberOption(body, 'maxTimeMS') ?? 0;
  if (!Number.isInteger(maxTimeMs) || maxTimeMs < 0 || maxTimeMs > MAX_TIME_MS)
    throw new CommandError(
      2,
      `${maxTimeMs} value for maxTimeMS is out of range [0, ${MAX_TIME_MS}]`,
    );
  for (const flagName of CHECKED_FLAGS) readFlagOption(body, flagName, false);
  readSafeFlagOption(body, 'bypassDocumentValidation');
  validateReadConcern(readDocumentOption(body, 'readConcern') ?? {});
  validateWriteConcern(readDocumentOption(body, 'writeConcern') ?? {});
}

function validateReadConcern(readConcern: Document): void {
  refuseUnknownNames(
    Object.keys(readConcern),
    READ_CONCERN_OPTIONS,
    (optionName) => `the read concern option '${optionName}'`,
  );
  const readLevel = readTextOption(readConcern, 'level');
  if (!READ_LEVELS.includes(readLevel)) throw notSupported(`read concern '${readLevel}'`);
}

function validateWriteConcern(writeConcern: Document): void {
  refuseUnknownNames(
    Object.keys(writeConcern),
    WRITE_CONCERN_OPTIONS,
    (optionName) => `the write concern option '${optionName}'`,
  );
  for (const flagName of ['j', 'fsync']) readSafeFlagOption(writeConcern, flagName);
  readNumberOption(writeConcern, 'wtimeout');
  const { w = 1 } = writeConcern;
  const nodeCount = readNumber(w);
  if (w !== 'majority' && nodeCount !== 0 && nodeCount !== 1)
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
}

/** The name of the collection, which is the value of the command's own field. */
export function targetCollection({ name, database, body }: DatabaseCommand): string {
  const collectionName = body[name];
  if (name === 'aggregate' && typeof collectionName !== 'string')
    throw notSupported('an aggregate of a whole database (aggregate: 1)');
  if (typeof collectionName !== 'string')
    throw new CommandError(73, `collection name has invalid type for ${name}`);
  if (collectionName === '')
    throw new CommandError(73, `Invalid namespace specified '${database}.'`);
  return collectionName;
}
