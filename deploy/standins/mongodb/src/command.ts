import type { DatabaseCatalog } from './catalog.js';
import type { Document } from './bson-reader.js';
import type { CursorRegistry } from './cursors.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { isPlainDocument } from './key-string.js';

/**
 * A received command. `documents`, `updates`, and `deletes` stay encoded; the rest of the body is
 * decoded.
 */
export type DatabaseCommand = { name: string; database: string; body: Document; items: Buffer[] };

export type ServerState = {
  catalog: DatabaseCatalog;
  cursors: CursorRegistry;
  startedAt: number;
};

/**
 * Runs a command and returns a document or the bytes of a complete reply. `options: null` accepts
 * any option.
 */
export type CommandHandler = {
  options: ReadonlySet<string> | null;
  run(serverState: ServerState, databaseCommand: DatabaseCommand): Document | Buffer;
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
  run: runCommand,
});

const WRITE_CONCERN_OPTIONS = new Set(['j', 'wtimeout', 'fsync']);
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
  const { readConcern, writeConcern, maxTimeMS = 0 } = body;
  if (!(Number(maxTimeMS) >= 0 && Number(maxTimeMS) <= MAX_TIME_MS))
    throw new CommandError(
      2,
      `${Number(maxTimeMS)} value for maxTimeMS is out of range [0, ${MAX_TIME_MS}]`,
    );
  if (isPlainDocument(readConcern) && !READ_LEVELS.includes(readConcern['level']))
    throw notSupported(`read concern '${String(readConcern['level'])}'`);
  const { w, ...otherConcernFields } = isPlainDocument(writeConcern) ? writeConcern : {};
  refuseUnknownNames(
    Object.keys(otherConcernFields),
    WRITE_CONCERN_OPTIONS,
    (optionName) => `the write concern option '${optionName}'`,
  );
  if (w !== undefined && w !== 'majority' && w !== 0 && w !== 1)
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
}

/** The name of the collection, which is the value of the command's own field. */
export function targetCollection({ name, body }: DatabaseCommand): string {
  const collectionName = body[name];
  if (name === 'aggregate' && typeof collectionName !== 'string')
    throw notSupported('an aggregate of a whole database (aggregate: 1)');
  if (typeof collectionName !== 'string')
    throw new CommandError(73, `collection name has invalid type for ${name}`);
  return collectionName;
}

/** Reads a document option; undefined if it is absent. */
export function readDocumentOption(
  commandBody: Document,
  optionName: string,
): Document | undefined {
  const optionValue = commandBody[optionName];
  if (optionValue === undefined || optionValue === null) return undefined;
  if (!isPlainDocument(optionValue))
    throw new CommandError(
      14,
      `BSON field '${optionName}' is the wrong type, expected type 'object'`,
    );
  return optionValue;
}

/** Reads a non-negative whole number of any BSON type; undefined if it is absent. */
export function readCountOption(commandBody: Document, optionName: string): number | undefined {
  const optionValue = commandBody[optionName];
  if (optionValue === undefined || optionValue === null) return undefined;
  const countValue = Number(optionValue);
  if (!Number.isSafeInteger(countValue))
    throw new CommandError(
      14,
      `BSON field '${optionName}' is the wrong type, expected a whole number`,
    );
  if (countValue < 0)
    throw new CommandError(
      51024,
      `BSON field '${optionName}' value must be >= 0, actual value '${countValue}'`,
    );
  return countValue;
}

export function readFlagOption(
  commandBody: Document,
  optionName: string,
  defaultValue: boolean,
): boolean {
  const optionValue = commandBody[optionName] ?? defaultValue;
  if (typeof optionValue !== 'boolean')
    throw new CommandError(
      14,
      `BSON field '${optionName}' is the wrong type, expected type 'bool'`,
    );
  return optionValue;
}

/** Reads an array option whose elements are all documents. */
export function readDocumentsOption(commandBody: Document, optionName: string): Document[] {
  const optionValue = commandBody[optionName];
  if (!Array.isArray(optionValue) || !optionValue.every(isPlainDocument))
    throw new CommandError(14, `BSON field '${optionName}' must be an array of documents`);
  return optionValue;
}
