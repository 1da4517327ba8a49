import type { PhotoWidth } from '@courtly/contracts/photo-sizes';
import type { PhotoShape } from './photo-image.js';

/** A photo's URL consists of this path and a storage key. */
export const PHOTO_BASE_PATH = '/api/photos/';

export type UploadedPhoto = Readonly<{ buffer: Uint8Array }>;

/** Stores the photos of all slices by URL. Each slice decides who may see its photos. */
export type Photos = Readonly<{
  /**
   * Stores either all photos of a command in a folder (`courts/<id>`) or none. Photos of the shape
   * `whole` also get a small version.
   * @returns their URLs (`/api/photos/...`) in the same order
   * @throws DomainError unsupported_image, before anything is stored
   */
  store(
    folder: string,
    photoFiles: readonly UploadedPhoto[],
    commandId: string,
    photoShape?: PhotoShape,
  ): Promise<string[]>;
  /**
   * Removes photos and their small versions. Failures are ignored, because unlinked photos are not
   * visible.
   */
  remove(photoUrls: readonly string[]): Promise<void>;
  /** Resolves once everything in the folder (`people/<id>`) is deleted. */
  removeFolder(folder: string): Promise<void>;
  /**
   * The WebP image of a key, scaled down to `photoWidth` if it is larger.
   * @throws DomainError not_found
   */
  read(photoKey: string, photoWidth?: PhotoWidth): Promise<Uint8Array>;
}>;

export const PHOTOS = Symbol('photos');
