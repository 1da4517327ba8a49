/**
 * Protobuf's wire format, written by hand for the hot path: the generated classes are many times
 * slower.
 */

/** Length of a base-128 varint in bytes; `wholeNumber` is below 2^53. */
export function varintLength(wholeNumber: number): number {
  let byteCount = 1;
  for (
    let remainingValue = wholeNumber;
    remainingValue >= 128;
    remainingValue = Math.floor(remainingValue / 128)
  )
    byteCount += 1;
  return byteCount;
}

function writeVarint(targetBytes: Uint8Array, startOffset: number, wholeNumber: number): number {
  let nextOffset = startOffset;
  let remainingValue = wholeNumber;
  for (; remainingValue >= 128; remainingValue = Math.floor(remainingValue / 128))
    targetBytes[nextOffset++] = (remainingValue % 128) | 128;
  targetBytes[nextOffset++] = remainingValue;
  return nextOffset;
}

/** Length of a field with `contentLength` bytes of content and a one-byte tag. */
export const fieldLength = (contentLength: number): number =>
  1 + varintLength(contentLength) + contentLength;

/** Writes a tag and a number (a field's value or its length). Returns the offset after them. */
export function writeHeader(
  targetBytes: Uint8Array,
  startOffset: number,
  fieldTag: number,
  wholeNumber: number,
): number {
  targetBytes[startOffset] = fieldTag;
  return writeVarint(targetBytes, startOffset + 1, wholeNumber);
}

/** Writes a field. Returns the offset after it. */
export function writeField(
  targetBytes: Uint8Array,
  startOffset: number,
  fieldTag: number,
  fieldBytes: Uint8Array,
): number {
  const nextOffset = writeHeader(targetBytes, startOffset, fieldTag, fieldBytes.length);
  targetBytes.set(fieldBytes, nextOffset);
  return nextOffset + fieldBytes.length;
}
