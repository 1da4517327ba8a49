import { serialize } from 'bson';
import type { Document } from './bson-reader.js';
import { eachElement, findValueEnd } from './bson-reader.js';

const EMPTY_BUFFER = Buffer.alloc(0);

/**
 * Encodes a document. Whole numbers in the int32 range become int32, other numbers double, and
 * bigint int64.
 */
export const encodeDocument = (document: Document): Buffer => {
  const serialized = serialize(document, { ignoreUndefined: true });
  return Buffer.from(serialized.buffer, serialized.byteOffset, serialized.byteLength);
};

/** Returns memory of the given length that nothing else writes to. */
export type AllocateBuffer = (byteLength: number) => Buffer;

const allocateBuffer: AllocateBuffer = (byteLength) => Buffer.allocUnsafeSlow(byteLength);

const MAX_SHARED_BYTES = 64 * 1024;

/**
 * Allocates documents that are stored together from shared chunks of memory. V8 tracks each
 * ArrayBuffer and pauses for them during garbage collection. A chunk is freed after its last
 * document.
 */
export function createSharedAllocator(totalBytes: number): AllocateBuffer {
  let remainingBytes = totalBytes;
  let currentPiece: Buffer = EMPTY_BUFFER;
  return (requestedLength) => {
    if (requestedLength > currentPiece.length)
      currentPiece = allocateBuffer(
        Math.max(requestedLength, Math.min(remainingBytes, MAX_SHARED_BYTES)),
      );
    const allocation = currentPiece.subarray(0, requestedLength);
    currentPiece = currentPiece.subarray(requestedLength);
    remainingBytes -= requestedLength;
    return allocation;
  };
}

/** Builds a document from encoded elements. */
function buildDocument(allocateBytes: AllocateBuffer, elements: readonly Buffer[]): Buffer {
  const byteLength = 5 + elements.reduce((totalLength, { length }) => totalLength + length, 0);
  const documentBytes = allocateBytes(byteLength);
  documentBytes.writeInt32LE(byteLength, 0);
  let writeOffset = 4;
  for (const elementBytes of elements) writeOffset += elementBytes.copy(documentBytes, writeOffset);
  documentBytes[writeOffset] = 0;
  return documentBytes;
}

/** Builds a document from encoded elements in newly allocated memory. */
export const fromElements = (...elements: readonly Buffer[]): Buffer =>
  buildDocument(allocateBuffer, elements);

/** The elements of a document, without its length and terminator. */
export const documentElements = (documentBytes: Buffer): Buffer =>
  documentBytes.subarray(4, documentBytes.length - 1);

/** Encodes an element: type byte, name, and value bytes. */
export const encodeElement = (bsonType: number, fieldName: string, valueBytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([bsonType]), Buffer.from(`${fieldName}\0`), valueBytes]);

const DOCUMENT_END = Buffer.from([0]);

/** Adds length and terminator to encoded elements, as parts to concatenate. */
function wrapElements(elements: readonly Buffer[]): Buffer[] {
  const lengthPrefix = Buffer.allocUnsafe(4);
  lengthPrefix.writeInt32LE(
    elements.reduce((totalLength, elementPart) => totalLength + elementPart.length, 5),
  );
  return [lengthPrefix, ...elements, DOCUMENT_END];
}

const encodeFieldHeader = (bsonType: number, fieldName: string): Buffer =>
  Buffer.from(`${String.fromCharCode(bsonType)}${fieldName}\0`, 'latin1');

/**
 * Encodes the reply to find, aggregate, or getMore. The encoded documents are copied once, into the
 * complete reply.
 */
export function encodeBatch(
  batchField: 'firstBatch' | 'nextBatch',
  documentBytes: readonly Buffer[],
  cursorId: bigint,
  namespaceName: string,
): Buffer {
  const batchArray = wrapElements(
    documentBytes.flatMap((documentBuffer, documentIndex) => [
      encodeFieldHeader(0x03, String(documentIndex)),
      documentBuffer,
    ]),
  );
  const cursorDocument = wrapElements([
    encodeFieldHeader(0x04, batchField),
    ...batchArray,
    documentElements(encodeDocument({ id: cursorId, ns: namespaceName })),
  ]);
  return Buffer.concat(
    wrapElements([
      encodeFieldHeader(0x03, 'cursor'),
      ...cursorDocument,
      documentElements(encodeDocument({ ok: 1 })),
    ]),
  );
}

/**
 * Returns the document with `_id` as its first field. `idElement` (an encoded element) is added if
 * the document has no `_id`. Without both, the fields stay as they are.
 */
export function moveIdFirst(
  sourceBytes: Buffer,
  idElement?: Buffer,
  allocateBytes = allocateBuffer,
): Buffer {
  let idRange: [start: number, end: number] | undefined;
  eachElement(sourceBytes, 0, (fieldName, bsonType, valueStart, elementStart) => {
    if (fieldName !== '_id') return true;
    idRange = [elementStart, findValueEnd(sourceBytes, bsonType, valueStart)];
    return false;
  });
  if (!idRange)
    return buildDocument(allocateBytes, [idElement ?? EMPTY_BUFFER, documentElements(sourceBytes)]);
  const [idStart, idEnd] = idRange;
  const [elementsBefore, elementsAfter] = [
    sourceBytes.subarray(4, idStart),
    sourceBytes.subarray(idEnd, sourceBytes.length - 1),
  ];
  return buildDocument(allocateBytes, [
    sourceBytes.subarray(idStart, idEnd),
    elementsBefore,
    elementsAfter,
  ]);
}
