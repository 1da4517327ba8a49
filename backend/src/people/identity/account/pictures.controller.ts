import { accountRoutes } from '@courtly/contracts/account';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, StreamableFile, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { Actor } from '../../../platform/kernel/events.js';
import { PHOTOS, type Photos, SERVED_AT, type UploadedPhoto } from '../../photos/photos.js';
import { IdentityQueries } from '../identity.queries.js';
import { ChangePictureCommand } from './picture.commands.js';

const { changePicture, removePicture, showPicture } = accountRoutes;

/** The picture that a person has of themselves, shown to nobody else so far. */
@Controller()
export class PicturesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly identity: IdentityQueries,
    @Inject(PHOTOS) private readonly photos: Photos,
  ) {}

  @RouteHandler(changePicture)
  change(
    @UploadedFiles() files: UploadedPhoto[] | undefined,
    @CurrentContext() context: CommandContext,
  ) {
    const [file, ...more] = files ?? [];
    if (!file || more.length > 0) throw new DomainError('invalid_request', 'Send one picture.');
    return this.commands.execute(new ChangePictureCommand({ file }, context));
  }

  @RouteHandler(removePicture)
  remove(@CurrentContext() context: CommandContext) {
    return this.commands.execute(new ChangePictureCommand({ file: null }, context));
  }

  /** What a key names never changes, so that a browser asks once; caches between keep nothing. */
  @RouteHandler(showPicture)
  @Header('Cache-Control', 'private, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async show(
    @RouteInput() { params }: Input<typeof showPicture>,
    @CurrentUser() { id }: Actor,
  ): Promise<StreamableFile> {
    const key = `people/${params.userId}/${params.file}`;
    const { avatar } = await this.identity.me(id);
    if (avatar !== SERVED_AT + key) throw new DomainError('not_found', 'There is no such picture.');
    const image = await this.photos.read(key);
    return new StreamableFile(image, { type: showPicture.mediaType, length: image.byteLength });
  }
}
