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
    ['writes to a missing stream without an expectation', missing, 'any', 'x', 'write'],
    ['writes to an existing stream without an expectation', abc, 'any', 'x', 'write'],
    ['recognizes a repeat without an expectation', abc, 'any', 'bc', 'repeated 2'],
    ['recognizes a reordered repeat without an expectation', abc, 'any', 'cb', 'repeated 2'],
    ['writes without an expectation if the first id is new', abc, 'any', 'xc', 'write'],
    ['refuses a partial repeat without an expectation', abc, 'any', 'cx', 'conflict'],
    ['writes to a deleted stream without an expectation', deletedAbc, 'any', 'x', 'write'],
    ['creates a missing stream', missing, 'no_stream', 'x', 'write'],
    ['creates a stream that has only metadata', described, 'no_stream', 'x', 'write'],
    ['refuses to create an existing stream', abc, 'no_stream', 'x', 'conflict'],
    [
      'recognizes a repeat of the append that created the stream',
      abc,
      'no_stream',
      'ab',
      'repeated 1',
    ],
    ['refuses a repeated creation with a different id', abc, 'no_stream', 'ax', 'conflict'],
    ['refuses a repeated creation with extra ids', abc, 'no_stream', 'abcx', 'conflict'],
    ['creates a deleted stream again', deletedAbc, 'no_stream', 'x', 'write'],
    [
      'recognizes a repeat of the append that created the deleted stream',
      deletedAbc,
      'no_stream',
      'a',
      'repeated 0',
    ],
    ['writes to an existing stream that it expects', abc, 'stream_exists', 'x', 'write'],
    ['recognizes a repeat on an expected stream', abc, 'stream_exists', 'c', 'repeated 2'],
    ['refuses a missing stream that it expects', missing, 'stream_exists', 'x', 'conflict'],
    ['accepts metadata as proof that a stream exists', described, 'stream_exists', 'x', 'write'],
    ['reports a deleted stream that it expects', deletedAbc, 'stream_exists', 'x', 'deleted'],
    ['writes after the last event', abc, 2, 'x', 'write'],
    ['writes after the last event of a deleted stream', deletedAbc, 2, 'x', 'write'],
    ['refuses a revision after the last event', abc, 3, 'x', 'conflict'],
    ['refuses a revision of a missing stream', missing, 0, 'x', 'conflict'],
    ['refuses a revision before the last event', abc, 1, 'x', 'conflict'],
    ['recognizes a repeat before the last event', abc, 1, 'c', 'repeated 2'],
    ['recognizes a repeat after the first event', abc, 0, 'bc', 'repeated 2'],
    ['refuses a partial repeat after the first event', abc, 0, 'bx', 'conflict'],
    ['refuses a repeat with extra ids after the first event', abc, 0, 'bcx', 'conflict'],
    ['accepts an empty append after the last event', abc, 2, '', 'write'],
    ['refuses an empty append after an earlier event', abc, 1, '', 'conflict'],
    ['reports a tombstoned stream without an expectation', tombstoned, 'any', 'x', 'deleted'],
    [
      'reports a tombstoned stream when it expects no stream',
      tombstoned,
      'no_stream',
      'x',
      'deleted',
    ],
    ['reports a tombstoned stream at its last revision', tombstoned, 2, 'x', 'deleted'],
  ])('%s', (_title, stream, expected, ids, outcome) => {
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
  ])('decides for %o at %s: deletion %s, tombstone %s', (stream, expected, deletion, tombstone) => {
    expect(decideDeletion(expected, stream, false).kind).toBe(deletion);
    expect(decideDeletion(expected, stream, true).kind).toBe(tombstone);
  });
});
