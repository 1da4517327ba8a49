import type { Document } from './bson-reader.js';

/** The names that mongod prints beside its numeric error codes. */
const NAMES: Record<number, string> = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  238: 'NotImplemented',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
};

/** A refusal that travels to the client with mongod's code; `extra` joins the error document (keyPattern, keyValue). */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly extra: Document = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return NAMES[this.code] ?? `Location${this.code}`;
  }
}

/** What the allow-list does not name: code 238 NotImplemented unless mongod has a code of its own for it. */
export const notSupported = (what: string, code = 238): CommandError =>
  new CommandError(code, `${what} is not supported by the development stand-in; use a real mongod`);

/** Refuses every name outside the list; `what` describes the thing named, as in "option 'hint' of find". */
export function allowOnly(
  names: Iterable<string>,
  allowed: ReadonlySet<string>,
  what: (name: string) => string,
): void {
  for (const name of names) if (!allowed.has(name)) throw notSupported(what(name));
}
