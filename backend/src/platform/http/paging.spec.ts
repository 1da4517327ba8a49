import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { encodeCursor, decodeCursor, cutPage } from './paging.js';

const Key = z.strictObject({ at: z.iso.datetime(), id: z.string() });
const key = { at: '2027-03-13T18:00:00.000Z', id: 'roxbury' };

describe('a cursor', () => {
  it('encodes the end of a page in URL-safe characters', () => {
    expect(decodeCursor(Key, encodeCursor(key))).toEqual(key);
    expect(encodeCursor({ id: 'São Paulo ???>>>' })).toMatch(/^[\w-]+$/);
  });

  it('is absent for the first page', () => expect(decodeCursor(Key, undefined)).toBeUndefined());

  it.each([
    ['invalid base64url', '%%%'],
    ['invalid JSON', Buffer.from('{').toString('base64url')],
    ['a cursor of another list', encodeCursor({ rank: 4 })],
    ['an operator instead of a value', encodeCursor({ ...key, id: { $gt: '' } })],
    ['an additional field', encodeCursor({ ...key, hostId: 'hana' })],
  ])('is rejected if it is invalid: %s', (_, cursor) =>
    expect(() => decodeCursor(Key, cursor)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { fields: [{ field: 'cursor', message: expect.any(String) }] },
      }),
    ),
  );
});

describe('a page', () => {
  const keyOf = (id: string) => ({ id });

  it('links to the next page while there are more items', () =>
    expect(cutPage(['a', 'b', 'c'], 2, keyOf)).toEqual({
      items: ['a', 'b'],
      next: encodeCursor({ id: 'b' }),
    }));

  it('is the last one otherwise', () => {
    expect(cutPage(['a', 'b'], 2, keyOf)).toEqual({ items: ['a', 'b'], next: null });
    expect(cutPage([], 2, keyOf)).toEqual({ items: [], next: null });
  });
});
