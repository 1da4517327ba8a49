import { Double } from 'bson';
import type { Document } from './bson-reader.js';
import { CommandError } from './errors.js';
import { isPlainDocument } from './key-string.js';

/** The value of a BSON number of any type as a JavaScript number; undefined for other values. */
export function readNumber(bsonValue: unknown): number | undefined {
  if (typeof bsonValue === 'number') return bsonValue;
  if (typeof bsonValue === 'bigint') return Number(bsonValue);
  return bsonValue instanceof Double ? bsonValue.value : undefined;
}

const isAbsent = (optionValue: unknown): boolean =>
  optionValue === undefined || optionValue === null;

/** An option of the wrong type, with mongod's code. */
export const typeMismatch = (optionName: string, expectedType: string): CommandError =>
  new CommandError(
    14,
    `BSON field '${optionName}' is the wrong type, expected type '${expectedType}'`,
  );

/** Reads a document option; undefined if it is absent or null. */
export function readDocumentOption(options: Document, optionName: string): Document | undefined {
  const optionValue = options[optionName];
  if (isAbsent(optionValue)) return undefined;
  if (!isPlainDocument(optionValue)) throw typeMismatch(optionName, 'object');
  return optionValue;
}

/** Reads a number option of any BSON number type; undefined if it is absent or null. */
export function readNumberOption(options: Document, optionName: string): number | undefined {
  const optionValue = options[optionName];
  if (isAbsent(optionValue)) return undefined;
  const numberValue = readNumber(optionValue);
  if (numberValue === undefined) throw typeMismatch(optionName, 'long');
  return numberValue;
}

/** Reads a non-negative whole number; undefined if it is absent or null. */
export function readCountOption(options: Document, optionName: string): number | undefined {
  const countValue = readNumberOption(options, optionName);
  if (countValue === undefined) return undefined;
  if (!Number.isSafeInteger(countValue)) throw typeMismatch(optionName, 'long');
  if (countValue < 0)
    throw new CommandError(
      51024,
      `BSON field '${optionName}' value must be >= 0, actual value '${countValue}'`,
    );
  return countValue;
}

/** Reads a boolean; numbers are refused. */
export function readFlagOption(
  options: Document,
  optionName: string,
  defaultValue: boolean,
): boolean {
  const optionValue = options[optionName] ?? defaultValue;
  if (typeof optionValue !== 'boolean') throw typeMismatch(optionName, 'bool');
  return optionValue;
}

/** Reads a boolean or a number, of which 0 is false, like the options of an index. */
export function readSafeFlagOption(options: Document, optionName: string): boolean {
  const optionValue = options[optionName] ?? false;
  if (typeof optionValue === 'boolean') return optionValue;
  const numberValue = readNumber(optionValue);
  if (numberValue === undefined) throw typeMismatch(optionName, 'bool');
  return numberValue !== 0;
}

/** Reads a string; undefined if it is absent or null. */
export function readTextOption(options: Document, optionName: string): string | undefined {
  const optionValue = options[optionName];
  if (isAbsent(optionValue)) return undefined;
  if (typeof optionValue !== 'string') throw typeMismatch(optionName, 'string');
  return optionValue;
}

/** Reads an array option whose elements are all documents. */
export function readDocumentsOption(options: Document, optionName: string): Document[] {
  const optionValue = options[optionName];
  if (!Array.isArray(optionValue) || !optionValue.every(isPlainDocument))
    throw typeMismatch(optionName, 'array');
  return optionValue;
}
