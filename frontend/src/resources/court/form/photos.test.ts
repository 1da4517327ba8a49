import { describe, expect, it } from '@jest/globals';
import { type Photo, filesOf, keptOf, moved, orderToAskFor } from './photos';

const kept = (url: string): Photo => ({ url, file: null });
const added = (url: string): Photo => ({ url, file: { name: url } as File });
const urls = (photos: readonly Photo[]) => photos.map(({ url }) => url).join('');

describe('the photos of a court form', () => {
  const photos = [added('x'), kept('a'), kept('b')];

  it('can be moved, but not past the ends', () => {
    expect(urls(moved(photos, 2, -1))).toBe('xba');
    expect(urls(moved(photos, 0, 1))).toBe('axb');
    expect(urls(moved(photos, 0, -1))).toBe('xab');
    expect(urls(moved(photos, 2, 1))).toBe('xab');
  });

  it('split into existing URLs and new files', () => {
    expect(keptOf(photos)).toEqual(['a', 'b']);
    expect(filesOf(photos).map(({ name }) => name)).toEqual(['x']);
  });

  it('need a second request if a new photo comes before an existing one', () => {
    expect(orderToAskFor(photos, ['a', 'b', '/new'])).toEqual(['/new', 'a', 'b']);
    expect(orderToAskFor([kept('a'), added('x')], ['a', '/new'])).toBeNull();
  });

  it('keep the server's order if the same photo was sent twice', () => {
    expect(orderToAskFor([added('x'), kept('a'), added('y')], ['a', '/new'])).toBeNull();
  });
});
