import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { CommandError, refuseUnknownNames } from './errors.js';
import { readCountOption } from './options.js';

const DEFAULT_FIRST_BATCH_SIZE = 101;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const CURSOR_IDLE_MS = 10 * 60_000;

/**
 * Documents still to be sent. They are selected when the cursor opens, so later writes do not
 * affect it.
 */
type OpenCursor = {
  ns: string;
  name: string;
  collection: Collection | undefined;
  rest: Iterator<Buffer>;
  usedAt: number;
  ahead?: Buffer;
};

export type CursorRegistry = { open: Map<bigint, OpenCursor>; next: bigint };

export const createCursors = (): CursorRegistry => ({ open: new Map(), next: 1n });

export type CursorBatch = { documents: Buffer[]; id: bigint; ns: string };

/**
 * Fills a batch with up to `batchSize` documents and 16 MiB. Keeps the cursor only if documents are
 * left.
 */
function fillBatch(
  cursorRegistry: CursorRegistry,
  cursorId: bigint,
  openCursorState: OpenCursor,
  batchSize: number,
  keepOpen: boolean,
): CursorBatch {
  const batchDocuments: Buffer[] = [];
  let batchBytes = 0;
  let nextDocument = openCursorState.ahead ?? takeNextDocument(openCursorState);
  while (
    nextDocument &&
    batchDocuments.length < batchSize &&
    batchBytes + nextDocument.length <= MAX_BATCH_BYTES
  ) {
    batchDocuments.push(nextDocument);
    batchBytes += nextDocument.length + 16;
    nextDocument = takeNextDocument(openCursorState);
  }
  openCursorState.ahead = nextDocument;
  if (nextDocument && keepOpen) cursorRegistry.open.set(cursorId, openCursorState);
  else cursorRegistry.open.delete(cursorId);
  return {
    documents: batchDocuments,
    id: nextDocument && keepOpen ? cursorId : 0n,
    ns: openCursorState.ns,
  };
}

const takeNextDocument = (openCursorState: OpenCursor): Buffer | undefined => {
  const { done, value } = openCursorState.rest.next();
  return done ? undefined : value;
};

const CURSOR_OPTIONS = new Set(['batchSize']);

/** Reads the batch size of a `cursor` option. */
export function readCursorSize(cursorOptions: Document): number | undefined {
  refuseUnknownNames(
    Object.keys(cursorOptions),
    CURSOR_OPTIONS,
    (optionName) => `the cursor option '${optionName}'`,
  );
  return readCountOption(cursorOptions, 'batchSize');
}

/** Opens a cursor and returns its first batch. `size` defaults to mongod's 101 documents. */
export function openCursor(
  cursorRegistry: CursorRegistry,
  namespaceName: string,
  collection: Collection | undefined,
  documentIterator: Iterator<Buffer>,
  { size = DEFAULT_FIRST_BATCH_SIZE, single = false, now = Date.now() } = {},
): CursorBatch {
  for (const [cursorId, { usedAt }] of cursorRegistry.open)
    if (now - usedAt > CURSOR_IDLE_MS) cursorRegistry.open.delete(cursorId);
  return fillBatch(
    cursorRegistry,
    cursorRegistry.next++,
    {
      ns: namespaceName,
      name: collection?.name ?? '',
      collection,
      rest: documentIterator,
      usedAt: now,
    },
    size,
    !single,
  );
}

/**
 * The next batch. Throws code 43 for an unknown cursor, and 175 if its collection was dropped or
 * renamed.
 */
export function readNextBatch(
  cursorRegistry: CursorRegistry,
  cursorId: bigint,
  namespaceName: string,
  batchSize = Infinity,
): CursorBatch {
  const storedCursor = cursorRegistry.open.get(cursorId);
  if (!storedCursor || storedCursor.ns !== namespaceName)
    throw new CommandError(43, `cursor id ${cursorId} not found`);
  storedCursor.usedAt = Date.now();
  if (
    storedCursor.collection &&
    (storedCursor.collection.dropped || storedCursor.collection.name !== storedCursor.name)
  ) {
    cursorRegistry.open.delete(cursorId);
    throw new CommandError(
      175,
      `collection dropped or renamed while a cursor was open on it. UUID of ${namespaceName}`,
    );
  }
  return fillBatch(cursorRegistry, cursorId, storedCursor, batchSize, true);
}
