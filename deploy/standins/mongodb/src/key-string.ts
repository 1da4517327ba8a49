import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document } from './bson-reader.js';
import { notSupported } from './errors.js';

/** The key of an empty array in indexes and sorts: below null, as in mongod. */
export const EMPTY_ARRAY = Symbol('empty array');

/** The first byte of every key, in mongod's type order. The bracket of a type is [tag, tag + 1). */
export const TYPE_TAGS = {
  minKey: 0x10,
  emptyArray: 0x12,
  null: 0x14,
  number: 0x20,
  string: 0x30,
  object: 0x38,
  array: 0x40,
  binary: 0x48,
  objectId: 0x50,
  boolean: 0x58,
  date: 0x60,
  timestamp: 0x68,
  regExp: 0x70,
  maxKey: 0xe0,
} as const;

let keyBuffer = Buffer.allocUnsafe(1024);
let writeOffset = 0;

function reserveBytes(neededBytes: number): void {
  if (writeOffset + neededBytes <= keyBuffer.length) return;
  const largerBuffer = Buffer.allocUnsafe(
    Math.max(keyBuffer.length * 2, writeOffset + neededBytes),
  );
  keyBuffer.copy(largerBuffer, 0, 0, writeOffset);
  keyBuffer = largerBuffer;
}

const writeByte = (byteValue: number): void => {
  keyBuffer[writeOffset++] = byteValue;
};

/**
 * Zero bytes are escaped as 00 FF and the string ends with 00 01, so no key is a prefix of another.
 */
function writeString(stringValue: string): void {
  reserveBytes(stringValue.length * 6 + 2);
  const textStart = writeOffset;
  writeOffset += keyBuffer.write(stringValue, writeOffset, 'utf8');
  const zeroOffset = keyBuffer.indexOf(0, textStart);
  if (zeroOffset !== -1 && zeroOffset < writeOffset) {
    writeOffset = textStart;
    for (const textByte of Buffer.from(stringValue)) {
      writeByte(textByte);
      if (textByte === 0) writeByte(0xff);
    }
  }
  writeByte(0);
  writeByte(1);
}

/**
 * Writes a double in an order-preserving form, then the distance of an int64 from it, so both types
 * compare by exact value.
 */
function writeNumber(doubleValue: number, longOffset = 0): void {
  if (Number.isNaN(doubleValue)) {
    keyBuffer.fill(0, writeOffset, writeOffset + 10);
  } else {
    keyBuffer.writeDoubleBE(doubleValue === 0 ? 0 : doubleValue, writeOffset);
    if (doubleValue < 0)
      for (let byteIndex = writeOffset; byteIndex < writeOffset + 8; byteIndex++)
        keyBuffer[byteIndex] = ~keyBuffer[byteIndex]!;
    else keyBuffer[writeOffset]! ^= 0x80;
    keyBuffer.writeUInt16BE(0x8000 + longOffset, writeOffset + 8);
  }
  writeOffset += 10;
}

function writeBytes(sourceBytes: Uint8Array): void {
  reserveBytes(sourceBytes.length + 64);
  keyBuffer.set(sourceBytes, writeOffset);
  writeOffset += sourceBytes.length;
}

function writeBinary(binaryValue: Binary): void {
  keyBuffer.writeUInt32BE(binaryValue.position, writeOffset);
  writeOffset += 4;
  writeByte(binaryValue.sub_type);
  writeBytes(binaryValue.buffer.subarray(0, binaryValue.position));
}

function writeObject(document: Document): void {
  for (const [fieldName, fieldValue] of Object.entries(document)) {
    reserveBytes(64);
    writeByte(typeTagOf(fieldValue));
    writeString(fieldName);
    reserveBytes(64);
    writeValueBody(fieldValue);
  }
  writeByte(0);
}

/**
 * The tag that orders a value by type; a missing value counts as null. Refuses types that cannot be
 * ordered.
 */
