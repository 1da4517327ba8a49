import { accountRoutes } from '@courtly/contracts/account';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Req, StreamableFile, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import {
  type CourtlyRequest,
  CurrentUser,
  CurrentContext,
  RouteInput,
} from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { DomainError, notFound } from '../../../platform/kernel/domain-error.js';
import type { Actor } from '../../../platform/kernel/events.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH, type UploadedPhoto } from '../../photos/photos.js';
import { IdentityQueries } from '../identity.queries.js';
import { SecondFactorChecks } from '../sessions/second-factors.service.js';
import { ChangePictureCommand } from './picture.commands.js';
import {
  RequestVerificationLinkCommand,
  VerifyEmailCommand,
} from './email-verification.commands.js';
import { ConfirmEmailChangeCommand, RequestEmailChangeCommand } from './email-change.commands.js';

const { changePicture, removePicture, showPicture } = accountRoutes;
const { requestEmailChange, confirmEmailChange } = accountRoutes;
const { requestVerificationLink, verifyEmail } = accountRoutes;

@Controller()
export class AccountController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly identityQueries: IdentityQueries,
    private readonly secondFactorChecks: SecondFactorChecks,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
  ) {}

  @RouteHandler(changePicture)
  changePicture(
    @UploadedFiles() uploadedFiles: UploadedPhoto[] | undefined,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const [file, ...extraFiles] = uploadedFiles ?? [];
    if (!file || extraFiles.length > 0)
      throw new DomainError('invalid_request', 'Send exactly one picture.');
    return this.commandBus.execute(new ChangePictureCommand({ pictureFile: file }, commandContext));
  }

  @RouteHandler(removePicture)
  removePicture(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new ChangePictureCommand({ pictureFile: null }, commandContext));
  }

  /**
   * So far, only the user can see their own picture. The file behind a key never changes, so
   * browsers may cache it, but shared caches must not.
   */
  @RouteHandler(showPicture)
  @Header('Cache-Control', 'private, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  async showPicture(
    @RouteInput() { params }: Input<typeof showPicture>,
    @CurrentUser() { id }: Actor,
  ): Promise<StreamableFile> {
    const photoKey = `people/${params.userId}/${params.file}`;
    const { avatar } = await this.identityQueries.currentUser(id);
    if (avatar !== PHOTO_BASE_PATH + photoKey) throw notFound('picture');
    const pictureImage = await this.photoStorage.read(photoKey);
    return new StreamableFile(pictureImage, {
      type: showPicture.mediaType,
      length: pictureImage.byteLength,
    });
  }

  @RouteHandler(requestEmailChange)
  async requestEmailChange(
    @RouteInput() { body }: Input<typeof requestEmailChange>,
    @CurrentContext() commandContext: CommandContext,
    @Req() { usedSecondFactor }: CourtlyRequest,
  ) {
    await this.secondFactorChecks.requireInSession(commandContext.actor.id, usedSecondFactor);
    await this.commandBus.execute(new RequestEmailChangeCommand(body, commandContext));
    return {
      message: `We sent a link to ${body.newEmail}. It expires in an hour. Your email won't change until you open it.`,
    };
  }

  @RouteHandler(confirmEmailChange)
  confirmEmailChange(
    @RouteInput() { params }: Input<typeof confirmEmailChange>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ConfirmEmailChangeCommand({ token: params.token }, commandContext),
    );
  }

  @RouteHandler(requestVerificationLink)
  requestVerificationLink(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new RequestVerificationLinkCommand({}, commandContext));
  }

  @RouteHandler(verifyEmail)
  verifyEmail(
    @RouteInput() { body }: Input<typeof verifyEmail>,
    @CurrentContext() commandContext: CommandContext,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new VerifyEmailCommand({ ...body, ipAddress: ip }, commandContext),
    );
  }
}
