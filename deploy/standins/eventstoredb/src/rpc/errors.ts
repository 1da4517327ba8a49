import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import { DamagedEventError } from '../storage/checksum.js';
import { readSqliteCode } from '../storage/schema.js';

/**
 * Maximum size of an append in bytes: data, metadata, and twice the length of the type of each
 * event.
 */
export const MAX_APPEND_BYTES = 1024 * 1024;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const encodeTrailer = (trailerValue: string) =>
  PRINTABLE_ASCII.test(trailerValue) ? trailerValue : encodeURIComponent(trailerValue);

/** A gRPC error that the client identifies by its trailers; `exception` names the kind. */
function createServiceError(
  statusCode: status,
  errorDetails: string,
  trailers: Record<string, string> = {},
): ServiceError {
  const errorMetadata = new Metadata();
  for (const [trailerName, trailerValue] of Object.entries(trailers))
    errorMetadata.set(trailerName, encodeTrailer(trailerValue));
  return Object.assign(new Error(errorDetails), {
    code: statusCode,
    details: errorDetails,
    metadata: errorMetadata,
  });
}

export const invalidArgumentError = (errorDetails: string) =>
  createServiceError(status.INVALID_ARGUMENT, errorDetails);
export const unreadableEndError = () =>
  createServiceError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error');
export const invalidPositionError = () =>
  invalidArgumentError('Trying to read from an invalid position.');
export const unhandledPositionError = () =>
  createServiceError(status.UNKNOWN, 'Exception was thrown by handler.');
export const deadlineExceededError = () =>
  createServiceError(status.DEADLINE_EXCEEDED, 'the deadline passed before the write');
export const tooSlowError = () =>
  createServiceError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
export const unimplementedError = (errorDetails: string) =>
  createServiceError(status.UNIMPLEMENTED, errorDetails);

export const streamDeletedError = (streamName: string) =>
  createServiceError(status.FAILED_PRECONDITION, `stream "${streamName}" is deleted`, {
    exception: 'stream-deleted',
    'stream-name': streamName,
  });

export const appendTooLargeError = () =>
  createServiceError(
    status.INVALID_ARGUMENT,
    `an append may contain at most ${MAX_APPEND_BYTES} bytes`,
    {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(MAX_APPEND_BYTES),
    },
  );

const VERSION_NUMBERS = { any: -2, no_stream: -1, stream_exists: -4 };

export const wrongVersionError = (
  streamName: string,
  expectedRevision: ExpectedRevision,
  currentRevision: number,
) =>
  createServiceError(
    status.FAILED_PRECONDITION,
    `stream "${streamName}" is not at the expected revision`,
    {
      exception: 'wrong-expected-version',
      'stream-name': streamName,
      'expected-version': String(
        typeof expectedRevision === 'number' ? expectedRevision : VERSION_NUMBERS[expectedRevision],
      ),
      'actual-version': String(currentRevision),
    },
  );

const SQLITE_CODES = { CORRUPT: 11, FULL: 13 };

const damageError = (problemText: string) =>
  createServiceError(status.DATA_LOSS, `${problemText}; restore a backup or use a new file`);

/**
 * Maps any error thrown while serving a call to a gRPC error. A failed write leaves nothing behind.
 */
export function toServiceError(thrownError: unknown): ServiceError {
  const { code, metadata, message } = thrownError as ServiceError;
  if (code !== undefined && metadata !== undefined) return thrownError as ServiceError;
  if (thrownError instanceof DamagedEventError) return damageError(message);
  switch (readSqliteCode(thrownError)) {
    case SQLITE_CODES.FULL:
      return createServiceError(status.RESOURCE_EXHAUSTED, 'nothing was written: the disk is full');
    case SQLITE_CODES.CORRUPT:
      return damageError('the data file is damaged');
    default:
      return createServiceError(status.INTERNAL, message);
  }
}
