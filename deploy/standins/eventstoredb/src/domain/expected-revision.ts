/** The state of the stream that a writer expects. A number is the revision of its last event. */
export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | number;

/** The stream state that the decision depends on. `last` is -1 if the stream never had an event. */
export type StreamView = Readonly<{
  last: number;
  tombstoned: boolean;
  softDeleted: boolean;
  hasMetadata: boolean;
}>;

/** Looks up recorded event ids of a stream to detect repeated appends. */
export type RecordedIds = Readonly<{
  at: (revision: number) => string | undefined;
  revisionOf: (eventId: string) => number | undefined;
}>;

export type WriteDecision =
  | Readonly<{ kind: 'write' }>
  | Readonly<{ kind: 'repeated'; revision: number }>
  | Readonly<{ kind: 'conflict' }>
  | Readonly<{ kind: 'deleted' }>;

const WRITE_DECISION: WriteDecision = { kind: 'write' };
const CONFLICT_DECISION: WriteDecision = { kind: 'conflict' };
const DELETED_DECISION: WriteDecision = { kind: 'deleted' };

const streamExists = (streamView: StreamView) => streamView.last >= 0 || streamView.hasMetadata;

/**
 * Without an exact revision, an append is a repetition only if the stream contains all of its event
 * ids.
 */
function findRepetition(eventIds: readonly string[], recordedIds: RecordedIds): WriteDecision {
  const [firstId, ...otherIds] = eventIds;
  const firstRevision = firstId === undefined ? undefined : recordedIds.revisionOf(firstId);
  if (firstRevision === undefined) return WRITE_DECISION;
  const allRevisions = [
    firstRevision,
    ...otherIds.map((eventId) => recordedIds.revisionOf(eventId)),
  ];
  if (allRevisions.includes(undefined)) return CONFLICT_DECISION;
  return { kind: 'repeated', revision: Math.max(...(allRevisions as number[])) };
}

function findRepetitionAfter(
  previousRevision: number,
  eventIds: readonly string[],
  recordedIds: RecordedIds,
): WriteDecision {
  const isRepeated =
    eventIds.length > 0 &&
    eventIds.every(
      (eventId, idOffset) => recordedIds.at(previousRevision + 1 + idOffset) === eventId,
    );
  return isRepeated
    ? { kind: 'repeated', revision: previousRevision + eventIds.length }
    : CONFLICT_DECISION;
}

/**
 * Decides an append by EventStoreDB's rules for optimistic concurrency and idempotence: `write`
 * after the last event; `repeated` if the same ids are already recorded (the response repeats the
 * old revision); `conflict` if the expectation is wrong; `deleted` if the stream accepts no more
 * events.
 */
export function decideAppend(
  expectedRevision: ExpectedRevision,
  streamView: StreamView,
  eventIds: readonly string[],
  recordedIds: RecordedIds,
): WriteDecision {
  if (streamView.tombstoned) return DELETED_DECISION;
  if (expectedRevision === 'stream_exists') {
    if (streamView.softDeleted) return DELETED_DECISION;
    return streamExists(streamView) ? findRepetition(eventIds, recordedIds) : CONFLICT_DECISION;
  }
  if (expectedRevision === 'any') return findRepetition(eventIds, recordedIds);
  const previousRevision = expectedRevision === 'no_stream' ? -1 : expectedRevision;
  if (previousRevision === streamView.last) return WRITE_DECISION;
  if (previousRevision > streamView.last) return CONFLICT_DECISION;
  const repeatDecision = findRepetitionAfter(previousRevision, eventIds, recordedIds);
  const startsNewHistory =
    streamView.softDeleted && expectedRevision === 'no_stream' && recordedIds.at(0) !== eventIds[0];
  return startsNewHistory ? WRITE_DECISION : repeatDecision;
}

/**
 * Decides a soft deletion or, if `isPermanent`, a tombstone. A stream that never existed can only
 * be tombstoned. A stream that has only metadata can be deleted, and a deleted stream can be
 * deleted again.
 */
export function decideDeletion(
  expectedRevision: ExpectedRevision,
  streamView: StreamView,
  isPermanent: boolean,
): WriteDecision {
  if (streamView.tombstoned) return DELETED_DECISION;
  if (!streamExists(streamView) && !isPermanent) return CONFLICT_DECISION;
  if (expectedRevision === 'any') return WRITE_DECISION;
  if (expectedRevision === 'stream_exists') {
    if (streamView.softDeleted) return DELETED_DECISION;
    return streamExists(streamView) ? WRITE_DECISION : CONFLICT_DECISION;
  }
  return streamView.last === (expectedRevision === 'no_stream' ? -1 : expectedRevision)
    ? WRITE_DECISION
    : CONFLICT_DECISION;
}
