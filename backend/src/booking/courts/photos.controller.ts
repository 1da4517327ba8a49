import { Controller, Header, Inject, StreamableFile } from '@nestjs/common';
import { photoRoutes } from '@courtly/contracts/photos';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { CourtQueries } from './courts.queries.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH } from '../../people/photos/photos.js';

const { showPhoto } = photoRoutes;

/**
 * The file of a key never changes, so browsers cache it. Shared caches must not: hosts remove
 * photos.
 */
@Controller()
export class PhotosController {
  constructor(
    @Inject(PHOTOS) private readonly photos: Photos,
    private readonly courts: CourtQueries,
  ) {}

  @RouteHandler(showPhoto)
  @Header('Cache-Control', 'private, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async show(
    @RouteInput() { params, query }: Input<typeof showPhoto>,
    @CurrentUser() reader: Actor,
  ): Promise<StreamableFile> {
    const { courtId, file } = params;
    const key = `courts/${courtId}/${file}`;
    const isName = /^[0-9a-z]{1,40}$/.test(courtId) && /^[0-9a-f]{32}\.webp$/.test(file);
    if (!isName || !(await this.courts.hasPhoto(courtId, PHOTO_BASE_PATH + key, reader)))
      throw new DomainError('not_found', 'There is no such photo.');
    const image = await this.photos.read(key, query.width);
    return new StreamableFile(image, { type: showPhoto.mediaType, length: image.byteLength });
  }
}
