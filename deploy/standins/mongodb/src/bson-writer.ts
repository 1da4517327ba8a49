import { serialize } from 'bson';
import type { Document } from './bson-reader.js';
import { eachElement, valueEnd } from './bson-reader.js';

const EMPTY = Buffer.alloc(0);

/** `document` as bytes; whole numbers within int32 become int32, other numbers double, bigint int64. */
export const encode = (document: Document): Buffer => {
  const bytes = serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** A document built of ready-made elements. */
export function fromElements(...elements: readonly Buffer[]): Buffer {
  const length = 5 + elements.reduce((sum, { length }) => sum + length, 0);
  const bytes = Buffer.allocUnsafeSlow(length);
  bytes.writeInt32LE(length, 0);
  let at = 4;
  for (const element of elements) at += element.copy(bytes, at);
  bytes[at] = 0;
  return bytes;
}

/** The elements of a document without its length and end mark. */
export const elementsOf = (document: Buffer): Buffer => document.subarray(4, document.length - 1);

/** One element: type byte, name, value bytes. */
export const element = (type: number, name: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);

/** An array of ready-made documents as the value of an element. */
export function arrayOf(documents: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  documents.forEach((document, i) => parts.push(Buffer.from(`\x03${i}\0`, 'latin1'), document));
  return fromElements(...parts);
}

/** The answer to find, aggregate or getMore, whose documents are already bytes. */
export const encodeBatch = (
  field: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  ns: string,
): Buffer =>
  fromElements(
    element(0x03, 'cursor', fromElements(element(0x04, field, arrayOf(documents)), elementsOf(encode({ id, ns })))),
    elementsOf(encode({ ok: 1 })),
  );

/**
 * The document with `_id` as its first field, in memory of its own: `id` (an encoded element) is put in when the document has none.
 * Throws nothing; a document without `_id` and without `id` comes back as it was.
 */
export function withIdFirst(document: Buffer, id?: Buffer): Buffer {
  let found: [start: number, end: number] | undefined;
  eachElement(document, 0, (name, type, at, start) => {
    if (name !== '_id') return true;
    found = [start, valueEnd(document, type, at)];
    return false;
  });
  if (!found) return fromElements(id ?? EMPTY, elementsOf(document));
  const [start, end] = found;
  return fromElements(
    document.subarray(start, end),
    document.subarray(4, start),
    document.subarray(end, document.length - 1),
  );
}
