import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import { isSoftDeleted } from '../domain/stream-metadata.js';
import type { EventLog } from '../storage/event-log.js';
import type { EventReader, Row } from '../storage/event-reader.js';
import { doorbell } from './doorbell.js';
import { asServiceError, cancelled, streamDeleted, tooSlow } from './errors.js';
import {
  caughtUpFrame,
  checkpointFrame,
  confirmationFrame,
  streamNotFoundFrame,
} from './frames.js';
import { rowFrames } from './links.js';
import type { OpenCalls } from './open-calls.js';
import { parseRead, type Read } from './read-request.js';

/** Calls that read write lists of encoded messages, see `messageLists`. */
type Call = ServerWritableStream<ReadReq, readonly Buffer[]>;

/** The bytes of events that may wait for a live reader behind the commit that it gets next. */
export type Patience = Readonly<{ liveBuffer: number }>;

/**
 * Serves a read, and a subscription until it is live: reads a page after the last event, writes it, and goes on when
 * the client has taken it. A live subscription then goes from commit to commit, which all subscriptions share, so there
 * is no gap, no duplicate and no buffer of its own; it is ended when its reader leaves too many events waiting.
 */
async function serve(
  call: Call,
  read: Read,
  log: EventLog,
  reader: EventReader,
  { liveBuffer }: Patience,
) {
  const bell = doorbell();
  call.on('cancelled', bell.ring);
  const frameOf = rowFrames(log, reader, read);
  const step = read.direction === 'forwards' ? 1 : -1;
  let { from, limit: remaining } = read;
  let [considered, lastConsidered] = [0, 0];
  const isOver = () => call.cancelled || call.writableEnded;

  /** Resolves when the client has taken the messages, or never will. */
  async function send(frames: readonly Buffer[], check = () => {}): Promise<void> {
    if (isOver()) return;
    let isTaken = false;
    call.write(frames, () => {
      isTaken = true;
      bell.ring();
    });
    for (; !isTaken && !isOver(); check()) await bell.heard();
  }

  /** The messages for the next events of the log; those that the filter skips count towards a checkpoint. */
  function consider(rows: readonly Row[]): Buffer[] {
    const frames: Buffer[] = [];
    for (const row of rows) {
      if (remaining === 0) break;
      if (!read.filter || read.filter.matches(row)) {
        frames.push(frameOf(row));
        remaining -= 1;
      }
      lastConsidered = row.position;
      considered += 1;
      from = (read.stream === undefined ? row.position : row.revision) + step;
      const isCheckpoint =
        read.live && read.filter && considered % read.filter.checkpointEvery === 0;
      if (isCheckpoint) frames.push(checkpointFrame(row.position));
    }
    return frames;
  }

  function nextPage(): Row[] {
    const limit = read.filter ? Infinity : remaining;
    if (read.stream === undefined) return reader.readAll(from, read.direction, limit);
    const state = log.stateOf(read.stream);
    if (state.tombstoned) throw streamDeleted(read.stream);
    return reader.readStream(state, from, read.direction, limit);
  }

  async function sendHistory(): Promise<void> {
    while (!isOver() && remaining > 0) {
      const rows = nextPage();
      if (rows.length === 0) return;
      const frames = consider(rows);
      await (frames.length > 0 ? send(frames) : nextTurn());
    }
  }

  function isWanted(row: Row): boolean {
    if (read.stream === undefined) return true;
    if (row.stream !== read.stream || row.revision < from) return false;
    if (row.revision === TOMBSTONE_REVISION) throw streamDeleted(read.stream);
    return true;
  }

  /** Holds no commit but the one that it has come to: not even a parameter, which lives as long as the call. */
  async function sendLive(): Promise<void> {
    let commit = log.latest();
    const check = () => {
      if (commit.next && log.end() - commit.next.end > liveBuffer) throw tooSlow();
    };
    while (!isOver()) {
      const frames: Buffer[] = [];
      for (; commit.next; commit = commit.next)
        frames.push(...consider(commit.next.rows.filter(isWanted)));
      await (frames.length > 0 ? send(frames, check) : bell.heard());
    }
  }

  if (!read.live) return sendHistory();
  log.changes.on('appended', bell.ring);
  try {
    await send([confirmationFrame(randomUUID())]);
    await sendHistory();
    const checkpoint = read.filter && lastConsidered > 0 ? [checkpointFrame(lastConsidered)] : [];
    await send([...checkpoint, caughtUpFrame()]);
    await sendHistory();
    await sendLive();
  } finally {
    log.changes.off('appended', bell.ring);
  }
}

/** A read of a stream that is missing or deleted says so; a subscription waits for the stream instead. */
function isMissing({ stream, live }: Read, log: EventLog): boolean {
  if (stream === undefined || live) return false;
  const { last, tombstoned, bounds } = log.stateOf(stream);
  return !tombstoned && (last < 0 || isSoftDeleted(bounds));
}

/** The Read call: reads of a stream or of all, in both directions, and subscriptions. */
export function readHandler(
  log: EventLog,
  reader: EventReader,
  calls: OpenCalls,
  patience: Patience,
): handleServerStreamingCall<ReadReq, readonly Buffer[]> {
  return async (call) => {
    calls.track(call, () => call.emit('error', cancelled()));
    try {
      const read = parseRead(call.request, reader, (stream) =>
        stream === undefined ? log.end() : log.stateOf(stream).last,
      );
      if (isMissing(read, log)) call.write([streamNotFoundFrame(read.stream!)]);
      else await serve(call, read, log, reader, patience);
      if (!call.writableEnded) call.end();
    } catch (error) {
      call.emit('error', asServiceError(error));
    }
  };
}
