/** What a writer says about a stream: a number is the revision of the last event it knows. */
export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | number;

/** What the decision needs to know of a stream. `last` is -1 while no event was ever written. */
export type StreamView = Readonly<{
  last: number;
  tombstoned: boolean;
  softDeleted: boolean;
  hasMetadata: boolean;
}>;

/** Looks up recorded event ids of the stream, so that a repeated append is recognised. */
export type RecordedIds = Readonly<{
  at: (revision: number) => string | undefined;
  revisionOf: (id: string) => number | undefined;
}>;

export type Decision =
  | Readonly<{ kind: 'write' }>
  | Readonly<{ kind: 'repeated'; revision: number }>
  | Readonly<{ kind: 'conflict' }>
  | Readonly<{ kind: 'deleted' }>;

const WRITE: Decision = { kind: 'write' };
const CONFLICT: Decision = { kind: 'conflict' };
const DELETED: Decision = { kind: 'deleted' };

const exists = (stream: StreamView) => stream.last >= 0 || stream.hasMetadata;

/** Without an exact revision an append counts as a repetition only when this stream holds every id of it. */
function repeatedAnywhere(ids: readonly string[], recorded: RecordedIds): Decision {
  const [first, ...others] = ids;
  const revision = first === undefined ? undefined : recorded.revisionOf(first);
  if (revision === undefined) return WRITE;
  const revisions = [revision, ...others.map((id) => recorded.revisionOf(id))];
  if (revisions.includes(undefined)) return CONFLICT;
  return { kind: 'repeated', revision: Math.max(...(revisions as number[])) };
}

function repeatedAfter(previous: number, ids: readonly string[], recorded: RecordedIds): Decision {
  const repeated =
    ids.length > 0 && ids.every((id, index) => recorded.at(previous + 1 + index) === id);
  return repeated ? { kind: 'repeated', revision: previous + ids.length } : CONFLICT;
}

/**
 * Decides an append as the server's documentation of optimistic concurrency and idempotence does: `write` after the
 * last event, `repeated` when the same ids were written before (answer the old revision), `conflict` when the
 * expectation does not hold, `deleted` when the stream takes no more events.
 */
export function decideAppend(
  expected: ExpectedRevision,
  stream: StreamView,
  ids: readonly string[],
  recorded: RecordedIds,
): Decision {
  if (stream.tombstoned) return DELETED;
  if (expected === 'stream_exists') {
    if (stream.softDeleted) return DELETED;
    return exists(stream) ? repeatedAnywhere(ids, recorded) : CONFLICT;
  }
  if (expected === 'any') return repeatedAnywhere(ids, recorded);
  const previous = expected === 'no_stream' ? -1 : expected;
  if (previous === stream.last) return WRITE;
  if (previous > stream.last) return CONFLICT;
  const decision = repeatedAfter(previous, ids, recorded);
  const startsAnew = stream.softDeleted && expected === 'no_stream' && recorded.at(0) !== ids[0];
  return startsAnew ? WRITE : decision;
}

/**
 * Decides a deletion or (`forGood`) a tombstone. Only a tombstone may be set on a stream that never existed; metadata
 * alone is enough to be deleted, and what is deleted may be deleted again.
 */
export function decideDeletion(
  expected: ExpectedRevision,
  stream: StreamView,
  forGood: boolean,
): Decision {
  if (stream.tombstoned) return DELETED;
  if (!exists(stream) && !forGood) return CONFLICT;
  if (expected === 'any') return WRITE;
  if (expected === 'stream_exists') {
    if (stream.softDeleted) return DELETED;
    return exists(stream) ? WRITE : CONFLICT;
  }
  return stream.last === (expected === 'no_stream' ? -1 : expected) ? WRITE : CONFLICT;
}
