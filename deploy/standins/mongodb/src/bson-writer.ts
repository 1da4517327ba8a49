import { serialize } from 'bson';
import type { Document } from './bson-reader.js';
import { eachElement, valueEnd } from './bson-reader.js';

const EMPTY = Buffer.alloc(0);

/** `document` as bytes; whole numbers within int32 become int32, other numbers double, bigint int64. */
export const encode = (document: Document): Buffer => {
  const bytes = serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Gives memory of a length that nothing else writes to. */
export type Allocate = (length: number) => Buffer;

const own: Allocate = (length) => Buffer.allocUnsafeSlow(length);

const MAX_SHARED_BYTES = 64 * 1024;

/**
 * Memory for documents of so many bytes that are stored together, in pieces that they share: V8 keeps books of each ArrayBuffer, and
 * stops for them when it collects garbage. A piece stays as long as one of its documents.
 */
export function shared(bytes: number): Allocate {
  let left = bytes;
  let piece: Buffer = EMPTY;
  return (length) => {
    if (length > piece.length) piece = own(Math.max(length, Math.min(left, MAX_SHARED_BYTES)));
    const given = piece.subarray(0, length);
    piece = piece.subarray(length);
    left -= length;
    return given;
  };
}

/** A document built of ready-made elements. */
function build(allocate: Allocate, elements: readonly Buffer[]): Buffer {
  const length = 5 + elements.reduce((sum, { length }) => sum + length, 0);
  const bytes = allocate(length);
  bytes.writeInt32LE(length, 0);
  let at = 4;
  for (const element of elements) at += element.copy(bytes, at);
  bytes[at] = 0;
  return bytes;
}

/** The same in memory of its own. */
export const fromElements = (...elements: readonly Buffer[]): Buffer => build(own, elements);

/** The elements of a document without its length and end mark. */
export const elementsOf = (document: Buffer): Buffer => document.subarray(4, document.length - 1);

/** One element: type byte, name, value bytes. */
export const element = (type: number, name: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);

const END = Buffer.from([0]);

/** The parts of a document, of which the elements are given in parts. */
function documentOf(elements: readonly Buffer[]): Buffer[] {
  const length = Buffer.allocUnsafe(4);
  length.writeInt32LE(elements.reduce((sum, part) => sum + part.length, 5));
  return [length, ...elements, END];
}

const nameOf = (type: number, name: string): Buffer =>
  Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1');

/** The answer to find, aggregate or getMore, whose documents are already bytes: they are copied once, into the whole of it. */
export function encodeBatch(
  field: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  ns: string,
): Buffer {
  const batch = documentOf(documents.flatMap((document, i) => [nameOf(0x03, String(i)), document]));
  const cursor = documentOf([nameOf(0x04, field), ...batch, elementsOf(encode({ id, ns }))]);
  return Buffer.concat(
    documentOf([nameOf(0x03, 'cursor'), ...cursor, elementsOf(encode({ ok: 1 }))]),
  );
}

/**
 * The document with `_id` as its first field, in memory of its own unless told otherwise: `id` (an encoded element) is put in when the
 * document has none.
 * Throws nothing; a document without `_id` and without `id` comes back as it was.
 */
export function withIdFirst(document: Buffer, id?: Buffer, allocate = own): Buffer {
  let found: [start: number, end: number] | undefined;
  eachElement(document, 0, (name, type, at, start) => {
    if (name !== '_id') return true;
    found = [start, valueEnd(document, type, at)];
    return false;
  });
  if (!found) return build(allocate, [id ?? EMPTY, elementsOf(document)]);
  const [start, end] = found;
  const [before, after] = [
    document.subarray(4, start),
    document.subarray(end, document.length - 1),
  ];
  return build(allocate, [document.subarray(start, end), before, after]);
}
