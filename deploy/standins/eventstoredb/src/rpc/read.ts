import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import { isSoftDeleted } from '../domain/stream-metadata.js';
import type { EventLog, LogCommit } from '../storage/event-log.js';
import type { EventReader, EventRow } from '../storage/event-reader.js';
import { createWakeSignal } from './wake-signal.js';
import { toServiceError, streamDeletedError, tooSlowError } from './errors.js';
import {
  caughtUpFrame,
  checkpointFrame,
  confirmationFrame,
  streamNotFoundFrame,
} from './frames.js';
import { createFrameEncoder } from './resolve-links.js';
import { parseReadRequest, type ReadOptions } from './read-request.js';

/** Read calls write lists of encoded messages; see `createMessageLists`. */
type ReadCall = ServerWritableStream<ReadReq, readonly Buffer[]>;

/**
 * Maximum number of events that may wait for a live reader, not counting the next commit it
 * receives.
 */
export type LiveBufferLimit = Readonly<{ liveBuffer: number }>;

/**
 * Serves a read, or a subscription: reads a page, writes it, and continues when the client has
 * received it. Once live, a subscription follows the chain of commits that all subscriptions share,
 * so it has no gaps, duplicates, or buffer. It ends if its reader falls too far behind.
 */
async function serveRead(
  readCall: ReadCall,
  readOptions: ReadOptions,
  eventLog: EventLog,
  eventReader: EventReader,
  { liveBuffer }: LiveBufferLimit,
) {
  const wakeSignal = createWakeSignal();
  readCall.on('cancelled', wakeSignal.notify);
  const encodeFrame = createFrameEncoder(eventLog, eventReader, readOptions);
  const revisionStep = readOptions.direction === 'forwards' ? 1 : -1;
  let { from, limit: remainingEvents } = readOptions;
  let [consideredCount, lastConsidered] = [0, 0];
  const isCallOver = () => readCall.cancelled || readCall.writableEnded;

  /** Resolves when the client has received the messages or the call is over. */
  async function sendFrames(
    messageFrames: readonly Buffer[],
    checkBuffer = () => {},
  ): Promise<void> {
    if (isCallOver()) return;
    let isWritten = false;
    readCall.write(messageFrames, () => {
      isWritten = true;
      wakeSignal.notify();
    });
    for (; !isWritten && !isCallOver(); checkBuffer()) await wakeSignal.wait();
  }

  /**
   * Builds the messages for the given events. Events that the filter skips count toward a
   * checkpoint.
   */
  function buildFrames(eventRows: readonly EventRow[]): Buffer[] {
    const messageFrames: Buffer[] = [];
    for (const eventRow of eventRows) {
      if (remainingEvents === 0) break;
      if (!readOptions.filter || readOptions.filter.matches(eventRow)) {
        messageFrames.push(encodeFrame(eventRow));
        remainingEvents -= 1;
      }
      lastConsidered = eventRow.position;
      consideredCount += 1;
      from =
        (readOptions.stream === undefined ? eventRow.position : eventRow.revision) + revisionStep;
      const isCheckpoint =
        readOptions.live &&
        readOptions.filter &&
        consideredCount % readOptions.filter.checkpointEvery === 0;
      if (isCheckpoint) messageFrames.push(checkpointFrame(eventRow.position));
    }
    return messageFrames;
  }

  function readNextPage(): EventRow[] {
    const pageLimit = readOptions.filter ? Infinity : remainingEvents;
    if (readOptions.stream === undefined)
      return eventReader.readAll(from, readOptions.direction, pageLimit);
    const streamState = eventLog.stateOf(readOptions.stream);
    if (streamState.tombstoned) throw streamDeletedError(readOptions.stream);
    return eventReader.readStream(streamState, from, readOptions.direction, pageLimit);
  }

  async function sendHistory(): Promise<void> {
    while (!isCallOver() && remainingEvents > 0) {
      const pageRows = readNextPage();
      if (pageRows.length === 0) return;
      const messageFrames = buildFrames(pageRows);
      await (messageFrames.length > 0 ? sendFrames(messageFrames) : nextTurn());
    }
  }

  function isInScope(eventRow: EventRow): boolean {
    if (readOptions.stream === undefined) return true;
    if (eventRow.stream !== readOptions.stream || eventRow.revision < from) return false;
    if (eventRow.revision === TOMBSTONE_REVISION) throw streamDeletedError(readOptions.stream);
    return true;
  }

  const isWanted = (eventRow: EventRow): boolean =>
    (readOptions.stream === undefined || eventRow.stream === readOptions.stream) &&
    (!readOptions.filter || readOptions.filter.matches(eventRow));

  /**
   * Must not keep a reference to an older commit, not even in a parameter: it would keep all later
   * commits in memory for the whole call.
   */
  async function sendLiveEvents(): Promise<void> {
    let lastCommit = eventLog.latest();
    const bufferCheck = () => {
      let [countedCommit, waitingCount] = [undefined as LogCommit | undefined, 0];
      return () => {
        countedCommit ??= lastCommit.next;
        for (; countedCommit?.next; countedCommit = countedCommit.next)
          waitingCount += countedCommit.next.rows.filter(isWanted).length;
        if (waitingCount > liveBuffer) throw tooSlowError();
      };
    };
    while (!isCallOver()) {
      const messageFrames: Buffer[] = [];
      for (; lastCommit.next; lastCommit = lastCommit.next)
        messageFrames.push(...buildFrames(lastCommit.next.rows.filter(isInScope)));
      await (messageFrames.length > 0
        ? sendFrames(messageFrames, bufferCheck())
        : wakeSignal.wait());
    }
  }

  if (!readOptions.live) return sendHistory();
  eventLog.changes.on('appended', wakeSignal.notify);
  try {
    await sendFrames([confirmationFrame(randomUUID())]);
    await sendHistory();
    const finalCheckpoint =
      readOptions.filter && lastConsidered > 0 ? [checkpointFrame(lastConsidered)] : [];
    await sendFrames([...finalCheckpoint, caughtUpFrame()]);
    await sendHistory();
    await sendLiveEvents();
  } finally {
    eventLog.changes.off('appended', wakeSignal.notify);
  }
}

/**
 * A read of a missing or deleted stream reports this; a subscription waits for the stream instead.
 */
function isStreamMissing({ stream, live }: ReadOptions, eventLog: EventLog): boolean {
  if (stream === undefined || live) return false;
  const { last, tombstoned, bounds } = eventLog.stateOf(stream);
  return !tombstoned && (last < 0 || isSoftDeleted(bounds));
}

/** The Read call: reads of a stream or of `$all` in both directions, and subscriptions. */
export function readHandler(
  eventLog: EventLog,
  eventReader: EventReader,
  bufferLimit: LiveBufferLimit,
): handleServerStreamingCall<ReadReq, readonly Buffer[]> {
  return async (readCall) => {
    try {
      const readOptions = parseReadRequest(readCall.request, eventReader, (streamName) =>
        streamName === undefined ? eventLog.end() : eventLog.stateOf(streamName).last,
      );
      if (isStreamMissing(readOptions, eventLog))
        readCall.write([streamNotFoundFrame(readOptions.stream!)]);
      else await serveRead(readCall, readOptions, eventLog, eventReader, bufferLimit);
      if (!readCall.writableEnded) readCall.end();
    } catch (error) {
      readCall.emit('error', toServiceError(error));
    }
  };
}
