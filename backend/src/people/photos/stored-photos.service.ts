import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import pLimit from 'p-limit';
import { type PhotoWidth, SMALL_PHOTO } from '@courtly/contracts/photo-sizes';
import { CONFIG, type Config } from '../../config.js';
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.js';
import { processLimits } from '../../platform/http/limits.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { StoreUnavailable, withinDeadline } from '../../platform/stores/store-unavailable.js';
import { type PhotoShape, photoImage, smallImage } from './photo-image.js';
import { type Photos, PHOTO_BASE_PATH, type UploadedPhoto } from './photos.js';

const MOST_CONCURRENT = 2;
const STORAGE = 'The photo storage';

/** Without these timeouts, a call to a server that does not respond would never end. */
const s3Timeouts = {
  connectionTimeout: 2_000,
  requestTimeout: processLimits.storage.completeMs,
  // Also covers the body, which the request timeout does not.
  socketTimeout: processLimits.storage.completeMs,
  throwOnRequestTimeout: true,
};

const isTimeout = ({ name, cause }: Error): boolean =>
  name === 'TimeoutError' || (cause instanceof Error && isTimeout(cause));

const smallPhotoKey = (photoKey: string) => photoKey.replace(/\.webp$/, `-${SMALL_PHOTO}.webp`);

const openDisk = async (config: Config): Promise<Disk> => {
  if (config.UPLOADS_DRIVER === 'folder')
    return new Disk(
      new FSDriver({ location: resolve(config.UPLOADS_FOLDER), visibility: 'public' }),
    );
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET || !S3_REGION) throw new Error('UPLOADS_DRIVER=s3 needs S3_BUCKET and S3_REGION.');
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: S3_BUCKET,
      region: S3_REGION,
      visibility: 'private',
      supportsACL: false,
      requestHandler: s3Timeouts,
      maxAttempts: 2,
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      ...(S3_ACCESS_KEY_ID &&
        S3_SECRET_ACCESS_KEY && {
          credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        }),
    }),
  );
};

/**
 * Photo names are hashes of the command and the content, so retries repeat them and caches keep
 * them. Slots and deadlines keep slow decoding and storage away from other requests.
 */
@Injectable()
export class StoredPhotos implements Photos {
  private readonly decodeLimit = pLimit(MOST_CONCURRENT);
  private readonly storageLimiter = new ConcurrencyLimiter(processLimits.storage);
  private storageDisk: Promise<Disk> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async store(
    photoFolder: string,
    photoFiles: readonly UploadedPhoto[],
    commandId: string,
    photoShape: PhotoShape = 'whole',
  ): Promise<string[]> {
    const encodedPhotos: { key: string; image: Uint8Array; small: Uint8Array | undefined }[] = [];
    for (const { buffer } of photoFiles) {
      const encodedImage = await this.decodeLimit(() => photoImage(buffer, photoShape));
      const photoName = createHash('sha256')
        .update(commandId)
        .update(encodedImage)
        .digest('hex')
        .slice(0, 32);
      const smallVersion =
        photoShape === 'whole' ? await this.decodeLimit(() => smallImage(encodedImage)) : undefined;
      encodedPhotos.push({
        key: `${photoFolder}/${photoName}.webp`,
        image: encodedImage,
        small: smallVersion,
      });
    }
    const put = (photoKey: string, image: Uint8Array) =>
      this.useStorage((disk) => disk.put(photoKey, image, { contentType: 'image/webp' }));
    for (const { key: photoKey, image: encodedImage, small: smallVersion } of encodedPhotos) {
      if (smallVersion) await put(smallPhotoKey(photoKey), smallVersion);
      await put(photoKey, encodedImage);
    }
    return encodedPhotos.map(({ key: photoKey }) => PHOTO_BASE_PATH + photoKey);
  }

  async remove(photoUrls: readonly string[]): Promise<void> {
    if (photoUrls.length === 0) return;
    const photoKeys = photoUrls
      .map((photoUrl) => photoUrl.slice(PHOTO_BASE_PATH.length))
      .flatMap((photoKey) => [photoKey, smallPhotoKey(photoKey)]);
    await Promise.allSettled(
      photoKeys.map((photoKey) => this.useStorage((disk) => disk.delete(photoKey))),
    );
  }

  async removeFolder(photoFolder: string): Promise<void> {
    await (await this.openedDisk()).deleteAll(`${photoFolder}/`);
  }

  async read(photoKey: string, photoWidth?: PhotoWidth): Promise<Uint8Array> {
    return this.useStorage(async (disk) => {
      if (photoWidth && (await disk.exists(smallPhotoKey(photoKey))))
        return disk.getBytes(smallPhotoKey(photoKey));
      if (!(await disk.exists(photoKey))) throw notFound('photo');
      return disk.getBytes(photoKey);
    });
  }

  /**
   * Limits a storage call. A call that misses its deadline keeps its slot until it ends.
   * @throws DomainError too_busy; StoreUnavailable after the deadline
   */
  private async useStorage<T>(storageCall: (disk: Disk) => Promise<T>): Promise<T> {
    const release = await this.storageLimiter.acquire('');
    const pendingCall = this.openedDisk()
      .then(storageCall)
      .catch((error: Error) => {
        throw isTimeout(error) ? new StoreUnavailable(STORAGE, { cause: error }) : error;
      })
      .finally(release);
    return withinDeadline(pendingCall, processLimits.storage.completeMs, STORAGE);
  }

  private openedDisk(): Promise<Disk> {
    return (this.storageDisk ??= openDisk(this.config));
  }
}
