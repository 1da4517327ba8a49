import { crc32 } from 'node:zlib';
import { eachElement, readDocument } from './bson-reader.js';
import { element, elementsOf, encode, fromElements } from './bson-writer.js';
import type { Change } from './collection.js';

const FORMAT = 2;

/** The first line of every log. */
export const HEADER = Buffer.from(`courtly bson log ${FORMAT}\n`);

/** Begins every record, so that whole ones can be found behind a damaged one. No text in UTF-8 holds the byte 0xff. */
const MARK = Buffer.from([0xff, 0x0a, 0xfe, 0x52]);
const HEAD = MARK.length + 8;

/** How much of a log is known to be on disk: its length in bytes and the records in it. */
export type Written = { bytes: number; records: number };

/** Acknowledged writes are gone or cannot be read. The message follows the name of the file. */
export class LogDamage extends Error {}

export type LogContent = Written & { changes: Change[] };

function encodeChange(change: Change): Buffer {
  const { bytes, ...rest } = { bytes: undefined, ...change };
  return fromElements(elementsOf(encode(rest)), ...(bytes ? [element(0x03, 'bytes', bytes)] : []));
}

/** The changes of one write to the disk: mark, length of the payload, CRC-32 of length and payload, and the payload, BSON documents in a row. */
export function writeRecord(changes: readonly Change[]): Buffer {
  const payload = Buffer.concat(changes.map(encodeChange));
  const head = Buffer.alloc(HEAD);
  MARK.copy(head);
  head.writeUInt32LE(payload.length, 4);
  head.writeUInt32LE(crc32(payload, crc32(head.subarray(4, 8))), 8);
  return Buffer.concat([head, payload]);
}

/** Where the whole record at `at` ends, or -1. */
function wholeAt(log: Buffer, at: number): number {
  if (at + HEAD > log.length || MARK.compare(log, at, at + MARK.length) !== 0) return -1;
  const end = at + HEAD + log.readUInt32LE(at + 4);
  if (end > log.length) return -1;
  const sum = crc32(log.subarray(at + HEAD, end), crc32(log.subarray(at + 4, at + 8)));
  return sum === log.readUInt32LE(at + 8) ? end : -1;
}

function readChanges(payload: Buffer): Change[] {
  const changes: Change[] = [];
  for (let at = 0; at < payload.length; at += payload.readInt32LE(at)) {
    const change = readDocument(payload, at);
    eachElement(payload, at, (name, _, start) => {
      if (name === 'bytes')
        change[name] = Buffer.from(payload.subarray(start, start + payload.readInt32LE(start)));
    });
    changes.push(change as Change);
  }
  return changes;
}

/** The records that begin behind `from`, and how many of them are whole. */
function recordsBehind(log: Buffer, from: number): { begun: number; whole: number } {
  const found = { begun: 0, whole: 0 };
  for (let at = log.indexOf(MARK, from + 1); at !== -1;) {
    const end = wholeAt(log, at);
    found.begun++;
    if (end !== -1) found.whole++;
    at = log.indexOf(MARK, end === -1 ? at + 1 : end);
  }
  return found;
}

/** Records of the first format had no mark and began with length and CRC-32 of the payload; their log had no first line. */
function isFirstFormat(log: Buffer): boolean {
  const end = log.length >= 8 ? 8 + log.readUInt32LE(0) : 0;
  return end > 8 && end <= log.length && crc32(log.subarray(8, end)) === log.readUInt32LE(4);
}

function checkHeader(log: Buffer): void {
  if (HEADER.equals(log.subarray(0, HEADER.length))) return;
  const [, named] = /^courtly bson log (\d+)\n/.exec(log.toString('latin1', 0, 32)) ?? [];
  const format = isFirstFormat(log) ? 1 : Number(named ?? FORMAT);
  if (format < FORMAT)
    throw new Error(
      `is written in format ${format} and this program reads ${FORMAT}: start anew with 'npm start -- --reset', which deletes all data`,
    );
  if (format > FORMAT)
    throw new Error(
      `is written in format ${format}, by a newer program than this one, which reads ${FORMAT}`,
    );
  throw new LogDamage(
    `is damaged at its beginning (whole records behind it: ${recordsBehind(log, 0).whole})`,
  );
}

/**
 * The changes in a log and where its last whole record ends. Behind that may be one record that the end of the process or of the
 * power cut short: it was never acknowledged. Throws LogDamage when more is lost than that, or anything that is known to have been
 * written, and an Error whose message follows the name of the file, too, for another format.
 */
export function readLog(log: Buffer, written: Written = { bytes: 0, records: 0 }): LogContent {
  if (log.length < written.bytes)
    throw new LogDamage(`is cut off: it has ${log.length} bytes and ${written.bytes} were written`);
  checkHeader(log);
  const payloads: Buffer[] = [];
  let bytes = HEADER.length;
  for (let end = wholeAt(log, bytes); end !== -1; end = wholeAt(log, bytes)) {
    payloads.push(log.subarray(bytes + HEAD, end));
    bytes = end;
  }
  const records = payloads.length;
  const behind = recordsBehind(log, bytes);
  if (bytes < written.bytes || behind.begun > 0)
    throw new LogDamage(
      `is damaged at byte ${bytes} (whole records before it: ${records}, behind it: ${behind.whole})`,
    );
  return { changes: payloads.flatMap(readChanges), bytes, records };
}
