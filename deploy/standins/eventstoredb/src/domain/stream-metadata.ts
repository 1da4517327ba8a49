import { INT64_MAX, TOMBSTONE_REVISION } from './event.js';

/**
 * Limits from a stream's metadata on what readers see: a revision, a number of events, and an age
 * in seconds.
 */
export type ReadBounds = Readonly<{ truncateBefore?: number; maxCount?: number; maxAge?: number }>;

export const metadataStreamOf = (streamName: string): string => `$$${streamName}`;

/** The stream that a metadata stream describes; undefined for all other streams. */
export const describedStreamOf = (streamName: string): string | undefined =>
  streamName.startsWith('$$') ? streamName.slice(2) : undefined;

/** A metadata stream keeps one event unless it has its own metadata. */
export const defaultBounds = (streamName: string): ReadBounds =>
  describedStreamOf(streamName) === undefined ? {} : { maxCount: 1 };

const wholeNumber = (entryValue: unknown): number | undefined =>
  typeof entryValue === 'number' && entryValue >= 0
    ? Math.min(Math.trunc(entryValue), TOMBSTONE_REVISION)
    : undefined;

function parseMetadata(metadataBytes: Uint8Array): Record<string, unknown> {
  try {
    const parsedValue: unknown = JSON.parse(Buffer.from(metadataBytes).toString('utf8'));
    return typeof parsedValue === 'object' && parsedValue !== null
      ? (parsedValue as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Reads the limits from the data of a `$metadata` event. Malformed entries are ignored. */
export function parseBounds(metadataBytes: Uint8Array): ReadBounds {
  const { $tb, $maxCount, $maxAge } = parseMetadata(metadataBytes);
  return {
    truncateBefore: wholeNumber($tb),
    maxCount: wholeNumber($maxCount),
    maxAge: wholeNumber($maxAge),
  };
}

/** A soft-deleted stream has all possible revisions truncated. */
export const isSoftDeleted = ({ truncateBefore = 0 }: ReadBounds): boolean =>
  truncateBefore >= TOMBSTONE_REVISION;

export const softDeletionMetadata = (): Uint8Array => Buffer.from(`{"$tb":${INT64_MAX}}`);

/** Metadata for a deleted stream that receives new events: the old events stay hidden. */
export const revivalMetadata = (metadataBytes: Uint8Array, firstRevision: number): Uint8Array =>
  Buffer.from(JSON.stringify({ ...parseMetadata(metadataBytes), $tb: firstRevision }));

export const firstVisibleRevision = (
  { truncateBefore = 0, maxCount }: ReadBounds,
  lastRevision: number,
): number => Math.max(truncateBefore, maxCount === undefined ? 0 : lastRevision + 1 - maxCount);

/** Events created before this time (ms since the epoch) have expired. */
export const oldestVisibleMs = ({ maxAge }: ReadBounds, nowMs: number): number =>
  maxAge === undefined ? 0 : nowMs - maxAge * 1000;
