import { canonicalJson } from '../platform/projections/content-hash.js';
import type { StoredDocument } from '../platform/projections/projection.js';

/** `equal`; `behind` if the read model has not reached the document's last event; or a problem. */
export type Verdict = 'equal' | 'behind' | Readonly<{ problem: string }>;

const equal = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);

const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** Yields the ids of documents that differ. Both inputs must be sorted by id. */
export async function* differing(
  expected: Iterable<readonly [string, StoredDocument]>,
  found: AsyncIterable<StoredDocument> | Iterable<StoredDocument>,
): AsyncGenerator<string> {
  const left = expected[Symbol.iterator]();
  let next = left.next();
  for await (const document of found) {
    for (; !next.done && isBefore(next.value[0], document._id); next = left.next())
      yield next.value[0];
    if (next.done || next.value[0] !== document._id) {
      yield document._id;
      continue;
    }
    if (!equal(next.value[1], document)) yield document._id;
    next = left.next();
  }
  for (; !next.done; next = left.next()) yield next.value[0];
}

/**
 * Compares a document with its fold. `position` is the read model's position before the document
 * was read (empty: none). Read the log to its end afterward, so only later events may explain a
 * difference.
 */
export const compareDocument = (
  expected: StoredDocument | undefined,
  found: StoredDocument | undefined,
  position: string,
): Verdict => {
  if (equal(expected, found)) return 'equal';
  if ((expected?.position ?? '') > position) return 'behind';
  if (!found) return { problem: 'the document is missing' };
  if (!expected) return { problem: 'the document follows from no event' };
  const fields = Object.keys({ ...expected, ...found }) as (keyof StoredDocument)[];
  const different = fields.filter((field) => !equal(expected[field], found[field]));
  return { problem: `the document differs from the fold of the log in ${different.join(', ')}` };
};
