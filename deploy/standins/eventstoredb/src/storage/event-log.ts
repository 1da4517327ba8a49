import { EventEmitter } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import {
  METADATA_TYPE,
  eventSizeBytes,
  systemEvent,
  TOMBSTONE_REVISION,
  TOMBSTONE_TYPE,
  type ProposedEvent,
} from '../domain/event.js';
import {
  decideAppend,
  decideDeletion,
  type ExpectedRevision,
  type RecordedIds,
} from '../domain/expected-revision.js';
import {
  describedStreamOf,
  isSoftDeleted,
  metadataStreamOf,
  parseBounds,
  revivalMetadata,
  softDeletionMetadata,
} from '../domain/stream-metadata.js';
import { eventChecksum } from './checksum.js';
import type { EventRow } from './event-reader.js';
import { createCommitQueue } from './group-commit.js';
import { createRecentIds } from './recent-ids.js';
import { encodeRecord } from './record.js';
import { createStateCache, toStreamView, type StreamState } from './stream-state.js';

type ConflictResult = Readonly<{ kind: 'conflict'; current: number }>;
type RefusalResult = ConflictResult | Readonly<{ kind: 'deleted' }> | Readonly<{ kind: 'timeout' }>;

/** `revision` is -1, without a position, after an empty append to a stream that does not exist. */
export type AppendResult =
  | Readonly<{ kind: 'appended'; revision: number; position?: number }>
  | RefusalResult;
export type DeleteResult = Readonly<{ kind: 'deletion'; position: number }> | RefusalResult;

/** A write is refused after `deadline` (ms since the epoch, may be Infinity). */
export type AppendRequest = Readonly<{
  stream: string;
  expected: ExpectedRevision;
  events: readonly ProposedEvent[];
  deadline: number;
}>;
export type DeleteRequest = Readonly<{
  stream: string;
  expected: ExpectedRevision;
  isPermanent: boolean;
  deadline: number;
}>;

/**
 * The events of one commit, linked to the next commit. Holding a commit gives access to all later
 * ones; the garbage collector frees commits that no reader waits for. `end` is the position of the
 * last event.
 */
export type LogCommit = Readonly<{ rows: readonly EventRow[]; end: number }> & { next?: LogCommit };

/** `current` is the last revision of the stream, or -1 if it has none. */
const conflictResult = (streamState: StreamState): ConflictResult => ({
  kind: 'conflict',
  current: streamState.last,
});

/**
 * Minimum number of events of a stream that are searched for a repeated append without an exact
 * revision.
 */
const REMEMBERED_EVENTS = 500;

/**
 * The write side of the log. A position is the number of bytes recorded up to and including its
 * event, so positions are sparse and cannot be guessed. Results are values; a promise rejects only
 * if the disk refuses the write.
 */
