import { ErrorType, isCommandError } from '@eventstore/db-client';

const GRPC_CANCELLED = 1;
const GRPC_UNKNOWN = 2;
const GRPC_INVALID_ARGUMENT = 3;
const GRPC_INTERNAL = 13;
const GRPC_UNAVAILABLE = 14;

export class NoResponse extends Error {}

const typeOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

/**
 * Errors that leave the outcome of a call unknown, so the call may be repeated. Disposing of a
 * client cancels its other calls without a specific error, and a stopping server resets open calls.
 */
export const isUnknownOutcome = (error: unknown): boolean => {
  if (error instanceof NoResponse) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === GRPC_UNAVAILABLE || code === GRPC_CANCELLED) return true;
  if (code === GRPC_INTERNAL && String(message).includes('RST_STREAM')) return true;
  const lostErrorTypes: readonly unknown[] = [
    ErrorType.UNAVAILABLE,
    ErrorType.NOT_LEADER,
    ErrorType.DEADLINE_EXCEEDED,
    ErrorType.TIMEOUT,
  ];
  return lostErrorTypes.includes(typeOf(error));
};

/** The server ends a live subscription with this error if its reader falls behind. */
export const isReaderTooSlow = (error: unknown): boolean => typeOf(error) === ErrorType.TIMEOUT;

/**
 * The server's texts for a read of $all from a position between two events; older servers use code
 * UNKNOWN, which they also use for failures of any other kind.
 */
const invalidPositionTexts =
  /Trying to read from an invalid position|ReadAllResult: InvalidPosition/;

export const isInvalidPosition = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (code === GRPC_UNKNOWN || code === GRPC_INVALID_ARGUMENT) &&
    invalidPositionTexts.test(String(message))
  );
};

export const isConflict = (error: unknown): boolean =>
  typeOf(error) === ErrorType.WRONG_EXPECTED_VERSION;
