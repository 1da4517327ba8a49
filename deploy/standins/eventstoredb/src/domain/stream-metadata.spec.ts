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
    ['nothing', '{}', 0],
    ['a truncation', '{"$tb":4}', 4],
    ['a maximum count', '{"$maxCount":3}', 7],
    ['a maximum count above the number of events', '{"$maxCount":30}', 0],
    ['both, the truncation further on', '{"$tb":8,"$maxCount":3}', 8],
    ['both, the count further on', '{"$tb":2,"$maxCount":3}', 7],
    ['a truncation that is no number', '{"$tb":"4"}', 0],
    ['what is no JSON', '{', 0],
    ['what is no object', '7', 0],
  ])('with %s shows ten events from the right one on', (_what, json, first) => {
    expect(firstVisibleRevision(bounds(json), 9)).toBe(first);
  });

  it('hides what is older than the maximum age in seconds', () => {
    expect(oldestVisibleMs(bounds('{"$maxAge":60}'), 100_000)).toBe(40_000);
    expect(oldestVisibleMs(bounds('{}'), 100_000)).toBe(0);
  });

  it('of a deleted stream hides every revision, until the stream is revived with its other entries kept', () => {
    expect(isSoftDeleted(parseBounds(softDeletionMetadata()))).toBe(true);
    const revived = revivalMetadata(Buffer.from('{"$tb":9223372036854775807,"$maxCount":5}'), 3);
    expect(JSON.parse(Buffer.from(revived).toString())).toEqual({ $tb: 3, $maxCount: 5 });
    expect(isSoftDeleted(parseBounds(revived))).toBe(false);
  });
});
