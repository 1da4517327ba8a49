import { LINK_TYPE } from '../domain/event.js';
import type { EventLog } from '../storage/event-log.js';
import type { EventReader, Row } from '../storage/event-reader.js';
import { dataOf, withStructuredId } from '../storage/record.js';
import { eventFrame } from './frames.js';
import type { Read } from './read-request.js';

/** Finds the event that a link names as `revision@stream`; undefined when it is gone. */
function targetOf(link: Row, log: EventLog, reader: EventReader): Row | undefined {
  const [, revision, stream] =
    /^(\d+)@(.+)$/.exec(Buffer.from(dataOf(link.record)).toString('utf8')) ?? [];
  if (stream === undefined) return undefined;
  const state = log.stateOf(stream);
  const [target] = state.tombstoned
    ? []
    : reader.readStream(state, Number(revision), 'forwards', 1);
  return target?.revision === Number(revision) ? target : undefined;
}

/** Yields the message for a row in the form that the read asks for: links resolved or not, ids as text or as numbers. */
export function rowFrames(
  log: EventLog,
  reader: EventReader,
  { resolveLinks, structuredIds }: Read,
): (row: Row) => Buffer {
  const record = (row?: Row) => row && (structuredIds ? withStructuredId(row.record) : row.record);
  return (row) =>
    resolveLinks && row.type === LINK_TYPE
      ? eventFrame(row.position, record(targetOf(row, log, reader)), record(row))
      : eventFrame(row.position, record(row));
}
