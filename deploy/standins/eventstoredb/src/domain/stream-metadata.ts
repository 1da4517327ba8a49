import { INT64_MAX, TOMBSTONE_REVISION } from './event.js';

/** The entries of a stream's metadata that bound what readers see: revisions, events, seconds. */
export type Bounds = Readonly<{ truncateBefore?: number; maxCount?: number; maxAge?: number }>;

export const metadataStreamOf = (stream: string): string => `$$${stream}`;

/** The stream that a metadata stream describes, or undefined for any other stream. */
export const describedBy = (stream: string): string | undefined =>
  stream.startsWith('$$') ? stream.slice(2) : undefined;

/** Metadata streams keep one event unless they have metadata of their own. */
export const defaultBounds = (stream: string): Bounds =>
  describedBy(stream) === undefined ? {} : { maxCount: 1 };

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0
    ? Math.min(Math.trunc(value), TOMBSTONE_REVISION)
    : undefined;

function parse(data: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reads the bounds from the data of a `$metadata` event; what is malformed does not bound. */
export function parseBounds(data: Uint8Array): Bounds {
  const { $tb, $maxCount, $maxAge } = parse(data);
  return {
    truncateBefore: wholeNumber($tb),
    maxCount: wholeNumber($maxCount),
    maxAge: wholeNumber($maxAge),
  };
}

/** A deleted stream is one whose every possible revision is truncated. */
export const isSoftDeleted = ({ truncateBefore = 0 }: Bounds): boolean =>
  truncateBefore >= TOMBSTONE_REVISION;

export const softDeletion = (): Uint8Array => Buffer.from(`{"$tb":${INT64_MAX}}`);

/** The metadata of a deleted stream that is written to again: its old events stay hidden. */
export const revival = (data: Uint8Array, firstRevision: number): Uint8Array =>
  Buffer.from(JSON.stringify({ ...parse(data), $tb: firstRevision }));

export const firstVisible = ({ truncateBefore = 0, maxCount }: Bounds, last: number): number =>
  Math.max(truncateBefore, maxCount === undefined ? 0 : last + 1 - maxCount);

/** The creation time (ms since the epoch) before which events have expired. */
export const visibleSince = ({ maxAge }: Bounds, now: number): number =>
  maxAge === undefined ? 0 : now - maxAge * 1000;
