import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { CommandError, notSupported } from './errors.js';

/** A decoded document. int32 and fractional double are numbers, int64 is bigint, a whole double within int32 is Double. */
export type Document = { [key: string]: unknown };

const MAX_DEPTH = 200;
const NAME_SLOTS = 4096;
const names: (string | undefined)[] = new Array(NAME_SLOTS);

/** The refused types: deprecated ones, code, and Decimal128, which nothing here could compare or add up rightly. */
const REFUSED: Record<number, string> = {
  0x06: 'undefined',
  0x0c: 'DBPointer',
  0x0d: 'JavaScript code',
  0x0e: 'Symbol',
  0x0f: 'JavaScript code with scope',
  0x13: 'Decimal128',
};

const sameAscii = (name: string, bytes: Buffer, start: number): boolean => {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
};

/** Field names repeat in every document, so decoded ones are kept in a small direct-mapped table. */
function readName(bytes: Buffer, start: number, end: number, hash: number): string {
  const slot = hash & (NAME_SLOTS - 1);
  const known = names[slot];
  if (known !== undefined && known.length === end - start && sameAscii(known, bytes, start))
    return known;
  return (names[slot] = bytes.toString('utf8', start, end));
}

/** Where the value of `type` that starts at `at` ends. */
export function valueEnd(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return at + 8;
    case 0x02:
      return at + 4 + bytes.readInt32LE(at);
    case 0x03:
    case 0x04:
      return at + bytes.readInt32LE(at);
    case 0x05:
      return at + 5 + bytes.readInt32LE(at);
    case 0x07:
      return at + 12;
    case 0x08:
      return at + 1;
    case 0x0a:
    case 0x7f:
    case 0xff:
      return at;
    case 0x0b:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
    case 0x10:
      return at + 4;
    default:
      throw notSupported(`the BSON type ${REFUSED[type] ?? `0x${type.toString(16)}`}`);
  }
}

function readRegExp(bytes: Buffer, at: number): BSONRegExp {
  const middle = bytes.indexOf(0, at);
  return new BSONRegExp(
    bytes.toString('utf8', at, middle),
    bytes.toString('latin1', middle + 1, bytes.indexOf(0, middle + 1)),
  );
}

function readBinary(bytes: Buffer, at: number): Binary {
  const subtype = bytes[at + 4] ?? 0;
  if (subtype === 2) throw notSupported('the deprecated Binary subtype 2');
  return new Binary(bytes.subarray(at + 5, at + 5 + bytes.readInt32LE(at)), subtype);
}

function readDouble(bytes: Buffer, at: number): number | Double {
  const value = bytes.readDoubleLE(at);
  return (value | 0) === value && !Object.is(value, -0) ? new Double(value) : value;
}

/** The value of `type` at `at`; views into `bytes` are not copied. */
export function readValue(bytes: Buffer, type: number, at: number, depth = 0): unknown {
  switch (type) {
    case 0x01:
      return readDouble(bytes, at);
    case 0x02:
      return bytes.toString('utf8', at + 4, at + 3 + bytes.readInt32LE(at));
    case 0x03:
      return readDocument(bytes, at, undefined, depth + 1);
    case 0x04:
      return Object.values(readDocument(bytes, at, undefined, depth + 1));
    case 0x05:
      return readBinary(bytes, at);
    case 0x07:
      return new ObjectId(bytes.subarray(at, at + 12));
    case 0x08:
      return bytes[at] === 1;
    case 0x09:
      return readDate(bytes, at);
    case 0x0a:
      return null;
    case 0x0b:
      return readRegExp(bytes, at);
    case 0x10:
      return bytes.readInt32LE(at);
    case 0x11:
      return new Timestamp({ i: bytes.readUInt32LE(at), t: bytes.readUInt32LE(at + 4) });
    case 0x12:
      return bytes.readBigInt64LE(at);
    case 0x7f:
      return new MaxKey();
    case 0xff:
      return new MinKey();
    default:
      throw notSupported(`the BSON type ${REFUSED[type] ?? `0x${type.toString(16)}`}`);
  }
}

function readDate(bytes: Buffer, at: number): Date {
  const date = new Date(bytes.readInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at));
  if (Number.isNaN(date.getTime())) throw notSupported('a date outside the range of JavaScript');
  return date;
}

/** Calls `visit` for each element of the document at `start`; a `false` answer stops the walk. */
export function eachElement(
  bytes: Buffer,
  start: number,
  visit: (name: string, type: number, at: number, elementStart: number) => unknown,
): void {
  const end = start + bytes.readInt32LE(start) - 1;
  let at = start + 4;
  while (at < end) {
    const elementStart = at;
    const type = bytes[at++] ?? 0;
    const nameStart = at;
    let hash = 0;
    for (let byte = bytes[at]; byte !== 0; byte = bytes[++at]) {
      if (byte === undefined)
        throw new CommandError(22, 'the BSON document ends inside a field name');
      hash = (hash * 31 + byte) | 0;
    }
    const name = readName(bytes, nameStart, at++, hash);
    if (visit(name, type, at, elementStart) === false) return;
    at = valueEnd(bytes, type, at);
  }
}

/** The document at `start`; with `wanted`, only its top-level fields of those names. */
export function readDocument(
  bytes: Buffer,
  start = 0,
  wanted?: ReadonlySet<string>,
  depth = 0,
): Document {
  if (depth > MAX_DEPTH)
    throw new CommandError(15, `the document is nested deeper than ${MAX_DEPTH} levels`);
  const document: Document = {};
  let missing = wanted?.size ?? -1;
  if (missing === 0) return document;
  eachElement(bytes, start, (name, type, at) => {
    if (wanted && !wanted.has(name)) return true;
    const value = readValue(bytes, type, at, depth);
    if (name === '__proto__')
      Object.defineProperty(document, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else document[name] = value;
    return --missing !== 0;
  });
  return document;
}

/** The bytes of every document of the array at `start`. */
export function arrayItems(bytes: Buffer, start: number): Buffer[] {
  const items: Buffer[] = [];
  eachElement(bytes, start, (_, type, at) => {
    if (type !== 0x03) throw new CommandError(14, 'expected an array of documents');
    items.push(bytes.subarray(at, at + bytes.readInt32LE(at)));
  });
  return items;
}
