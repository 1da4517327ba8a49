import type { PhotoWidth } from '@courtly/contracts/photo-sizes';
import type { PhotoShape } from './photo-image.js';

/** Where photos are served; a key in the storage follows. */
export const PHOTO_BASE_PATH = '/api/photos/';

/** A file of a form, in memory. */
export type UploadedPhoto = Readonly<{ buffer: Uint8Array }>;

/** Where the photos of all slices are kept, by address. Who may see one, the slice decides whose it is. */
export type Photos = Readonly<{
  /**
   * Stores the photos of a command in a folder (`courts/<id>`), all or none, those of the shape `whole` in their small size too.
   * @returns their addresses (`/api/photos/...`) in the same order
   * @throws DomainError unsupported_image, before anything is stored
   */
  store(
    folder: string,
    photoFiles: readonly UploadedPhoto[],
    commandId: string,
    photoShape?: PhotoShape,
  ): Promise<string[]>;
  /** Removes photos by their addresses, in each size. One that cannot be removed now lies there unseen: nobody has it. */
  remove(photoUrls: readonly string[]): Promise<void>;
  /** Removes everything in a folder (`people/<id>`), and is done only when nothing lies there any more. */
  removeFolder(folder: string): Promise<void>;
  /** The WebP image under a key, at that width where it is larger. @throws DomainError not_found */
  read(photoKey: string, photoWidth?: PhotoWidth): Promise<Uint8Array>;
}>;

/** Where they are found in Nest's container. */
export const PHOTOS = Symbol('photos');
