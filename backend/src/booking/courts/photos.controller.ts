import { Controller, Header, Inject, Res, StreamableFile } from '@nestjs/common';
import { photoRoutes } from '@courtly/contracts/photos';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { CourtQueries } from './courts.queries.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH } from '../../people/photos/photos.js';

const { showPhoto } = photoRoutes;

/**
 * The file behind a key never changes, so browsers may cache it. Shared caches must not, because
 * hosts remove photos and admins hide courts. Photos of a hidden court are not stored at all.
 */
const cacheControl = {
  everyone: 'private, max-age=31536000, immutable',
  person: 'private, no-store',
} as const;

@Controller()
export class PhotosController {
  constructor(
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    private readonly courtQueries: CourtQueries,
  ) {}

  @RouteHandler(showPhoto)
  @Header('X-Content-Type-Options', 'nosniff')
  async servePhoto(
    @RouteInput() { params, query }: Input<typeof showPhoto>,
    @CurrentUser() currentUser: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { courtId, file } = params;
    const photoKey = `courts/${courtId}/${file}`;
    const isValidName = /^[0-9a-z]{1,40}$/.test(courtId) && /^[0-9a-f]{32}\.webp$/.test(file);
    const audience = isValidName
      ? await this.courtQueries.photoAudience(courtId, PHOTO_BASE_PATH + photoKey, currentUser)
      : null;
    if (!audience) throw notFound('photo');
    const imageBytes = await this.photoStorage.read(photoKey, query.width);
    response.setHeader('Cache-Control', cacheControl[audience]);
    return new StreamableFile(imageBytes, {
      type: showPhoto.mediaType,
      length: imageBytes.byteLength,
    });
  }
}
