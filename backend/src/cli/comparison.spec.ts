import { describe, expect, it } from '@jest/globals';
import { bookings } from '../bookings/bookings.projection.js';
import type { Stored } from '../projections/projection.js';
import { agrees, compareDocument } from './comparison.js';

const at = (index: number) => String(index).padStart(20, '0');
const document = (position: number, more: object = {}): Stored => ({ _id: 'b1', position: at(position), ...more });

const folded = (expected: Stored | null, removedAt?: number) => ({
  projection: bookings,
  documents: new Map(expected ? [['b1', expected]] : []),
  removed: new Map(removedAt === undefined ? [] : [['b1', at(removedAt)]]),
  leftOut: new Map<string, string>(),
});
const verdict = (expected: Stored | null, found: Stored | undefined, readAt: number, removedAt?: number) =>
  compareDocument(folded(expected, removedAt), 'b1', found, at(readAt));

describe('a document of a read model', () => {
  it('is equal whatever the order of its fields', () => {
    const found = { status: 'pending', position: at(3), _id: 'b1' };
    expect(verdict(document(3, { status: 'pending' }), found, 3)).toBe('equal');
    expect(agrees(folded(document(3, { status: 'pending' })), found)).toBe(true);
  });
  it('is behind while the read model has not come to its last event', () => {
    expect(verdict(document(5, { status: 'confirmed' }), document(3, { status: 'pending' }), 4)).toBe('behind');
    expect(verdict(document(5), undefined, 4)).toBe('behind');
    expect(verdict(null, document(3), 4, 5)).toBe('behind');
  });
  it('is wrong when the read model had come to its last event and shows something else', () =>
    expect(verdict(document(5, { status: 'confirmed' }), document(5, { status: 'pending' }), 5)).toEqual({
      problem: expect.stringMatching(/differs from the fold of the log in status$/),
    }));
  it('is wrong when it is missing', () =>
    expect(verdict(document(5), undefined, 5)).toEqual({ problem: 'the document is missing' }));
  it('is wrong when it follows from nothing', () => {
    expect(verdict(null, document(5), 5)).toEqual({ problem: 'the document follows from no event' });
    expect(verdict(null, document(3), 5, 4)).toEqual({ problem: 'the document follows from no event' });
  });
  it('does not agree when there is nothing to agree with', () => expect(agrees(folded(null), document(5))).toBe(false));
});
