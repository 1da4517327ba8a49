import type { Collection } from './collection.js';
import { CommandError } from './errors.js';

const FIRST_BATCH = 101;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 10 * 60_000;

/** Documents still to be sent. They were chosen when the cursor was opened, so later writes do not show in it. */
type Cursor = {
  ns: string;
  name: string;
  collection: Collection | undefined;
  rest: Iterator<Buffer>;
  usedAt: number;
  ahead?: Buffer;
};

export type Cursors = { open: Map<bigint, Cursor>; next: bigint };

export const createCursors = (): Cursors => ({ open: new Map(), next: 1n });

export type Batch = { documents: Buffer[]; id: bigint; ns: string };

/** Fills a batch up to `size` documents and 16 MiB, and keeps the cursor only when something is left. */
function fill(cursors: Cursors, id: bigint, cursor: Cursor, size: number, keep: boolean): Batch {
  const documents: Buffer[] = [];
  let bytes = 0;
  let next = cursor.ahead ?? take(cursor);
  while (next && documents.length < size && bytes + next.length <= MAX_BATCH_BYTES) {
    documents.push(next);
    bytes += next.length + 16;
    next = take(cursor);
  }
  cursor.ahead = next;
  if (next && keep) cursors.open.set(id, cursor);
  else cursors.open.delete(id);
  return { documents, id: next && keep ? id : 0n, ns: cursor.ns };
}

const take = (cursor: Cursor): Buffer | undefined => {
  const { done, value } = cursor.rest.next();
  return done ? undefined : value;
};

/** The first batch of an answer; `size` defaults to mongod's 101 documents. */
export function openCursor(
  cursors: Cursors,
  ns: string,
  collection: Collection | undefined,
  documents: Iterator<Buffer>,
  { size = FIRST_BATCH, single = false, now = Date.now() } = {},
): Batch {
  for (const [id, { usedAt }] of cursors.open) if (now - usedAt > IDLE_MS) cursors.open.delete(id);
  return fill(
    cursors,
    cursors.next++,
    { ns, name: collection?.name ?? '', collection, rest: documents, usedAt: now },
    size,
    !single,
  );
}

/** The next batch. Code 43 for an unknown cursor, 175 when its collection was dropped or renamed meanwhile. */
export function moreOf(cursors: Cursors, id: bigint, ns: string, size = Infinity): Batch {
  const cursor = cursors.open.get(id);
  if (!cursor || cursor.ns !== ns) throw new CommandError(43, `cursor id ${id} not found`);
  cursor.usedAt = Date.now();
  if (cursor.collection && (cursor.collection.dropped || cursor.collection.name !== cursor.name)) {
    cursors.open.delete(id);
    throw new CommandError(
      175,
      `collection dropped or renamed while a cursor was open on it. UUID of ${ns}`,
    );
  }
  return fill(cursors, id, cursor, size, true);
}
