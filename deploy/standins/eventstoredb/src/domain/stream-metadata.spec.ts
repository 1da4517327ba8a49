import { describe, expect, it } from '@jest/globals';
import {
  firstVisibleRevision,
  isSoftDeleted,
  parseBounds,
  revivalMetadata,
  softDeletionMetadata,
  oldestVisibleMs,
} from './stream-metadata.js';

const bounds = (json: string) => parseBounds(Buffer.from(json));

describe('the metadata of a stream', () => {
  it.each([
    ['no entries', '{}', 0],
    ['a truncation', '{"$tb":4}', 4],
    ['a maximum count', '{"$maxCount":3}', 7],
    ['a maximum count above the number of events', '{"$maxCount":30}', 0],
    ['both, where the truncation hides more', '{"$tb":8,"$maxCount":3}', 8],
    ['both, where the count hides more', '{"$tb":2,"$maxCount":3}', 7],
    ['a truncation that is not a number', '{"$tb":"4"}', 0],
    ['invalid JSON', '{', 0],
    ['JSON that is not an object', '7', 0],
  ])('shows the right part of ten events with %s', (_title, json, first) => {
    expect(firstVisibleRevision(bounds(json), 9)).toBe(first);
  });

  it('hides events older than the maximum age in seconds', () => {
    expect(oldestVisibleMs(bounds('{"$maxAge":60}'), 100_000)).toBe(40_000);
    expect(oldestVisibleMs(bounds('{}'), 100_000)).toBe(0);
  });

  it('hides every revision of a deleted stream and keeps other entries when the stream is revived', () => {
    expect(isSoftDeleted(parseBounds(softDeletionMetadata()))).toBe(true);
    const revived = revivalMetadata(Buffer.from('{"$tb":9223372036854775807,"$maxCount":5}'), 3);
    expect(JSON.parse(Buffer.from(revived).toString())).toEqual({ $tb: 3, $maxCount: 5 });
    expect(isSoftDeleted(parseBounds(revived))).toBe(false);
  });
});
