import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import type { ExpectedRevision } from '../domain/expected-revision.js';
import { sqliteCode } from '../storage/schema.js';

/** What a single append may hold: data, metadata and twice the length of the type of each event, in bytes. */
export const MAX_APPEND_BYTES = 1024 * 1024;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const trailer = (value: string) =>
  PRINTABLE_ASCII.test(value) ? value : encodeURIComponent(value);

/** A gRPC error that the client recognises by its trailers; `exception` names the kind. */
function serviceError(
  code: status,
  details: string,
  trailers: Record<string, string> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, trailer(value));
  return Object.assign(new Error(details), { code, details, metadata });
}

export const invalidArgument = (details: string) => serviceError(status.INVALID_ARGUMENT, details);
export const unreadable = () => serviceError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error');
export const deadlineExceeded = () =>
  serviceError(status.DEADLINE_EXCEEDED, 'the deadline passed before the write');
export const unavailable = () => serviceError(status.UNAVAILABLE, 'the server is shutting down');
export const cancelled = () => serviceError(status.CANCELLED, 'the server is shutting down');
export const tooSlow = () =>
  serviceError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
export const unimplemented = (details: string) => serviceError(status.UNIMPLEMENTED, details);

export const streamDeleted = (stream: string) =>
  serviceError(status.FAILED_PRECONDITION, `stream "${stream}" is deleted`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const appendTooLarge = () =>
  serviceError(status.INVALID_ARGUMENT, `an append may hold ${MAX_APPEND_BYTES} bytes`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  });

const VERSION_NUMBERS = { any: -2, no_stream: -1, stream_exists: -4 };

export const wrongExpectedVersion = (stream: string, expected: ExpectedRevision, current: number) =>
  serviceError(status.FAILED_PRECONDITION, `stream "${stream}" is not at the expected revision`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : VERSION_NUMBERS[expected]),
    'actual-version': String(current),
  });

const SQLITE = { CORRUPT: 11, FULL: 13 };

/** The error that a caller sees for whatever was thrown while serving it; a write that failed left nothing behind. */
export function asServiceError(error: unknown): ServiceError {
  const { code, metadata, message } = error as ServiceError;
  if (code !== undefined && metadata !== undefined) return error as ServiceError;
  switch (sqliteCode(error)) {
    case SQLITE.FULL:
      return serviceError(
        status.RESOURCE_EXHAUSTED,
        'nothing was written: the disk of the data file is full',
      );
    case SQLITE.CORRUPT:
      return serviceError(
        status.DATA_LOSS,
        'the data file is damaged; restore a copy or start with a new file',
      );
    default:
      return serviceError(status.INTERNAL, message);
  }
}
