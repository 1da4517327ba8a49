import { crc32 } from 'node:zlib';
import { eachElement, readDocument } from './bson-reader.js';
import { encodeElement, documentElements, encodeDocument, fromElements } from './bson-writer.js';
import type { DatabaseChange } from './collection.js';

const LOG_FORMAT = 2;

/** The first line of every log. */
export const LOG_HEADER = Buffer.from(`courtly bson log ${LOG_FORMAT}\n`);

/**
 * Starts every record, so complete records can be found after a damaged one. UTF-8 text never
 * contains the byte 0xff.
 */
const RECORD_MARK = Buffer.from([0xff, 0x0a, 0xfe, 0x52]);
const RECORD_HEAD_BYTES = RECORD_MARK.length + 8;

/** How much of a log is known to be on disk: its length in bytes and its number of records. */
export type WrittenExtent = { bytes: number; records: number };

/**
 * Acknowledged writes are missing or unreadable. The message continues a sentence that starts with
 * the file name.
 */
export class LogDamage extends Error {}

export type LogContent = WrittenExtent & { changes: DatabaseChange[] };

export function encodeChange(databaseChange: DatabaseChange): Buffer {
  const { bytes, ...changeFields } = { bytes: undefined, ...databaseChange };
  return fromElements(
    documentElements(encodeDocument(changeFields)),
    ...(bytes ? [encodeElement(0x03, 'bytes', bytes)] : []),
  );
}

/**
 * Encodes the changes of one disk write: mark, payload length, CRC-32 of length and payload, then
 * the payload, a sequence of BSON documents.
 */
export function encodeRecord(recordChanges: readonly DatabaseChange[]): Buffer {
  const recordPayload = Buffer.concat(recordChanges.map(encodeChange));
  const recordHead = Buffer.alloc(RECORD_HEAD_BYTES);
  RECORD_MARK.copy(recordHead);
  recordHead.writeUInt32LE(recordPayload.length, 4);
  recordHead.writeUInt32LE(crc32(recordPayload, crc32(recordHead.subarray(4, 8))), 8);
  return Buffer.concat([recordHead, recordPayload]);
}

/** The end of the complete record at `recordStart`, or -1. */
function findRecordEnd(logBytes: Buffer, recordStart: number): number {
  if (
    recordStart + RECORD_HEAD_BYTES > logBytes.length ||
    RECORD_MARK.compare(logBytes, recordStart, recordStart + RECORD_MARK.length) !== 0
  )
    return -1;
  const recordEnd = recordStart + RECORD_HEAD_BYTES + logBytes.readUInt32LE(recordStart + 4);
  if (recordEnd > logBytes.length) return -1;
  const expectedChecksum = crc32(
    logBytes.subarray(recordStart + RECORD_HEAD_BYTES, recordEnd),
    crc32(logBytes.subarray(recordStart + 4, recordStart + 8)),
  );
  return expectedChecksum === logBytes.readUInt32LE(recordStart + 8) ? recordEnd : -1;
}

export function readChanges(recordPayload: Buffer): DatabaseChange[] {
  const decodedChanges: DatabaseChange[] = [];
  for (
    let changeStart = 0;
    changeStart < recordPayload.length;
    changeStart += recordPayload.readInt32LE(changeStart)
  ) {
    const changeDocument = readDocument(recordPayload, changeStart);
    eachElement(recordPayload, changeStart, (fieldName, _, valueStart) => {
      if (fieldName === 'bytes')
        changeDocument[fieldName] = Buffer.from(
          recordPayload.subarray(valueStart, valueStart + recordPayload.readInt32LE(valueStart)),
        );
    });
    decodedChanges.push(changeDocument as DatabaseChange);
  }
  return decodedChanges;
}

/** Counts the records that start after `searchStart`, and how many of them are complete. */
function countRecordsAfter(
  logBytes: Buffer,
  searchStart: number,
): { started: number; complete: number } {
  const recordCounts = { started: 0, complete: 0 };
  for (let recordStart = logBytes.indexOf(RECORD_MARK, searchStart + 1); recordStart !== -1;) {
    const recordEnd = findRecordEnd(logBytes, recordStart);
    recordCounts.started++;
    if (recordEnd !== -1) recordCounts.complete++;
    recordStart = logBytes.indexOf(RECORD_MARK, recordEnd === -1 ? recordStart + 1 : recordEnd);
  }
  return recordCounts;
}

/**
 * Format 1 had no header line and no marks: records started with the length and CRC-32 of the
 * payload.
 */
function isFirstLogFormat(logBytes: Buffer): boolean {
  const recordEnd = logBytes.length >= 8 ? 8 + logBytes.readUInt32LE(0) : 0;
  return (
    recordEnd > 8 &&
    recordEnd <= logBytes.length &&
    crc32(logBytes.subarray(8, recordEnd)) === logBytes.readUInt32LE(4)
  );
}

function validateHeader(logBytes: Buffer): void {
  if (LOG_HEADER.equals(logBytes.subarray(0, LOG_HEADER.length))) return;
  const [, formatText] = /^courtly bson log (\d+)\n/.exec(logBytes.toString('latin1', 0, 32)) ?? [];
  const formatNumber = isFirstLogFormat(logBytes) ? 1 : Number(formatText ?? LOG_FORMAT);
  if (formatNumber < LOG_FORMAT)
    throw new Error(
      `has format ${formatNumber}, but this program reads ${LOG_FORMAT}: start over with 'npm start -- --reset', which deletes all data`,
    );
  if (formatNumber > LOG_FORMAT)
    throw new Error(
      `has format ${formatNumber} from a newer program; this one reads ${LOG_FORMAT}`,
    );
  throw new LogDamage(
    `is damaged at its beginning (complete records after it: ${countRecordsAfter(logBytes, 0).complete})`,
  );
}

/**
 * Parses the changes in a log up to its last complete record. One incomplete record may follow if
 * the process died or power failed during a write; it was never acknowledged. Throws LogDamage if
 * more is lost or if recorded data is missing, and an Error for another format. Messages continue a
 * sentence that starts with the file name.
 */
export function parseLog(
  logBytes: Buffer,
  recordedExtent: WrittenExtent = { bytes: 0, records: 0 },
): LogContent {
  if (logBytes.length < recordedExtent.bytes)
    throw new LogDamage(
      `is truncated: it has ${logBytes.length} bytes, but ${recordedExtent.bytes} were written`,
    );
  validateHeader(logBytes);
  const recordPayloads: Buffer[] = [];
  let validBytes = LOG_HEADER.length;
  for (
    let recordEnd = findRecordEnd(logBytes, validBytes);
    recordEnd !== -1;
    recordEnd = findRecordEnd(logBytes, validBytes)
  ) {
    recordPayloads.push(logBytes.subarray(validBytes + RECORD_HEAD_BYTES, recordEnd));
    validBytes = recordEnd;
  }
  const recordCount = recordPayloads.length;
  const recordsAfter = countRecordsAfter(logBytes, validBytes);
  if (validBytes < recordedExtent.bytes || recordsAfter.started > 0)
    throw new LogDamage(
      `is damaged at byte ${validBytes} (complete records before it: ${recordCount}, after it: ${recordsAfter.complete})`,
    );
  return { changes: recordPayloads.flatMap(readChanges), bytes: validBytes, records: recordCount };
}
