import type { Catalogue } from './catalogue.js';
import type { Document } from './bson-reader.js';
import type { Cursors } from './cursors.js';
import { allowOnly, CommandError, notSupported } from './errors.js';
import { isDocument } from './key-string.js';

/** A command as it came: `documents`, `updates` or `deletes` stay bytes, the rest of the body is decoded. */
export type Command = { name: string; database: string; body: Document; items: Buffer[] };

export type Server = { catalogue: Catalogue; cursors: Cursors; startedAt: number };

/** What a command does: it answers with a document, or the bytes of a whole answer. `options: null` takes any option. */
export type Handler = {
  options: ReadonlySet<string> | null;
  run(server: Server, command: Command): Document | Buffer;
};

/** Options of every command that change nothing on a single server. */
const EVERYWHERE =
  '$db lsid $readPreference $clusterTime comment maxTimeMS readConcern writeConcern';

/** A command that takes the options named, apart by spaces, and those of every command. */
export const handler = (options: string, run: Handler['run']): Handler => ({
  options: new Set(`${EVERYWHERE} ${options}`.trim().split(' ')),
  run,
});

const WRITE_CONCERN = new Set(['j', 'wtimeout', 'fsync']);
const MAX_TIME_MS = 2 ** 31 - 1;
const READ_LEVELS: readonly unknown[] = [undefined, 'local', 'available', 'majority'];

/** Refuses transactions with mongod's own code, and then every option that the command does not list. */
export function checkOptions({ name, body }: Command, { options }: Handler): void {
  if ('txnNumber' in body || 'startTransaction' in body || 'autocommit' in body) {
    throw notSupported(
      'Transaction numbers are only allowed on a replica set member or mongos: a transaction',
      20,
    );
  }
  if (!options) return;
  const [, ...given] = Object.keys(body);
  allowOnly(given, options, (option) => `the option '${option}' of ${name}`);
  const { readConcern, writeConcern, maxTimeMS = 0 } = body;
  if (!(Number(maxTimeMS) >= 0 && Number(maxTimeMS) <= MAX_TIME_MS))
    throw new CommandError(
      2,
      `${Number(maxTimeMS)} value for maxTimeMS is out of range [0, ${MAX_TIME_MS}]`,
    );
  if (isDocument(readConcern) && !READ_LEVELS.includes(readConcern['level']))
    throw notSupported(`read concern '${String(readConcern['level'])}'`);
  const { w, ...others } = isDocument(writeConcern) ? writeConcern : {};
  allowOnly(Object.keys(others), WRITE_CONCERN, (option) => `the write concern option '${option}'`);
  if (w !== undefined && w !== 'majority' && w !== 0 && w !== 1)
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
}

/** The collection name that a command carries as its own value. */
export function target({ name, body }: Command): string {
  const value = body[name];
  if (name === 'aggregate' && typeof value !== 'string')
    throw notSupported('an aggregate of a whole database (aggregate: 1)');
  if (typeof value !== 'string')
    throw new CommandError(73, `collection name has invalid type for ${name}`);
  return value;
}

/** A document option, or undefined when it is absent. */
export function documentOption(body: Document, name: string): Document | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value))
    throw new CommandError(14, `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** A whole number of any kind, not negative; undefined when it is absent. */
export function countOption(body: Document, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new CommandError(14, `BSON field '${name}' is the wrong type, expected a whole number`);
  if (number < 0)
    throw new CommandError(
      51024,
      `BSON field '${name}' value must be >= 0, actual value '${number}'`,
    );
  return number;
}

export function flagOption(body: Document, name: string, absent: boolean): boolean {
  const value = body[name] ?? absent;
  if (typeof value !== 'boolean')
    throw new CommandError(14, `BSON field '${name}' is the wrong type, expected type 'bool'`);
  return value;
}

/** The elements of an array option, all documents. */
export function documentsOption(body: Document, name: string): Document[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every(isDocument))
    throw new CommandError(14, `BSON field '${name}' must be an array of documents`);
  return value;
}
