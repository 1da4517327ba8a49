import { describe, expect, it } from '@jest/globals';
import {
  decideAppend,
  decideDeletion,
  type ExpectedRevision,
  type StreamView,
} from './expected-revision.js';

const missing: StreamView = { last: -1, tombstoned: false, softDeleted: false, hasMetadata: false };
const described: StreamView = { ...missing, hasMetadata: true };
const abc: StreamView = { ...missing, last: 2 };
const deletedAbc: StreamView = { ...abc, softDeleted: true, hasMetadata: true };
const tombstoned: StreamView = { ...abc, last: Number.MAX_SAFE_INTEGER, tombstoned: true };

/** The event ids of a stream in revision order: `abc` contains a, b, and c. */
const recorded = (stream: StreamView) => {
  const ids = stream.last < 0 ? [] : ['a', 'b', 'c'];
  return {
    at: (revision: number) => ids[revision],
    revisionOf: (id: string) => (ids.includes(id) ? ids.indexOf(id) : undefined),
  };
};

type Case = [
  situation: string,
  stream: StreamView,
  expected: ExpectedRevision,
  ids: string,
  outcome: string,
];

describe('an append', () => {
  it.each<Case>([
    ['of no expectation to a missing stream', missing, 'any', 'x', 'write'],
    ['of no expectation to a stream', abc, 'any', 'x', 'write'],
    ['of no expectation, all known', abc, 'any', 'bc', 'repeated 2'],
    ['of no expectation, all known but out of order', abc, 'any', 'cb', 'repeated 2'],
    ['of no expectation, first unknown', abc, 'any', 'xc', 'write'],
    ['of no expectation, only the first known', abc, 'any', 'cx', 'conflict'],
    ['of no expectation to a deleted stream', deletedAbc, 'any', 'x', 'write'],
    ['to a missing stream', missing, 'no_stream', 'x', 'write'],
    ['to a stream that has only metadata', described, 'no_stream', 'x', 'write'],
    ['to a stream that should be missing', abc, 'no_stream', 'x', 'conflict'],
    ['that created the stream, again', abc, 'no_stream', 'ab', 'repeated 1'],
    ['that created the stream, with one id changed', abc, 'no_stream', 'ax', 'conflict'],
    ['that created the stream, and more than it holds', abc, 'no_stream', 'abcx', 'conflict'],
    ['that creates a deleted stream anew', deletedAbc, 'no_stream', 'x', 'write'],
    ['that created the deleted stream, again', deletedAbc, 'no_stream', 'a', 'repeated 0'],
    ['to a stream that should exist and does', abc, 'stream_exists', 'x', 'write'],
    ['to a stream that should exist, again', abc, 'stream_exists', 'c', 'repeated 2'],
    ['to a stream that should exist but is missing', missing, 'stream_exists', 'x', 'conflict'],
    ['to a stream that exists by its metadata', described, 'stream_exists', 'x', 'write'],
    ['to a stream that should exist but is deleted', deletedAbc, 'stream_exists', 'x', 'deleted'],
    ['after the last event', abc, 2, 'x', 'write'],
    ['after the last event of a deleted stream', deletedAbc, 2, 'x', 'write'],
    ['after an event that is not there yet', abc, 3, 'x', 'conflict'],
    ['after an event of a missing stream', missing, 0, 'x', 'conflict'],
    ['after an event that others follow', abc, 1, 'x', 'conflict'],
    ['after that event, again', abc, 1, 'c', 'repeated 2'],
    ['after the first event, again', abc, 0, 'bc', 'repeated 2'],
    ['after the first event, partly the same', abc, 0, 'bx', 'conflict'],
    ['after the first event, the same and more', abc, 0, 'bcx', 'conflict'],
    ['of nothing after the last event', abc, 2, '', 'write'],
    ['of nothing after an earlier event', abc, 1, '', 'conflict'],
    ['of no expectation to a tombstoned stream', tombstoned, 'any', 'x', 'deleted'],
    ['that creates a tombstoned stream', tombstoned, 'no_stream', 'x', 'deleted'],
    ['after an event of a tombstoned stream', tombstoned, 2, 'x', 'deleted'],
  ])('%s', (_situation, stream, expected, ids, outcome) => {
    const decision = decideAppend(expected, stream, [...ids], recorded(stream));
    expect(Object.values(decision).join(' ')).toBe(outcome);
  });
});

describe('a deletion', () => {
  it.each<[StreamView, ExpectedRevision, deletion: string, tombstone: string]>([
    [missing, 'any', 'conflict', 'write'],
    [missing, 'no_stream', 'conflict', 'write'],
    [missing, 'stream_exists', 'conflict', 'conflict'],
    [missing, 0, 'conflict', 'conflict'],
    [abc, 'any', 'write', 'write'],
    [abc, 'no_stream', 'conflict', 'conflict'],
    [abc, 'stream_exists', 'write', 'write'],
    [abc, 1, 'conflict', 'conflict'],
    [abc, 2, 'write', 'write'],
    [described, 'any', 'write', 'write'],
    [described, 'stream_exists', 'write', 'write'],
    [described, 0, 'conflict', 'conflict'],
    [deletedAbc, 'any', 'write', 'write'],
    [deletedAbc, 2, 'write', 'write'],
    [deletedAbc, 1, 'conflict', 'conflict'],
    [deletedAbc, 'stream_exists', 'deleted', 'deleted'],
    [tombstoned, 'any', 'deleted', 'deleted'],
  ])('of %o at %s is %s, a tombstone %s', (stream, expected, deletion, tombstone) => {
    expect(decideDeletion(expected, stream, false).kind).toBe(deletion);
    expect(decideDeletion(expected, stream, true).kind).toBe(tombstone);
  });
});
