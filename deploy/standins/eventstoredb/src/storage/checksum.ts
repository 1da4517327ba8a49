import { crc32 } from 'node:zlib';

/** Everything the log stores about an event; `record` is the encoded RecordedEvent message. */
export type StoredEvent = Readonly<{
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  /** Milliseconds since the epoch. */
  created: number;
  record: Uint8Array;
}>;

/** What is stored of an event has changed since it was written. */
export class DamagedEventError extends Error {
  constructor(position: number, mismatch: 'checksum' | 'record' = 'checksum') {
    super(`the event at position ${position} does not match its ${mismatch}`);
  }
}

/**
 * CRC-32 of all columns of an event and the name of its stream. The columns repeat parts of the
 * record, but reads filter by them, so a damaged one would hide or misplace the event.
 */
export function eventChecksum({
  position,
  stream,
  revision,
  id,
  type,
  created,
  record,
}: StoredEvent): number {
  return crc32(record, crc32(`${position} ${revision} ${created} ${id} ${type} ${stream}`));
}

/** The columns of the events table that the checksum covers, and the checksum. */
export const EVENT_COLUMNS = 'position, revision, id, type, created, record, checksum';
export type EventColumns = Omit<StoredEvent, 'stream'> & Readonly<{ checksum: number | null }>;

/** Returns the event in a row. Throws a DamagedEventError if it is not what was written. */
export function toStoredEvent(row: EventColumns, stream: string): StoredEvent {
  const event = { ...row, stream };
  if (row.checksum !== eventChecksum(event)) throw new DamagedEventError(row.position);
  return event;
}
