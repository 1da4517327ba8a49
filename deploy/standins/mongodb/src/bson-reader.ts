import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { CommandError, notSupported } from './errors.js';

/**
 * A decoded document. int32 and fractional doubles become numbers, int64 becomes bigint, and whole
 * doubles in the int32 range become Double.
 */
export type Document = { [key: string]: unknown };

const MAX_NESTING_DEPTH = 200;
const NAME_TABLE_SLOTS = 4096;
const nameTable: (string | undefined)[] = new Array(NAME_TABLE_SLOTS);

/**
 * Unsupported types: the deprecated ones, code, and Decimal128, which needs exact decimal
 * arithmetic.
 */
const REFUSED_TYPES: Record<number, string> = {
  0x06: 'undefined',
  0x0c: 'DBPointer',
  0x0d: 'JavaScript code',
  0x0e: 'Symbol',
  0x0f: 'JavaScript code with scope',
  0x13: 'Decimal128',
};

const equalsAscii = (fieldName: string, bsonBytes: Buffer, sliceStart: number): boolean => {
  for (let charIndex = 0; charIndex < fieldName.length; charIndex++)
    if (fieldName.charCodeAt(charIndex) !== bsonBytes[sliceStart + charIndex]) return false;
  return true;
};

/**
 * Field names repeat in every document, so decoded names are cached in a small direct-mapped table.
 */
function readFieldName(
  bsonBytes: Buffer,
  nameStart: number,
  nameEnd: number,
  nameHash: number,
): string {
  const tableSlot = nameHash & (NAME_TABLE_SLOTS - 1);
  const cachedName = nameTable[tableSlot];
  if (
    cachedName !== undefined &&
    cachedName.length === nameEnd - nameStart &&
    equalsAscii(cachedName, bsonBytes, nameStart)
  )
    return cachedName;
  return (nameTable[tableSlot] = bsonBytes.toString('utf8', nameStart, nameEnd));
}

/** The offset at which the value of `bsonType` at `valueStart` ends. */
export function findValueEnd(bsonBytes: Buffer, bsonType: number, valueStart: number): number {
  switch (bsonType) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return valueStart + 8;
    case 0x02:
      return valueStart + 4 + bsonBytes.readInt32LE(valueStart);
    case 0x03:
    case 0x04:
      return valueStart + bsonBytes.readInt32LE(valueStart);
    case 0x05:
      return valueStart + 5 + bsonBytes.readInt32LE(valueStart);
    case 0x07:
      return valueStart + 12;
    case 0x08:
      return valueStart + 1;
    case 0x0a:
    case 0x7f:
    case 0xff:
      return valueStart;
    case 0x0b:
      return bsonBytes.indexOf(0, bsonBytes.indexOf(0, valueStart) + 1) + 1;
    case 0x10:
      return valueStart + 4;
    default:
      throw notSupported(
        `the BSON type ${REFUSED_TYPES[bsonType] ?? `0x${bsonType.toString(16)}`}`,
      );
  }
}

function readRegExp(bsonBytes: Buffer, valueStart: number): BSONRegExp {
  const patternEnd = bsonBytes.indexOf(0, valueStart);
  return new BSONRegExp(
    bsonBytes.toString('utf8', valueStart, patternEnd),
    bsonBytes.toString('latin1', patternEnd + 1, bsonBytes.indexOf(0, patternEnd + 1)),
  );
}

function readBinary(bsonBytes: Buffer, valueStart: number): Binary {
  const binarySubtype = bsonBytes[valueStart + 4] ?? 0;
  if (binarySubtype === 2) throw notSupported('the deprecated Binary subtype 2');
  return new Binary(
    bsonBytes.subarray(valueStart + 5, valueStart + 5 + bsonBytes.readInt32LE(valueStart)),
    binarySubtype,
  );
}

function readDouble(bsonBytes: Buffer, valueStart: number): number | Double {
  const doubleValue = bsonBytes.readDoubleLE(valueStart);
  return (doubleValue | 0) === doubleValue && !Object.is(doubleValue, -0)
    ? new Double(doubleValue)
    : doubleValue;
}

/**
 * Reads the value of `bsonType` at `valueStart`. Binary values are views into `bsonBytes`, not
 * copies.
 */
