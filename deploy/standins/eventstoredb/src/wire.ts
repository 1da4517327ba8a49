/** Protobuf's wire format, by hand where every event passes: the generated classes take many times as long. */

/** Bytes of a base-128 varint; `value` is a whole number below 2^53. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

function writeVarint(target: Uint8Array, at: number, value: number): number {
  let offset = at;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) target[offset++] = (rest % 128) | 128;
  target[offset++] = rest;
  return offset;
}

/** The length of a field of `length` bytes whose tag takes one byte. */
export const fieldLength = (length: number): number => 1 + varintLength(length) + length;

/** Writes a tag and a number, which is a field's value or its length, and returns the offset after them. */
export function writeHeader(target: Uint8Array, at: number, tag: number, value: number): number {
  target[at] = tag;
  return writeVarint(target, at + 1, value);
}

/** Writes a field and returns the offset after it. */
export function writeField(target: Uint8Array, at: number, tag: number, bytes: Uint8Array): number {
  const offset = writeHeader(target, at, tag, bytes.length);
  target.set(bytes, offset);
  return offset + bytes.length;
}
