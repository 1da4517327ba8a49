import type { Document } from './bson-reader.js';

/** The names mongod reports with its numeric error codes. */
const ERROR_CODE_NAMES: Record<number, string> = {
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

/**
 * An error sent to the client with mongod's code. `extra` is added to the error document
 * (keyPattern, keyValue).
 */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    errorMessage: string,
    readonly extra: Document = {},
  ) {
    super(errorMessage);
  }

  get codeName(): string {
    return ERROR_CODE_NAMES[this.code] ?? `Location${this.code}`;
  }
}

/**
 * The error for anything outside the allow-lists: code 238 NotImplemented unless mongod has a
 * specific code.
 */
export const notSupported = (unsupportedFeature: string, errorCode = 238): CommandError =>
  new CommandError(
    errorCode,
    `${unsupportedFeature} is not supported by the development stand-in; use a real mongod`,
  );

/**
 * Refuses names outside the list. `describeName` returns a phrase such as "the option 'hint' of
 * find".
 */
export function refuseUnknownNames(
  givenNames: Iterable<string>,
  allowedNames: ReadonlySet<string>,
  describeName: (givenName: string) => string,
): void {
  for (const givenName of givenNames)
    if (!allowedNames.has(givenName)) throw notSupported(describeName(givenName));
}