export function typeTagOf(bsonValue: unknown): number {
  switch (typeof bsonValue) {
    case 'number':
    case 'bigint':
      return TYPE_TAGS.number;
    case 'string':
      return TYPE_TAGS.string;
    case 'boolean':
      return TYPE_TAGS.boolean;
    case 'undefined':
      return TYPE_TAGS.null;
    case 'symbol':
      return TYPE_TAGS.emptyArray;
  }
  if (bsonValue === null) return TYPE_TAGS.null;
  if (bsonValue instanceof Date) return TYPE_TAGS.date;
  if (bsonValue instanceof ObjectId) return TYPE_TAGS.objectId;
  if (Array.isArray(bsonValue)) return TYPE_TAGS.array;
  if (bsonValue instanceof Double) return TYPE_TAGS.number;
  if (bsonValue instanceof Binary) return TYPE_TAGS.binary;
  if (bsonValue instanceof Timestamp) return TYPE_TAGS.timestamp;
  if (bsonValue instanceof BSONRegExp) return TYPE_TAGS.regExp;
  if (bsonValue instanceof MinKey) return TYPE_TAGS.minKey;
  if (bsonValue instanceof MaxKey) return TYPE_TAGS.maxKey;
  if (isPlainDocument(bsonValue)) return TYPE_TAGS.object;
  throw notSupported(`ordering a value of ${String(Object.prototype.toString.call(bsonValue))}`);
}

/** True for embedded documents; false for arrays, scalars, and BSON values. */
export const isPlainDocument = (bsonValue: unknown): bsonValue is Document =>
  typeof bsonValue === 'object' &&
  bsonValue !== null &&
  Object.getPrototypeOf(bsonValue) === Object.prototype;

function writeValueBody(bsonValue: unknown): void {
  if (typeof bsonValue === 'number') return writeNumber(bsonValue);
  if (typeof bsonValue === 'string') return writeString(bsonValue);
  if (typeof bsonValue === 'bigint')
    return writeNumber(Number(bsonValue), Number(bsonValue - BigInt(Number(bsonValue))));
  if (typeof bsonValue === 'boolean') return writeByte(bsonValue ? 1 : 0);
  if (bsonValue instanceof Date) return writeNumber(bsonValue.getTime());
  if (bsonValue instanceof ObjectId) return writeBytes(bsonValue.id);
  if (Array.isArray(bsonValue)) return writeArray(bsonValue);
  if (bsonValue instanceof Double) return writeNumber(bsonValue.value);
  if (bsonValue instanceof Binary) return writeBinary(bsonValue);
  if (bsonValue instanceof Timestamp)
    return writeBytes(Buffer.from(bsonValue.toBigInt().toString(16).padStart(16, '0'), 'hex'));
  if (bsonValue instanceof BSONRegExp)
    return [bsonValue.pattern, bsonValue.options].forEach(writeString);
  if (isPlainDocument(bsonValue)) return writeObject(bsonValue);
}

function writeArray(arrayItems: readonly unknown[]): void {
  for (const arrayItem of arrayItems) writeValue(arrayItem);
  reserveBytes(1);
  writeByte(0);
}

function writeValue(bsonValue: unknown): void {
  reserveBytes(64);
  writeByte(typeTagOf(bsonValue));
  writeValueBody(bsonValue);
}

/**
 * Encodes a value as text so that `<` and `===` follow MongoDB's sort order and equality: by type,
 * then numbers by exact value and strings by UTF-8 bytes.
 */
export function encodeKeyString(bsonValue: unknown): string {
  writeOffset = 0;
  writeValue(bsonValue);
  return keyBuffer.toString('latin1', 0, writeOffset);
}

/** Encodes several values in sequence. The bits of descending parts are inverted. */
export function encodeCompoundKey(
  keyValues: readonly unknown[],
  keyDirections: readonly number[],
): string {
  writeOffset = 0;
  for (let partIndex = 0; partIndex < keyValues.length; partIndex++) {
    const partStart = writeOffset;
    writeValue(keyValues[partIndex]);
    if (keyDirections[partIndex] === -1)
      for (let byteIndex = partStart; byteIndex < writeOffset; byteIndex++)
        keyBuffer[byteIndex] = ~keyBuffer[byteIndex]!;
  }
  return keyBuffer.toString('latin1', 0, writeOffset);
}

/** Negative, zero, or positive if `leftValue` sorts before, with, or after `rightValue`. */
export function compare(leftValue: unknown, rightValue: unknown): number {
  if (
    typeof leftValue === 'number' &&
    typeof rightValue === 'number' &&
    leftValue === leftValue &&
    rightValue === rightValue
  )
    return leftValue - rightValue || 0;
  const leftKeyText = encodeKeyString(leftValue);
  const rightKeyText = encodeKeyString(rightValue);
  return leftKeyText < rightKeyText ? -1 : leftKeyText > rightKeyText ? 1 : 0;
}

/**
 * Equality as in filters: 1, 1.0, and 1n are equal; documents are equal if their fields are equal
 * and in the same order.
 */
export const equalValues = (leftValue: unknown, rightValue: unknown): boolean =>
  encodeKeyString(leftValue) === encodeKeyString(rightValue);
