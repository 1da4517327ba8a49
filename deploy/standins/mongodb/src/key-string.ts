import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document } from './bson-reader.js';
import { notSupported } from './errors.js';

/** The key of an empty array in an index and a sort: below null, as mongod has it. */
export const EMPTY_ARRAY = Symbol('empty array');

/** First byte of every key, in mongod's order of types. The bracket of a type is [tag, tag + 1). */
export const TAG = {
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

let scratch = Buffer.allocUnsafe(1024);
let at = 0;

function reserve(bytes: number): void {
  if (at + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + bytes));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
}

const byte = (value: number): void => {
  scratch[at++] = value;
};

/** Zero bytes are escaped as 00 FF and the end is 00 01, so no key is the beginning of another. */
function writeText(text: string): void {
  reserve(text.length * 6 + 2);
  const start = at;
  at += scratch.write(text, at, 'utf8');
  const zero = scratch.indexOf(0, start);
  if (zero !== -1 && zero < at) {
    at = start;
    for (const value of Buffer.from(text)) {
      byte(value);
      if (value === 0) byte(0xff);
    }
  }
  byte(0);
  byte(1);
}

/** A double in an order-preserving form, then how far an int64 lies from it, so that both kinds compare by exact value. */
function writeNumber(value: number, beyond = 0): void {
  if (Number.isNaN(value)) {
    scratch.fill(0, at, at + 10);
  } else {
    scratch.writeDoubleBE(value === 0 ? 0 : value, at);
    if (value < 0) for (let i = at; i < at + 8; i++) scratch[i] = ~scratch[i]!;
    else scratch[at]! ^= 0x80;
    scratch.writeUInt16BE(0x8000 + beyond, at + 8);
  }
  at += 10;
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length + 64);
  scratch.set(bytes, at);
  at += bytes.length;
}

function writeBinary(value: Binary): void {
  scratch.writeUInt32BE(value.position, at);
  at += 4;
  byte(value.sub_type);
  writeBytes(value.buffer.subarray(0, value.position));
}

function writeObject(document: Document): void {
  for (const [name, value] of Object.entries(document)) {
    reserve(64);
    byte(tagOf(value));
    writeText(name);
    reserve(64);
    writeBody(value);
  }
  byte(0);
}

/** The tag under which a value is ordered; a missing value counts as null. Refuses types that cannot be ordered here. */
export function tagOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return TAG.number;
    case 'string':
      return TAG.string;
    case 'boolean':
      return TAG.boolean;
    case 'undefined':
      return TAG.null;
    case 'symbol':
      return TAG.emptyArray;
  }
  if (value === null) return TAG.null;
  if (value instanceof Date) return TAG.date;
  if (value instanceof ObjectId) return TAG.objectId;
  if (Array.isArray(value)) return TAG.array;
  if (value instanceof Double) return TAG.number;
  if (value instanceof Binary) return TAG.binary;
  if (value instanceof Timestamp) return TAG.timestamp;
  if (value instanceof BSONRegExp) return TAG.regExp;
  if (value instanceof MinKey) return TAG.minKey;
  if (value instanceof MaxKey) return TAG.maxKey;
  if (isDocument(value)) return TAG.object;
  throw notSupported(`ordering a value of ${String(Object.prototype.toString.call(value))}`);
}

/** True for embedded documents, false for arrays, scalars and BSON values. */
export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function writeBody(value: unknown): void {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'bigint')
    return writeNumber(Number(value), Number(value - BigInt(Number(value))));
  if (typeof value === 'boolean') return byte(value ? 1 : 0);
  if (value instanceof Date) return writeNumber(value.getTime());
  if (value instanceof ObjectId) return writeBytes(value.id);
  if (Array.isArray(value)) return writeArray(value);
  if (value instanceof Double) return writeNumber(value.value);
  if (value instanceof Binary) return writeBinary(value);
  if (value instanceof Timestamp)
    return writeBytes(Buffer.from(value.toBigInt().toString(16).padStart(16, '0'), 'hex'));
  if (value instanceof BSONRegExp) return [value.pattern, value.options].forEach(writeText);
  if (isDocument(value)) return writeObject(value);
}

function writeArray(items: readonly unknown[]): void {
  for (const item of items) writeValue(item);
  reserve(1);
  byte(0);
}

function writeValue(value: unknown): void {
  reserve(64);
  byte(tagOf(value));
  writeBody(value);
}

/** A text whose `<` and `===` are MongoDB's order and equality of values: by type, then numbers by exact value, strings by UTF-8 bytes. */
export function keyString(value: unknown): string {
  at = 0;
  writeValue(value);
  return scratch.toString('latin1', 0, at);
}

/** The key of several values in sequence; a descending part has its bits turned. */
export function compoundKey(values: readonly unknown[], directions: readonly number[]): string {
  at = 0;
  for (let i = 0; i < values.length; i++) {
    const start = at;
    writeValue(values[i]);
    if (directions[i] === -1) for (let j = start; j < at; j++) scratch[j] = ~scratch[j]!;
  }
  return scratch.toString('latin1', 0, at);
}

/** Negative, zero or positive as `a` sorts before, with or after `b`. */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) return a - b || 0;
  const left = keyString(a);
  const right = keyString(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Equality as a filter sees it: 1, 1.0 and 1n are equal; documents are equal field by field in order. */
export const equal = (a: unknown, b: unknown): boolean => keyString(a) === keyString(b);
