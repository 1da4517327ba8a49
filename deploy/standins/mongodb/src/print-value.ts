import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

const LONGEST_TEXT = 160;
const LONGEST_BINARY = 80;
const SHOWN = 70;
const UUID = 4;

/** A double always shows that it is one. */
function printDouble(value: number): string {
  const text = String(value);
  return /[.eN]/.test(text) ? text : `${text}.0`;
}

function printText(text: string): string {
  return Buffer.byteLength(text) >= LONGEST_TEXT
    ? `"${Buffer.from(text).toString('utf8', 0, SHOWN)}..."`
    : `"${text}"`;
}

function printBinary(value: Binary): string {
  const hex = Buffer.from(value.buffer.subarray(0, value.position)).toString('hex');
  if (value.sub_type === UUID && value.position === 16)
    return `UUID("${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}")`;
  const shown =
    value.position > LONGEST_BINARY
      ? `${hex.slice(0, SHOWN * 2).toUpperCase()}...`
      : hex.toUpperCase();
  return `BinData(${value.sub_type}, ${shown})`;
}

const list = (parts: readonly string[], open: string, close: string): string =>
  parts.length === 0 ? open + close : `${open} ${parts.join(', ')} ${close}`;

/** A decoded value as mongod prints it in its messages (BSONElement::toString), long texts and binaries cut. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (typeof value === 'number') return (value | 0) === value ? String(value) : printDouble(value);
  if (value instanceof Double) return printDouble(value.value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Binary) return printBinary(value);
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof MinKey) return 'MinKey';
  if (value instanceof MaxKey) return 'MaxKey';
  if (Array.isArray(value)) return list(value.map(printValue), '[', ']');
  if (typeof value !== 'object' || value === null)
    return typeof value === 'symbol' ? 'undefined' : String(value);
  return list(
    Object.entries(value).map(([name, field]) => `${name}: ${printValue(field)}`),
    '{',
    '}',
  );
}
