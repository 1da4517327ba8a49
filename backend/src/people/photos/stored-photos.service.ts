import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import pLimit from 'p-limit';
import { type PhotoWidth, SMALL_PHOTO } from '@courtly/contracts/photo-sizes';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { type Shape, photoImage, smallImage } from './photo-image.js';
import { type Photos, SERVED_AT, type UploadedPhoto } from './photos.js';

const AT_ONCE = 2;

const smallKey = (key: string): string => key.replace(/\.webp$/, `-${SMALL_PHOTO}.webp`);

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
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      ...(S3_ACCESS_KEY_ID &&
        S3_SECRET_ACCESS_KEY && {
          credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        }),
    }),
  );
};

/**
 * Photos, named by their content and by the command that brings them: a command that is sent again stores the same files, and a
 * name that was removed is never used again, so that it can be cached for ever. The photos of a request are decoded one after the other, and two at most in the whole process.
 */
@Injectable()
export class StoredPhotos implements Photos {
  private readonly turn = pLimit(AT_ONCE);
  private disk: Promise<Disk> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async store(
    folder: string,
    files: readonly UploadedPhoto[],
    commandId: string,
    shape: Shape = 'whole',
  ): Promise<string[]> {
    const photos: { key: string; image: Uint8Array; small: Uint8Array | undefined }[] = [];
    for (const { buffer } of files) {
      const image = await this.turn(() => photoImage(buffer, shape));
      const name = createHash('sha256').update(commandId).update(image).digest('hex').slice(0, 32);
      const small = shape === 'whole' ? await this.turn(() => smallImage(image)) : undefined;
      photos.push({ key: `${folder}/${name}.webp`, image, small });
    }
    const disk = await this.opened();
    for (const { key, image, small } of photos) {
      if (small) await disk.put(smallKey(key), small, { contentType: 'image/webp' });
      await disk.put(key, image, { contentType: 'image/webp' });
    }
    return photos.map(({ key }) => SERVED_AT + key);
  }

  async remove(photos: readonly string[]): Promise<void> {
    if (photos.length === 0) return;
    const disk = await this.opened();
    const keys = photos
      .map((photo) => photo.slice(SERVED_AT.length))
      .flatMap((key) => [key, smallKey(key)]);
    await Promise.allSettled(keys.map((key) => disk.delete(key)));
  }

  async removeFolder(folder: string): Promise<void> {
    await (await this.opened()).deleteAll(`${folder}/`);
  }

  async read(key: string, width?: PhotoWidth): Promise<Uint8Array> {
    const disk = await this.opened();
    if (width && (await disk.exists(smallKey(key)))) return disk.getBytes(smallKey(key));
    if (!(await disk.exists(key))) throw new DomainError('not_found', 'There is no such photo.');
    return disk.getBytes(key);
  }

  private opened(): Promise<Disk> {
    return (this.disk ??= openDisk(this.config));
  }
}
