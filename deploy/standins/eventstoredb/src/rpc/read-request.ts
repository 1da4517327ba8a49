import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import type { ReadDirection, EventReader } from '../storage/event-reader.js';
import { readStreamName } from './codec.js';
import {
  invalidArgumentError,
  invalidPositionError,
  unhandledPositionError,
  unreadableEndError,
} from './errors.js';
import { parseFilter, type EventFilter } from './filter.js';

/**
 * A read of one stream, or of the whole log if `stream` is undefined. A live read continues after
 * the last event.
 */
export type ReadOptions = Readonly<{
  stream?: string;
  /** Revision or position of the first event to consider, inclusive. */
  from: number;
  direction: ReadDirection;
  limit: number;
  live: boolean;
  filter?: EventFilter;
  resolveLinks: boolean;
  structuredIds: boolean;
}>;

type ReadStart = Readonly<{ at: 'start' | 'end' } | { at: number }>['at'];

/**
 * A real server accepts positions beyond the end, so it does not detect a log that was set back.
 */
function readAllStart(
  allOptions: ReadReq.Options.AllOptions,
  eventReader: EventReader,
  { live, endPosition }: Readonly<{ live: boolean; endPosition: number }>,
): ReadStart {
  const positionMessage = allOptions.getPosition();
  if (!positionMessage) return allOptions.hasEnd() ? 'end' : 'start';
  const commitPosition = Number(positionMessage.getCommitPosition());
  if (commitPosition === 0) return 'start';
  const isEvent =
    positionMessage.getPreparePosition() === positionMessage.getCommitPosition() &&
    (commitPosition > endPosition || eventReader.isBoundary(commitPosition));
  if (isEvent) return commitPosition;
  throw live ? unhandledPositionError() : invalidPositionError();
}

function readStreamStart(streamOptions: ReadReq.Options.StreamOptions): ReadStart {
  if (streamOptions.hasRevision())
    return Math.min(Number(streamOptions.getRevision()), TOMBSTONE_REVISION);
  return streamOptions.hasEnd() ? 'end' : 'start';
}

type ReadMode = Readonly<{ ofStream: boolean; live: boolean; direction: ReadDirection }>;

/**
 * A subscription begins after its start event; a read includes it, except a backward read of
 * `$all`, where a position precedes its event. A backward read from the start of a stream returns
 * only the first event.
 */
function firstPosition(
  readStart: ReadStart,
  { ofStream, live, direction }: ReadMode,
  endPosition: number,
): number {
  if (readStart === 'start') return 0;
  if (readStart === 'end') {
    if (ofStream && !live && direction === 'forwards') throw unreadableEndError();
    return direction === 'forwards' ? endPosition + 1 : TOMBSTONE_REVISION;
  }
  if (live) return readStart + 1;
  return !ofStream && direction === 'backwards' ? readStart - 1 : readStart;
}

/**
 * Parses a request of the Read call. `findEnd` returns the last revision of a stream or the end
 * position of the log.
 */
export function parseReadRequest(
  readRequest: ReadReq,
  eventReader: EventReader,
  findEnd: (streamName?: string) => number,
): ReadOptions {
  const readOptions = readRequest.getOptions();
  if (!readOptions) throw invalidArgumentError('a read needs options');
  const isLiveRead = readOptions.hasSubscription();
  const readDirection =
    !isLiveRead && readOptions.getReadDirection() === 1 ? 'backwards' : 'forwards';
  const streamOptions = readOptions.getStream();
  const requestedStream = streamOptions && readStreamName(streamOptions.getStreamIdentifier());
  const allOptions = readOptions.getAll();
  if (!streamOptions && !allOptions) throw invalidArgumentError('a read needs a stream or $all');
  const readStart = streamOptions
    ? readStreamStart(streamOptions)
    : readAllStart(allOptions!, eventReader, { live: isLiveRead, endPosition: findEnd() });
  const filterOptions = readOptions.getFilter();
  return {
    stream: requestedStream,
    from: firstPosition(
      readStart,
      { ofStream: requestedStream !== undefined, live: isLiveRead, direction: readDirection },
      findEnd(requestedStream),
    ),
    direction: readDirection,
    limit: isLiveRead ? Infinity : Number(readOptions.getCount()),
    live: isLiveRead,
    filter: filterOptions && parseFilter(filterOptions),
    resolveLinks: readOptions.getResolveLinks(),
    structuredIds: readOptions.getUuidOption()?.hasStructured() ?? false,
  };
}
