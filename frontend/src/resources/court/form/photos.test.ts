import { describe, expect, it } from '@jest/globals';
import { type Photo, newFiles, existingUrls, movePhoto, orderToRequest } from './photos';

const keptPhoto = (url: string): Photo => ({ url, file: null });
const added = (url: string): Photo => ({ url, file: { name: url } as File });
const urls = (photos: readonly Photo[]) => photos.map(({ url }) => url).join('');

describe('the photos of a court form', () => {
  const photos = [added('x'), keptPhoto('a'), keptPhoto('b')];

  it('can be moved, but not past the ends', () => {
    expect(urls(movePhoto(photos, 2, -1))).toBe('xba');
    expect(urls(movePhoto(photos, 0, 1))).toBe('axb');
    expect(urls(movePhoto(photos, 0, -1))).toBe('xab');
    expect(urls(movePhoto(photos, 2, 1))).toBe('xab');
  });

  it('split into existing URLs and new files', () => {
    expect(existingUrls(photos)).toEqual(['a', 'b']);
    expect(newFiles(photos).map(({ name }) => name)).toEqual(['x']);
  });

  it('need a second request if a new photo comes before an existing one', () => {
    expect(orderToRequest(photos, ['a', 'b', '/new'])).toEqual(['/new', 'a', 'b']);
    expect(orderToRequest([keptPhoto('a'), added('x')], ['a', '/new'])).toBeNull();
  });

  it("keep the server's order if the same photo was sent twice", () => {
    expect(orderToRequest([added('x'), keptPhoto('a'), added('y')], ['a', '/new'])).toBeNull();
  });
});
