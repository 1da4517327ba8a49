import { LINK_TYPE } from '../domain/event.js';
import type { EventLog } from '../storage/event-log.js';
import type { EventReader, EventRow } from '../storage/event-reader.js';
import { readRecordData, withStructuredId } from '../storage/record.js';
import { encodeEventFrame } from './frames.js';
import type { ReadOptions } from './read-request.js';

/** Finds the event that a link names as `revision@stream`; undefined if it no longer exists. */
function findLinkTarget(
  linkRow: EventRow,
  eventLog: EventLog,
  eventReader: EventReader,
): EventRow | undefined {
  const [, revisionText, streamName] =
    /^(\d+)@(.+)$/.exec(Buffer.from(readRecordData(linkRow.record)).toString('utf8')) ?? [];
  if (streamName === undefined) return undefined;
  const streamState = eventLog.stateOf(streamName);
  const [targetRow] = streamState.tombstoned
    ? []
    : eventReader.readStream(streamState, Number(revisionText), 'forwards', 1);
  return targetRow?.revision === Number(revisionText) ? targetRow : undefined;
}

/**
 * Returns an encoder for rows in the form the read requests: links resolved or not, ids as text or
 * as two halves.
 */
export function createFrameEncoder(
  eventLog: EventLog,
  eventReader: EventReader,
  { resolveLinks, structuredIds }: ReadOptions,
): (eventRow: EventRow) => Buffer {
  const readRecord = (eventRow?: EventRow) =>
    eventRow && (structuredIds ? withStructuredId(eventRow.record) : eventRow.record);
  return (eventRow) =>
    resolveLinks && eventRow.type === LINK_TYPE
      ? encodeEventFrame(
          eventRow.position,
          readRecord(findLinkTarget(eventRow, eventLog, eventReader)),
          readRecord(eventRow),
        )
      : encodeEventFrame(eventRow.position, readRecord(eventRow));
}
