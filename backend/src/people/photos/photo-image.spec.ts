import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hugePng, photo } from '../../../testing/photos.js';
import { photoImage, smallImage } from './photo-image.js';

const unsupported = expect.objectContaining({ code: 'unsupported_image' });

describe('photoImage', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('converts %s to WebP', async (format) =>
    expect(await sharp(await photoImage(await photo({ format }))).metadata()).toMatchObject({
      format: 'webp',
    }),
  );

  it('limits each side to 2000 pixels and never enlarges', async () => {
    const sizes = [];
    for (const size of [
      { width: 2_400, height: 1_200 },
      { width: 30, height: 20 },
    ]) {
      const { width, height } = await sharp(await photoImage(await photo(size))).metadata();
      sizes.push([width, height]);
    }
    expect(sizes).toEqual([
      [2_000, 1_000],
      [30, 20],
    ]);
  });

  it('rotates the photo upright and removes EXIF', async () => {
    const original = await sharp(await photo({ width: 30, height: 20 }))
      .withExif({ IFD0: { Copyright: 'Hana' }, IFD3: { GPSLatitude: '34/1 3/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const storedMetadata = await sharp(await photoImage(original)).metadata();
    expect([
      storedMetadata.width,
      storedMetadata.height,
      storedMetadata.exif,
      storedMetadata.orientation,
    ]).toEqual([20, 30, undefined, undefined]);
  });

  it('returns the same bytes for the same file', async () => {
    const file = await photo({});
    expect(await photoImage(file)).toEqual(await photoImage(file));
  });

  it.each([
    ['text', Buffer.from('I am a picture.')],
    ['an empty file', Buffer.alloc(0)],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a header that promises 50,000 by 50,000 pixels', hugePng(50_000, 50_000)],
  ])('rejects %s', async (_, file) => expect(photoImage(file)).rejects.toEqual(unsupported));

  it('rejects a truncated file', async () => {
    const whole = await photo({ width: 600, height: 400, format: 'png' });
    await expect(photoImage(whole.subarray(0, whole.length / 2))).rejects.toEqual(unsupported);
  });

  it('accepts large photos that can be decoded row by row, and rejects others', async () => {
    const large = () =>
      sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: 'white' } });
    await expect(photoImage(await large().jpeg().toBuffer())).resolves.toBeInstanceOf(Uint8Array);
    for (const file of [
      large().jpeg({ progressive: true }),
      large().png({ progressive: true }),
      large().webp(),
    ])
      await expect(photoImage(await file.toBuffer())).rejects.toEqual(unsupported);
  });
});

describe('a small PNG file that takes long to decode', () => {
  const png = (size: number, bits: 8 | 16) =>
    sharp({ create: { width: size, height: size, channels: 3, background: 'white' } })
      .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();

  it('is accepted with 2,000 by 2,000 pixels of 16 bits', async () => {
    await expect(photoImage(await png(2_000, 16))).resolves.toBeInstanceOf(Uint8Array);
  });

  it.each([
    ['5,000 by 5,000 pixels', 5_000, 8],
    ['4,000 by 4,000 pixels of 16 bits', 4_000, 16],
  ] as const)('is rejected with %s', async (_, size, bits) => {
    await expect(photoImage(await png(size, bits))).rejects.toEqual(unsupported);
  });
});

describe('smallImage', () => {
  it('returns a photo 800 pixels wide', async () => {
    const small = await smallImage(await photoImage(await photo({ width: 1_600, height: 2_000 })));
    expect(await sharp(small).metadata()).toMatchObject({
      format: 'webp',
      width: 800,
      height: 1_000,
    });
  });

  it('returns nothing for a photo that is no wider', async () =>
    expect(
      await smallImage(await photoImage(await photo({ width: 800, height: 900 }))),
    ).toBeUndefined());
});