export function readBsonValue(
  bsonBytes: Buffer,
  bsonType: number,
  valueStart: number,
  nestingDepth = 0,
): unknown {
  switch (bsonType) {
    case 0x01:
      return readDouble(bsonBytes, valueStart);
    case 0x02:
      return bsonBytes.toString(
        'utf8',
        valueStart + 4,
        valueStart + 3 + bsonBytes.readInt32LE(valueStart),
      );
    case 0x03:
      return readDocument(bsonBytes, valueStart, undefined, nestingDepth + 1);
    case 0x04:
      return Object.values(readDocument(bsonBytes, valueStart, undefined, nestingDepth + 1));
    case 0x05:
      return readBinary(bsonBytes, valueStart);
    case 0x07:
      return new ObjectId(bsonBytes.subarray(valueStart, valueStart + 12));
    case 0x08:
      return bsonBytes[valueStart] === 1;
    case 0x09:
      return readBsonDate(bsonBytes, valueStart);
    case 0x0a:
      return null;
    case 0x0b:
      return readRegExp(bsonBytes, valueStart);
    case 0x10:
      return bsonBytes.readInt32LE(valueStart);
    case 0x11:
      return new Timestamp({
        i: bsonBytes.readUInt32LE(valueStart),
        t: bsonBytes.readUInt32LE(valueStart + 4),
      });
    case 0x12:
      return bsonBytes.readBigInt64LE(valueStart);
    case 0x7f:
      return new MaxKey();
    case 0xff:
      return new MinKey();
    default:
      throw notSupported(
        `the BSON type ${REFUSED_TYPES[bsonType] ?? `0x${bsonType.toString(16)}`}`,
      );
  }
}

function readBsonDate(bsonBytes: Buffer, valueStart: number): Date {
  const decodedDate = new Date(
    bsonBytes.readInt32LE(valueStart + 4) * 2 ** 32 + bsonBytes.readUInt32LE(valueStart),
  );
  if (Number.isNaN(decodedDate.getTime()))
    throw notSupported('a date outside the range of JavaScript');
  return decodedDate;
}

/**
 * Calls `visitElement` for each element of the document at `documentStart`. A `false` result stops
 * the iteration.
 */
export function eachElement(
  bsonBytes: Buffer,
  documentStart: number,
  visitElement: (
    fieldName: string,
    bsonType: number,
    valueStart: number,
    elementStart: number,
  ) => unknown,
): void {
  const documentEnd = documentStart + bsonBytes.readInt32LE(documentStart) - 1;
  let readOffset = documentStart + 4;
  while (readOffset < documentEnd) {
    const elementStart = readOffset;
    const bsonType = bsonBytes[readOffset++] ?? 0;
    const nameStart = readOffset;
    let nameHash = 0;
    for (let nameByte = bsonBytes[readOffset]; nameByte !== 0; nameByte = bsonBytes[++readOffset]) {
      if (nameByte === undefined)
        throw new CommandError(22, 'the BSON document ends inside a field name');
      nameHash = (nameHash * 31 + nameByte) | 0;
    }
    const fieldName = readFieldName(bsonBytes, nameStart, readOffset++, nameHash);
    if (visitElement(fieldName, bsonType, readOffset, elementStart) === false) return;
    readOffset = findValueEnd(bsonBytes, bsonType, readOffset);
  }
}

/** Reads the document at `documentStart`; with `selectedFields`, only these top-level fields. */
export function readDocument(
  bsonBytes: Buffer,
  documentStart = 0,
  selectedFields?: ReadonlySet<string>,
  nestingDepth = 0,
): Document {
  if (nestingDepth > MAX_NESTING_DEPTH)
    throw new CommandError(15, `the document is nested deeper than ${MAX_NESTING_DEPTH} levels`);
  const document: Document = {};
  let remainingFields = selectedFields?.size ?? -1;
  if (remainingFields === 0) return document;
  eachElement(bsonBytes, documentStart, (fieldName, bsonType, valueStart) => {
    if (selectedFields && !selectedFields.has(fieldName)) return true;
    const fieldValue = readBsonValue(bsonBytes, bsonType, valueStart, nestingDepth);
    if (fieldName === '__proto__')
      Object.defineProperty(document, fieldName, {
        value: fieldValue,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else document[fieldName] = fieldValue;
    return --remainingFields !== 0;
  });
  return document;
}

/** Reads the array at `arrayStart` as the bytes of its documents. */
export function readArrayDocuments(bsonBytes: Buffer, arrayStart: number): Buffer[] {
  const documentItems: Buffer[] = [];
  eachElement(bsonBytes, arrayStart, (_, bsonType, valueStart) => {
    if (bsonType !== 0x03) throw new CommandError(14, 'expected an array of documents');
    documentItems.push(
      bsonBytes.subarray(valueStart, valueStart + bsonBytes.readInt32LE(valueStart)),
    );
  });
  return documentItems;
}
