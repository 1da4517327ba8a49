import { Controller, Header, Inject, StreamableFile } from '@nestjs/common';
import { photoRoutes } from '@courtly/contracts/photos';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { CourtQueries } from './courts.queries.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH } from '../../people/photos/photos.js';

const { showPhoto } = photoRoutes;

/**
 * The file behind a key never changes, so browsers may cache it. Shared caches must not, because
 * hosts remove photos.
 */
@Controller()
export class PhotosController {
  constructor(
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    private readonly courtQueries: CourtQueries,
  ) {}

  @RouteHandler(showPhoto)
  @Header('Cache-Control', 'private, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async servePhoto(
    @RouteInput() { params, query }: Input<typeof showPhoto>,
    @CurrentUser() currentUser: Actor,
  ): Promise<StreamableFile> {
    const { courtId, file } = params;
    const photoKey = `courts/${courtId}/${file}`;
    const isValidName = /^[0-9a-z]{1,40}$/.test(courtId) && /^[0-9a-f]{32}\.webp$/.test(file);
    if (
      !isValidName ||
      !(await this.courtQueries.hasPhoto(courtId, PHOTO_BASE_PATH + photoKey, currentUser))
    )
      throw notFound('photo');
    const imageBytes = await this.photoStorage.read(photoKey, query.width);
    return new StreamableFile(imageBytes, {
      type: showPhoto.mediaType,
      length: imageBytes.byteLength,
    });
  }
}
