import { describe, expect, it } from '@jest/globals';
import { type Photo, filesOf, keptOf, moved, orderToAskFor } from './photos';

const kept = (url: string): Photo => ({ url, file: null });
const added = (url: string): Photo => ({ url, file: { name: url } as File });
const urls = (photos: readonly Photo[]) => photos.map(({ url }) => url).join('');

describe('the photos of a court form', () => {
  const photos = [added('x'), kept('a'), kept('b')];

  it('change places, and stay at the ends', () => {
    expect(urls(moved(photos, 2, -1))).toBe('xba');
    expect(urls(moved(photos, 0, 1))).toBe('axb');
    expect(urls(moved(photos, 0, -1))).toBe('xab');
    expect(urls(moved(photos, 2, 1))).toBe('xab');
  });

  it('are sent as the ones that stay, in order, and the new files', () => {
    expect(keptOf(photos)).toEqual(['a', 'b']);
    expect(filesOf(photos).map(({ name }) => name)).toEqual(['x']);
  });

  it('are put in order by a second call where a new one stands before one that stays', () => {
    expect(orderToAskFor(photos, ['a', 'b', '/new'])).toEqual(['/new', 'a', 'b']);
    expect(orderToAskFor([kept('a'), added('x')], ['a', '/new'])).toBeNull();
  });

  it('keep the order of the server where the same picture was sent twice', () => {
    expect(orderToAskFor([added('x'), kept('a'), added('y')], ['a', '/new'])).toBeNull();
  });
});
