import type { Metadata } from 'sharp';
import { SMALL_PHOTO } from '@courtly/contracts/photo-sizes';
import { DomainError } from '../../platform/kernel/domain-error.js';

const LONGEST_SIDE = 2_000;
const PORTRAIT_SIDE = 512;
const SMALL_WIDTH = Number(SMALL_PHOTO);
const SMALL_QUALITY = 60;
const MOST_PIXELS = 40_000_000;
const MOST_DECODED_BYTES = 36 * 1024 * 1024;
/**
 * The compression of PNG has no limit: a small file can take seconds and a hundred megabytes to
 * read.
 */
const MOST_PNG_BYTES = 64 * 1024 * 1024;
const TIMEOUT_SECONDS = 15;

/** Loaded on first use, because it takes a lot of memory and most processes never need it. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Allows only these loaders, chosen by content: no SVG, PDF, or animation.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
let loadedSharp: ReturnType<typeof loadSharp> | undefined;

const unsupportedImage = (message: string, cause?: unknown) =>
  new DomainError('unsupported_image', message, undefined, { cause });

const pixelBytes = ({ width: imageWidth, height, channels, depth }: Metadata): number =>
  imageWidth * height * channels * (depth === 'ushort' ? 2 : 1);

/**
 * The bytes in memory during decoding: the coefficients of a progressive JPEG (16 bits each), the
 * pixels of an interlaced PNG or a WebP, or 0 if it is read by rows.
 */
const decodedBytes = (metadata: Metadata): number => {
  const {
    width: imageWidth,
    height,
    channels,
    isProgressive,
    format,
    chromaSubsampling,
  } = metadata;
  if (format === 'jpeg')
    return isProgressive
      ? imageWidth * height * 2 * (chromaSubsampling === '4:2:0' ? channels / 2 : channels)
      : 0;
  return isProgressive || format === 'webp' ? pixelBytes(metadata) : 0;
};

const isTooLarge = (metadata: Metadata): boolean =>
  decodedBytes(metadata) > MOST_DECODED_BYTES ||
  (metadata.format === 'png' && pixelBytes(metadata) > MOST_PNG_BYTES);

/** A `portrait` is a square of at most 512 pixels around the most salient part. */
export type PhotoShape = 'whole' | 'portrait';

const resizeOptions = {
  whole: { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside' },
  portrait: { width: PORTRAIT_SIDE, height: PORTRAIT_SIDE, fit: 'cover', position: 'attention' },
} as const;

/**
 * Converts a photo to an upright WebP without EXIF, at most 2000 pixels on each side.
 * @throws DomainError unsupported_image for a file that is not an image, is damaged, or takes too
 *   much memory
 */
export const photoImage = async (
  photoFile: Uint8Array,
  photoShape: PhotoShape = 'whole',
): Promise<Uint8Array> => {
  try {
    const sharp = await (loadedSharp ??= loadSharp());
    const decodedImage = sharp(photoFile, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    if (isTooLarge(await decodedImage.metadata()))
      throw unsupportedImage(
        'This photo is too large to process. Save it in a smaller size or as a standard JPEG.',
      );
    return await decodedImage
      .autoOrient()
      .resize({ ...resizeOptions[photoShape], withoutEnlargement: photoShape === 'whole' })
      .webp()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unsupportedImage(
      "We can't read this photo. Please use a JPEG, PNG, or WebP image of at most 40 megapixels.",
      error,
    );
  }
};

/**
 * The small version for phones, or undefined if the photo is already small. Stronger compression
 * saves a third of the size.
 */
export const smallImage = async (photoImage: Uint8Array): Promise<Uint8Array | undefined> => {
  const sharp = await (loadedSharp ??= loadSharp());
  const { width: imageWidth } = await sharp(photoImage).metadata();
  if (imageWidth <= SMALL_WIDTH) return undefined;
  return sharp(photoImage)
    .resize({ width: SMALL_WIDTH })
    .webp({ quality: SMALL_QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
};
