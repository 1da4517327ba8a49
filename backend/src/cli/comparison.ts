import { canonicalJson } from '../projections/content-hash.js';
import type { Stored } from '../projections/projection.js';
import type { Folded } from './audit.js';

/** `equal`; `behind`: it has not come to the event that the log has; or what is wrong. */
export type Verdict = 'equal' | 'behind' | Readonly<{ problem: string }>;

const equal = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);

/** Whether a document is what the log makes of it. */
export const agrees = ({ documents }: Folded, document: Stored): boolean => {
  const expected = documents.get(document._id);
  return expected !== undefined && equal(expected, document);
};

/**
 * Compares a document with the fold of the log. `position` is how far the read model was before the document was read
 * (undefined: it is not there), and the log must have been read to its end afterwards: then only what the read model has not
 * come to yet may differ.
 */
export const compareDocument = (folded: Folded, id: string, found: Stored | undefined, position: string): Verdict => {
  const expected = folded.documents.get(id);
  if (equal(expected, found)) return 'equal';
  if ((expected?.position ?? folded.removed.get(id) ?? '') > position) return 'behind';
  if (!found) return { problem: 'the document is missing' };
  if (!expected) return { problem: 'the document follows from no event' };
  const fields = Object.keys({ ...expected, ...found }) as (keyof Stored)[];
  const differing = fields.filter((field) => !equal(expected[field], found[field]));
  return { problem: `the document differs from the fold of the log in ${differing.join(', ')}` };
};
