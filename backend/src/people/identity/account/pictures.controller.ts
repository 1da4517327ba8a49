import { accountRoutes } from '@courtly/contracts/account';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, StreamableFile, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../../platform/http/handles.js';
import { Caller, Given, Received } from '../../../platform/http/request.js';
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

  @Handles(changePicture)
  change(@UploadedFiles() files: UploadedPhoto[] | undefined, @Given() context: CommandContext) {
    const [file, ...more] = files ?? [];
    if (!file || more.length > 0) throw new DomainError('invalid_request', 'Send one picture.');
    return this.commands.execute(new ChangePictureCommand({ file }, context));
  }

  @Handles(removePicture)
  remove(@Given() context: CommandContext) {
    return this.commands.execute(new ChangePictureCommand({ file: null }, context));
  }

  /** What a key names never changes, so that a browser asks once; caches between keep nothing. */
  @Handles(showPicture)
  @Header('Cache-Control', 'private, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async show(
    @Received() { params }: Input<typeof showPicture>,
    @Caller() { id }: Actor,
  ): Promise<StreamableFile> {
    const key = `people/${params.userId}/${params.file}`;
    const { avatar } = await this.identity.me(id);
    if (avatar !== SERVED_AT + key) throw new DomainError('not_found', 'There is no such picture.');
    const image = await this.photos.read(key);
    return new StreamableFile(image, { type: showPicture.mediaType, length: image.byteLength });
  }
}
