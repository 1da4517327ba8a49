import { canonicalJson } from '../platform/projections/content-hash.js';
import type { StoredDocument } from '../platform/projections/projection.js';

/**
 * Either `equal`, `behind` if the read model has not reached the document's last event, or a
 * problem.
 */
export type ComparisonResult = 'equal' | 'behind' | Readonly<{ problem: string }>;

const areEqual = (leftValue: unknown, rightValue: unknown) =>
  canonicalJson(leftValue) === canonicalJson(rightValue);

const isBefore = (leftId: string, rightId: string) =>
  Buffer.compare(Buffer.from(leftId), Buffer.from(rightId)) < 0;

/** Yields the ids of documents that differ. Both inputs must be sorted by id. */
export async function* differing(
  expected: Iterable<readonly [string, StoredDocument]>,
  storedDocuments: AsyncIterable<StoredDocument> | Iterable<StoredDocument>,
): AsyncGenerator<string> {
  const expectedEntries = expected[Symbol.iterator]();
  let nextExpected = expectedEntries.next();
  for await (const document of storedDocuments) {
    for (
      ;
      !nextExpected.done && isBefore(nextExpected.value[0], document._id);
      nextExpected = expectedEntries.next()
    )
      yield nextExpected.value[0];
    if (nextExpected.done || nextExpected.value[0] !== document._id) {
      yield document._id;
      continue;
    }
    if (!areEqual(nextExpected.value[1], document)) yield document._id;
    nextExpected = expectedEntries.next();
  }
  for (; !nextExpected.done; nextExpected = expectedEntries.next()) yield nextExpected.value[0];
}

/**
 * Compares a document with its fold. Read `position` (of the read model; empty if it has none)
 * before the document and the log after it, so that only later events explain a difference.
 */
export const compareDocument = (
  expected: StoredDocument | undefined,
  stored: StoredDocument | undefined,
  position: string,
): ComparisonResult => {
  if (areEqual(expected, stored)) return 'equal';
  if ((expected?.position ?? '') > position) return 'behind';
  if (!stored) return { problem: 'the document is missing' };
  if (!expected) return { problem: 'no event produces the document' };
  const fieldNames = Object.keys({ ...expected, ...stored }) as (keyof StoredDocument)[];
  const different = fieldNames.filter((field) => !areEqual(expected[field], stored[field]));
  return { problem: `the document differs from the fold of the log in ${different.join(', ')}` };
};
