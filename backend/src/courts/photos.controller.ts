import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { Photos } from './photos.service.js';

/** Photos as images: bytes, not JSON, so beside the route table. What a key names never changes. */
@Controller('api/photos')
export class PhotosController {
  constructor(private readonly photos: Photos) {}

  @Get('courts/:courtId/:file')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async show(@Param('courtId') courtId: string, @Param('file') file: string): Promise<StreamableFile> {
    if (!/^[0-9a-z]{1,40}$/.test(courtId) || !/^[0-9a-f]{32}\.webp$/.test(file))
      throw new DomainError('not_found', 'There is no such photo.');
    const image = await this.photos.read(`courts/${courtId}/${file}`);
    return new StreamableFile(image, { type: 'image/webp', length: image.byteLength });
  }
}
