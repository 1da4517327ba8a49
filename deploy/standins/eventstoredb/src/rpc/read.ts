import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { isSoftDeleted } from '../domain/stream-metadata.js';
import type { EventLog } from '../storage/event-log.js';
import type { EventReader, Row } from '../storage/event-reader.js';
import { doorbell } from './doorbell.js';
import { asServiceError, cancelled, streamDeleted } from './errors.js';
import { caughtUpFrame, checkpointFrame, confirmationFrame, streamNotFoundFrame } from './frames.js';
import { rowFrames } from './links.js';
import type { OpenCalls } from './open-calls.js';
import { parseRead, type Read } from './read-request.js';

type Call = ServerWritableStream<ReadReq, Buffer>;

/** Events that a read may skip by its filter before appends and other reads get their turn. */
const TURN = 200;

/**
 * One pull loop serves reads, catch-up and live subscriptions: read a page after the last event, write it no faster
 * than the client takes it, and at the end wait for the next commit. So there is no gap, no duplicate, and no buffer
 * that grows with a slow client.
 */
async function serve(call: Call, read: Read, log: EventLog, reader: EventReader): Promise<void> {
  const bell = doorbell();
  call.on('drain', bell.ring).on('cancelled', bell.ring);
  const frameOf = rowFrames(log, reader, read);
  const step = read.direction === 'forwards' ? 1 : -1;
  let { from, limit: remaining } = read;
  let [considered, lastConsidered, isCaughtUp] = [0, 0, false];
  const isOver = () => call.cancelled || call.writableEnded;

  async function send(frame: Buffer): Promise<void> {
    call.write(frame);
    while (call.writableNeedDrain && !isOver()) await bell.heard();
  }

  async function consider(row: Row): Promise<void> {
    if (!read.filter || read.filter.matches(row)) {
      await send(frameOf(row));
      remaining -= 1;
    }
    lastConsidered = row.position;
    considered += 1;
    if (considered % TURN === 0) await nextTurn();
    const isCheckpoint = read.live && read.filter && considered % read.filter.checkpointEvery === 0;
    if (isCheckpoint) await send(checkpointFrame(row.position));
  }

  function nextPage(): Row[] {
    const limit = read.filter ? Infinity : remaining;
    if (read.stream === undefined) return reader.readAll(from, read.direction, limit);
    const state = log.stateOf(read.stream);
    if (state.tombstoned) throw streamDeleted(read.stream);
    return reader.readStream(state, from, read.direction, limit);
  }

  async function catchUp(): Promise<void> {
    isCaughtUp = true;
    if (read.filter && lastConsidered > 0) await send(checkpointFrame(lastConsidered));
    await send(caughtUpFrame());
  }

  async function follow(): Promise<void> {
    while (!isOver() && remaining > 0) {
      const rows = nextPage();
      for (const row of rows) {
        await consider(row);
        if (isOver() || remaining === 0) return;
        from = (read.stream === undefined ? row.position : row.revision) + step;
      }
      if (rows.length > 0) continue;
      if (!read.live) return;
      if (!isCaughtUp) await catchUp();
      else await bell.heard();
    }
  }

  if (!read.live) return follow();
  log.changes.on('appended', bell.ring);
  try {
    await send(confirmationFrame(randomUUID()));
    await follow();
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
): handleServerStreamingCall<ReadReq, Buffer> {
  return async (call) => {
    calls.track(call, () => call.emit('error', cancelled()));
    try {
      const read = parseRead(call.request, reader, (stream) =>
        stream === undefined ? log.end() : log.stateOf(stream).last,
      );
      if (isMissing(read, log)) call.write(streamNotFoundFrame(read.stream!));
      else await serve(call, read, log, reader);
      if (!call.writableEnded) call.end();
    } catch (error) {
      call.emit('error', asServiceError(error));
    }
  };
}