export function createEventLog(database: DatabaseSync) {
  const changeEmitter = new EventEmitter().setMaxListeners(0);
  const streamStateCache = createStateCache(database);
  const recentIds = createRecentIds(database);
  const insertStreamStatement = database.prepare('INSERT INTO streams (name) VALUES (?)');
  const insertEventStatement = database.prepare(
    'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const selectId = database.prepare('SELECT id FROM events WHERE stream = ? AND revision = ?');
  const selectPosition = database.prepare(
    'SELECT position FROM events WHERE stream = ? AND revision = ?',
  );
  const selectEnd = database.prepare('SELECT MAX(position) AS position FROM events');

  const readStoredEnd = () => Number(selectEnd.get()?.position ?? 0);
  let endPosition = readStoredEnd();
  let uncommittedRows: EventRow[] = [];
  let latestCommit: LogCommit = { rows: [], end: endPosition };

  const commitQueue = createCommitQueue(database, {
    committed() {
      if (uncommittedRows.length === 0) return;
      latestCommit = latestCommit.next = { rows: uncommittedRows, end: endPosition };
      uncommittedRows = [];
      changeEmitter.emit('appended');
    },
    rolledBack() {
      streamStateCache.forget();
      recentIds.forget();
      uncommittedRows = [];
      endPosition = readStoredEnd();
    },
  });

  function createRecordedIds({ id, last }: StreamState, proposedCount: number): RecordedIds {
    if (id === undefined) return { at: () => undefined, revisionOf: () => undefined };
    const searchedCount = proposedCount + REMEMBERED_EVENTS;
    return {
      at: (streamRevision) => selectId.get(id, streamRevision)?.id as string | undefined,
      revisionOf: (eventId) => recentIds.revisionOf(eventId, id, last, searchedCount),
    };
  }

  function insertEventRow(
    streamName: string,
    streamState: StreamState,
    streamRevision: number,
    proposedEvent: ProposedEvent,
  ): number {
    const createdMs = Date.now();
    const logPosition = endPosition + eventSizeBytes(proposedEvent);
    streamState.id ??= Number(insertStreamStatement.run(streamName).lastInsertRowid);
    const recordBytes = encodeRecord(proposedEvent, {
      stream: streamName,
      revision: streamRevision,
      position: logPosition,
      created: createdMs,
    });
    const storedEvent = {
      position: logPosition,
      stream: streamName,
      revision: streamRevision,
      id: proposedEvent.id,
      type: proposedEvent.type,
      created: createdMs,
      record: recordBytes,
    };
    insertEventStatement.run(
      logPosition,
      streamState.id,
      streamRevision,
      proposedEvent.id,
      proposedEvent.type,
      createdMs,
      recordBytes,
      eventChecksum(storedEvent),
    );
    uncommittedRows.push(storedEvent);
    recentIds.add(proposedEvent.id, streamState.id, streamRevision);
    streamState.last = streamRevision;
    endPosition = logPosition;
    return logPosition;
  }

  function setMetadata(streamName: string, metadataBytes: Uint8Array): void {
    Object.assign(streamStateCache.stateOf(streamName), {
      metadata: metadataBytes,
      bounds: parseBounds(metadataBytes),
    });
  }

  function writeMetadata(streamName: string, metadataBytes: Uint8Array): number {
    const metadataStream = metadataStreamOf(streamName);
    const metadataState = streamStateCache.stateOf(metadataStream);
    const logPosition = insertEventRow(
      metadataStream,
      metadataState,
      metadataState.last + 1,
      systemEvent(METADATA_TYPE, metadataBytes),
    );
    setMetadata(streamName, metadataBytes);
    return logPosition;
  }

  function writeEvents(
    streamName: string,
    streamState: StreamState,
    proposedEvents: readonly ProposedEvent[],
  ): AppendResult {
    if (isSoftDeleted(streamState.bounds))
      writeMetadata(streamName, revivalMetadata(streamState.metadata!, streamState.last + 1));
    let lastPosition: number | undefined;
    for (const proposedEvent of proposedEvents)
      lastPosition = insertEventRow(streamName, streamState, streamState.last + 1, proposedEvent);
    const describedStream = describedStreamOf(streamName);
    if (describedStream !== undefined && proposedEvents.length > 0)
      setMetadata(describedStream, proposedEvents.at(-1)!.data);
    return { kind: 'appended', revision: streamState.last, position: lastPosition };
  }

  function decideAndAppend({ stream, expected, events, deadline }: AppendRequest): AppendResult {
    if (Date.now() >= deadline) return { kind: 'timeout' };
    const streamState = streamStateCache.stateOf(stream);
    const eventIds = events.map(({ id }) => id);
    const appendDecision = decideAppend(
      expected,
      toStreamView(streamState),
      eventIds,
      createRecordedIds(streamState, eventIds.length),
    );
    switch (appendDecision.kind) {
      case 'write':
        return writeEvents(stream, streamState, events);
      case 'repeated': {
        const recordedPosition = Number(
          selectPosition.get(streamState.id!, appendDecision.revision)?.position,
        );
        return { kind: 'appended', revision: appendDecision.revision, position: recordedPosition };
      }
      case 'conflict':
        return conflictResult(streamState);
      case 'deleted':
        return appendDecision;
    }
  }

  function writeTombstone(streamName: string): number {
    const tombstoneEvent = systemEvent(TOMBSTONE_TYPE, new Uint8Array());
    const position = insertEventRow(
      streamName,
      streamStateCache.stateOf(streamName),
      TOMBSTONE_REVISION,
      tombstoneEvent,
    );
    streamStateCache.forget();
    return position;
  }

  function decideAndDelete({
    stream,
    expected,
    isPermanent,
    deadline,
  }: DeleteRequest): DeleteResult {
    if (Date.now() >= deadline) return { kind: 'timeout' };
    const streamState = streamStateCache.stateOf(stream);
    const deleteDecision = decideDeletion(expected, toStreamView(streamState), isPermanent);
    if (deleteDecision.kind === 'deleted') return deleteDecision;
    if (deleteDecision.kind !== 'write') return conflictResult(streamState);
    return {
      kind: 'deletion',
      position: isPermanent
        ? writeTombstone(stream)
        : writeMetadata(stream, softDeletionMetadata()),
    };
  }

  return {
    append: (writeRequest: AppendRequest): Promise<AppendResult> =>
      commitQueue.run(() => decideAndAppend(writeRequest)),
    delete: (writeRequest: DeleteRequest): Promise<DeleteResult> =>
      commitQueue.run(() => decideAndDelete(writeRequest)),
    stateOf: streamStateCache.stateOf,
    /** The position of the last event, 0 for an empty log. */
    end: () => endPosition,
    /** The last commit. Later commits are linked to it. */
    latest: () => latestCommit,
    /** Emits `appended` after each commit. */
    changes: changeEmitter,
    /** Writes the queue now instead of at the end of the event loop's turn. */
    flush: commitQueue.flush,
  };
}
export type EventLog = ReturnType<typeof createEventLog>;
