import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

const LONGEST_TEXT = 160;
const LONGEST_BINARY = 80;
const SHOWN_BYTES = 70;
const UUID_SUBTYPE = 4;

/** Prints a double so that its type is visible. */
function printDouble(doubleValue: number): string {
  const numberText = String(doubleValue);
  return /[.eN]/.test(numberText) ? numberText : `${numberText}.0`;
}

function printString(stringValue: string): string {
  return Buffer.byteLength(stringValue) >= LONGEST_TEXT
    ? `"${Buffer.from(stringValue).toString('utf8', 0, SHOWN_BYTES)}..."`
    : `"${stringValue}"`;
}

function printBinary(binaryValue: Binary): string {
  const hexDigits = Buffer.from(binaryValue.buffer.subarray(0, binaryValue.position)).toString(
    'hex',
  );
  if (binaryValue.sub_type === UUID_SUBTYPE && binaryValue.position === 16)
    return `UUID("${hexDigits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}")`;
  const shownDigits =
    binaryValue.position > LONGEST_BINARY
      ? `${hexDigits.slice(0, SHOWN_BYTES * 2).toUpperCase()}...`
      : hexDigits.toUpperCase();
  return `BinData(${binaryValue.sub_type}, ${shownDigits})`;
}

const printList = (
  printedParts: readonly string[],
  openBracket: string,
  closeBracket: string,
): string =>
  printedParts.length === 0
    ? openBracket + closeBracket
    : `${openBracket} ${printedParts.join(', ')} ${closeBracket}`;

/**
 * Prints a value as mongod does in messages (BSONElement::toString), truncating long strings and
 * binaries.
 */
export function printValue(bsonValue: unknown): string {
  if (typeof bsonValue === 'string') return printString(bsonValue);
  if (typeof bsonValue === 'number')
    return (bsonValue | 0) === bsonValue ? String(bsonValue) : printDouble(bsonValue);
  if (bsonValue instanceof Double) return printDouble(bsonValue.value);
  if (bsonValue instanceof Date) return `new Date(${bsonValue.getTime()})`;
  if (bsonValue instanceof ObjectId) return `ObjectId('${bsonValue.toHexString()}')`;
  if (bsonValue instanceof Binary) return printBinary(bsonValue);
  if (bsonValue instanceof Timestamp) return `Timestamp(${bsonValue.t}, ${bsonValue.i})`;
  if (bsonValue instanceof BSONRegExp) return `/${bsonValue.pattern}/${bsonValue.options}`;
  if (bsonValue instanceof MinKey) return 'MinKey';
  if (bsonValue instanceof MaxKey) return 'MaxKey';
  if (Array.isArray(bsonValue)) return printList(bsonValue.map(printValue), '[', ']');
  if (typeof bsonValue !== 'object' || bsonValue === null)
    return typeof bsonValue === 'symbol' ? 'undefined' : String(bsonValue);
  return printList(
    Object.entries(bsonValue).map(
      ([fieldName, fieldValue]) => `${fieldName}: ${printValue(fieldValue)}`,
    ),
    '{',
    '}',
  );
}
