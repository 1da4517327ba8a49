import sharp, { type Metadata } from 'sharp';
import { DomainError } from '../kernel/domain-error.js';

const LONGEST_SIDE = 2_000;
const MOST_PIXELS = 40_000_000;
const MOST_BYTES_AT_ONCE = 48 * 1024 * 1024;
const SECONDS = 15;

// What libvips may open at all: by content, whatever a file calls itself. No SVG, no PDF, no animation of many pages.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const unsupported = (cause?: unknown) =>
  new DomainError(
    'unsupported_image',
    'One of the photos cannot be read. Send JPEG, PNG or WebP images of at most 40 megapixels.',
    undefined,
    { cause },
  );

/** Bytes of the whole decoded image where its format does not let it be read row by row; else 0. */
const bytesAtOnce = ({ width, height, channels, depth, isProgressive, format }: Metadata): number =>
  isProgressive || format === 'webp' ? width * height * (channels ?? 4) * (depth === 'ushort' ? 2 : 1) : 0;

/**
 * A photo as it is kept: WebP, upright, at most 2000 pixels a side, without EXIF or anything else of the original file.
 * @throws DomainError unsupported_image for what is no image, is damaged, or would take too much memory to decode
 */
export const photoImage = async (file: Uint8Array): Promise<Uint8Array> => {
  try {
    const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    if (bytesAtOnce(await image.metadata()) > MOST_BYTES_AT_ONCE) throw unsupported();
    return await image
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch (error) {
    throw error instanceof DomainError ? error : unsupported(error);
  }
};
