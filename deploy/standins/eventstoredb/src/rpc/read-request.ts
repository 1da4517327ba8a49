import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import type { Direction, EventReader } from '../storage/event-reader.js';
import { streamName } from './codec.js';
import { invalidArgument, unreadable } from './errors.js';
import { parseFilter, type Filter } from './filter.js';

/** A read of one stream, or of the whole log if `stream` is undefined. A live read goes on after the last event. */
export type Read = Readonly<{
  stream?: string;
  /** Revision or position of the first event to consider, inclusive. */
  from: number;
  direction: Direction;
  limit: number;
  live: boolean;
  filter?: Filter;
  resolveLinks: boolean;
  structuredIds: boolean;
}>;

type Start = Readonly<{ at: 'start' | 'end' } | { at: number }>['at'];

function startOfAll(options: ReadReq.Options.AllOptions, reader: EventReader): Start {
  const position = options.getPosition();
  if (!position) return options.hasEnd() ? 'end' : 'start';
  const commit = Number(position.getCommitPosition());
  if (commit === 0) return 'start';
  if (
    position.getPreparePosition() !== position.getCommitPosition() ||
    !reader.isBoundary(commit)
  ) {
    throw invalidArgument(`no event was recorded at position ${position.getCommitPosition()}`);
  }
  return commit;
}

function startOfStream(options: ReadReq.Options.StreamOptions): Start {
  if (options.hasRevision()) return Math.min(Number(options.getRevision()), TOMBSTONE_REVISION);
  return options.hasEnd() ? 'end' : 'start';
}

type Way = Readonly<{ ofStream: boolean; live: boolean; direction: Direction }>;

/**
 * Subscriptions begin after the event they start from. Reads include it, but of all backwards, since a position lies
 * before its event there. Backwards from the start of a stream there is nothing but the first event.
 */
function firstConsidered(start: Start, { ofStream, live, direction }: Way, end: number): number {
  if (start === 'start') return 0;
  if (start === 'end') {
    if (ofStream && !live && direction === 'forwards') throw unreadable();
    return direction === 'forwards' ? end + 1 : TOMBSTONE_REVISION;
  }
  if (live) return start + 1;
  return !ofStream && direction === 'backwards' ? start - 1 : start;
}

/** Reads the request of the Read call; `endOf` yields the last revision of a stream or position of the log. */
export function parseRead(
  request: ReadReq,
  reader: EventReader,
  endOf: (stream?: string) => number,
): Read {
  const options = request.getOptions();
  if (!options) throw invalidArgument('a read has options');
  const live = options.hasSubscription();
  const direction = !live && options.getReadDirection() === 1 ? 'backwards' : 'forwards';
  const ofStream = options.getStream();
  const stream = ofStream && streamName(ofStream.getStreamIdentifier());
  const ofAll = options.getAll();
  if (!ofStream && !ofAll) throw invalidArgument('a read is of a stream or of all');
  const start = ofStream ? startOfStream(ofStream) : startOfAll(ofAll!, reader);
  const filter = options.getFilter();
  return {
    stream,
    from: firstConsidered(
      start,
      { ofStream: stream !== undefined, live, direction },
      endOf(stream),
    ),
    direction,
    limit: live ? Infinity : Number(options.getCount()),
    live,
    filter: filter && parseFilter(filter),
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? false,
  };
}
