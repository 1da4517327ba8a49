import { EventEmitter } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import {
  METADATA_TYPE,
  sizeOf,
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
  describedBy,
  isSoftDeleted,
  metadataStreamOf,
  parseBounds,
  revival,
  softDeletion,
} from '../domain/stream-metadata.js';
import type { Row } from './event-reader.js';
import { groupCommit } from './group-commit.js';
import { encodeRecord } from './record.js';
import { streamStates, viewOf, type StreamState } from './stream-state.js';

type Conflict = Readonly<{ kind: 'conflict'; current: number }>;
type Refusal = Conflict | Readonly<{ kind: 'deleted' }> | Readonly<{ kind: 'timeout' }>;

/** `revision` is -1 when an append of nothing met a stream that does not exist; it has no position then. */
export type AppendResult =
  Readonly<{ kind: 'appended'; revision: number; position?: number }> | Refusal;
export type DeleteResult = Readonly<{ kind: 'deletion'; position: number }> | Refusal;

/** A write is refused once `deadline` (ms since the epoch, may be Infinity) has passed. */
export type Append = Readonly<{
  stream: string;
  expected: ExpectedRevision;
  events: readonly ProposedEvent[];
  deadline: number;
}>;
export type Delete = Readonly<{
  stream: string;
  expected: ExpectedRevision;
  forGood: boolean;
  deadline: number;
}>;

/**
 * What one commit added to the log, and what came after it: who holds one finds every later commit, and nobody keeps
 * those that no reader waits for. `end` is the position of the last event.
 */
export type Commit = Readonly<{ rows: readonly Row[]; end: number }> & { next?: Commit };

/** `current` of a conflict is the last revision of the stream, -1 without one. */
const conflict = (state: StreamState): Conflict => ({ kind: 'conflict', current: state.last });

/** As many events of a stream, at least, are searched for one that is appended again without an exact revision. */
const REMEMBERED_EVENTS = 500;

/**
 * The write side of the log. A position is the number of bytes recorded up to and including its event, so positions
 * are sparse and none can be guessed. Results are values; a promise rejects only when the disk does not take the write.
 */
export function eventLog(database: DatabaseSync) {
  const changes = new EventEmitter().setMaxListeners(0);
  const states = streamStates(database);
  const insertStream = database.prepare('INSERT INTO streams (name) VALUES (?)');
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const findId = database.prepare('SELECT id FROM events WHERE stream = ? AND revision = ?');
  const findRevision = database.prepare(
    'SELECT revision FROM events WHERE stream = ? AND revision > ? AND id = ?',
  );
  const findPosition = database.prepare(
    'SELECT position FROM events WHERE stream = ? AND revision = ?',
  );
  const findEnd = database.prepare('SELECT MAX(position) AS position FROM events');

  const storedEnd = () => Number(findEnd.get()?.position ?? 0);
  let end = storedEnd();
  let uncommitted: Row[] = [];
  let latest: Commit = { rows: [], end };

  const commits = groupCommit(database, {
    committed() {
      if (uncommitted.length === 0) return;
      latest = latest.next = { rows: uncommitted, end };
      uncommitted = [];
      changes.emit('appended');
    },
    rolledBack() {
      states.forget();
      uncommitted = [];
      end = storedEnd();
    },
  });

  function recordedIds({ id, last }: StreamState, proposed: number): RecordedIds {
    if (id === undefined) return { at: () => undefined, revisionOf: () => undefined };
    const before = last - proposed - REMEMBERED_EVENTS;
    return {
      at: (revision) => findId.get(id, revision)?.id as string | undefined,
      revisionOf: (event) => findRevision.get(id, before, event)?.revision as number | undefined,
    };
  }

  function insert(
    stream: string,
    state: StreamState,
    revision: number,
    event: ProposedEvent,
  ): number {
    const created = Date.now();
    const position = end + sizeOf(event);
    state.id ??= Number(insertStream.run(stream).lastInsertRowid);
    const record = encodeRecord(event, { stream, revision, position, created });
    insertEvent.run(position, state.id, revision, event.id, event.type, created, record);
    uncommitted.push({ position, revision, stream, type: event.type, record });
    state.last = revision;
    end = position;
    return position;
  }

  function setMetadata(stream: string, data: Uint8Array): void {
    Object.assign(states.stateOf(stream), { metadata: data, bounds: parseBounds(data) });
  }

  function writeMetadata(stream: string, data: Uint8Array): number {
    const name = metadataStreamOf(stream);
    const state = states.stateOf(name);
    const position = insert(name, state, state.last + 1, systemEvent(METADATA_TYPE, data));
    setMetadata(stream, data);
    return position;
  }

  function write(
    stream: string,
    state: StreamState,
    events: readonly ProposedEvent[],
  ): AppendResult {
    if (isSoftDeleted(state.bounds))
      writeMetadata(stream, revival(state.metadata!, state.last + 1));
    let position: number | undefined;
    for (const event of events) position = insert(stream, state, state.last + 1, event);
    const described = describedBy(stream);
    if (described !== undefined && events.length > 0) setMetadata(described, events.at(-1)!.data);
    return { kind: 'appended', revision: state.last, position };
  }

  function append({ stream, expected, events, deadline }: Append): AppendResult {
    if (Date.now() >= deadline) return { kind: 'timeout' };
    const state = states.stateOf(stream);
    const ids = events.map(({ id }) => id);
    const decision = decideAppend(expected, viewOf(state), ids, recordedIds(state, ids.length));
    switch (decision.kind) {
      case 'write':
        return write(stream, state, events);
      case 'repeated': {
        const position = Number(findPosition.get(state.id!, decision.revision)?.position);
        return { kind: 'appended', revision: decision.revision, position };
      }
      case 'conflict':
        return conflict(state);
      case 'deleted':
        return decision;
    }
  }

  function tombstone(stream: string): number {
    const event = systemEvent(TOMBSTONE_TYPE, new Uint8Array());
    const position = insert(stream, states.stateOf(stream), TOMBSTONE_REVISION, event);
    states.forget();
    return position;
  }

  function remove({ stream, expected, forGood, deadline }: Delete): DeleteResult {
    if (Date.now() >= deadline) return { kind: 'timeout' };
    const state = states.stateOf(stream);
    const decision = decideDeletion(expected, viewOf(state), forGood);
    if (decision.kind === 'deleted') return decision;
    if (decision.kind !== 'write') return conflict(state);
    return {
      kind: 'deletion',
      position: forGood ? tombstone(stream) : writeMetadata(stream, softDeletion()),
    };
  }

  return {
    append: (request: Append): Promise<AppendResult> => commits.run(() => append(request)),
    delete: (request: Delete): Promise<DeleteResult> => commits.run(() => remove(request)),
    stateOf: states.stateOf,
    /** The position of the last event, 0 in an empty log. */
    end: () => end,
    /** The last commit, from which later ones are found. */
    latest: () => latest,
    /** Emits `appended` after each commit. */
    changes,
    /** Writes what is queued now instead of at the end of the event loop's turn. */
    flush: commits.flush,
  };
}
export type EventLog = ReturnType<typeof eventLog>;
