import {
  type ApplicationFilters,
  type ApplicationKind,
  applicationRoutes,
} from '@courtly/contracts/applications';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Ip, Res, StreamableFile, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { clientAddress } from '../../platform/http/client-address.js';
import { RateLimits } from '../../platform/http/rate-limits.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH, type UploadedPhoto } from '../photos/photos.js';
import { ApplicationQueries } from './applications.queries.js';
import { ApplyCommand, applicationLinksFromAddress } from './apply.commands.js';
import { RequestApplicationErasureCommand } from './erase.commands.js';
import { HostApprovals } from './host-approvals.service.js';
import { RenewApplicationLinkCommand, RenewOwnHostLinkCommand } from './links.commands.js';
import { ClaimApplicationCommand, ReviewApplicationCommand } from './review.commands.js';

const { applyAsHost, applyAsPlayer, claimApplication } = applicationRoutes;
const { countApplications, hostApplications, playerApplications } = applicationRoutes;
const { showInvitedApplicant } = applicationRoutes;
const { showHostApproval, renewOwnHostLink } = applicationRoutes;
const { eraseApplication, eraseOwnApplication, renewApplicationLink } = applicationRoutes;
const { reviewHostApplication, reviewPlayerApplication, applicationPhoto } = applicationRoutes;

type UploadedFields = Readonly<Record<string, readonly UploadedPhoto[]>>;

@Controller()
export class ApplicationsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly applicationQueries: ApplicationQueries,
    private readonly hostApprovals: HostApprovals,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(applyAsHost)
  applyAsHost(
    @RouteInput() { body: form }: Input<typeof applyAsHost>,
    @UploadedFiles() uploadedFiles: UploadedFields | undefined,
    @CurrentContext() commandContext: CommandContext,
    @Ip() ipAddress: string,
  ) {
    const photos = Object.values(uploadedFiles ?? {}).flat();
    return this.commandBus.execute(
      new ApplyCommand(
        { submittedForm: { kind: 'host', form, photos }, ipAddress },
        commandContext,
      ),
    );
  }

  @RouteHandler(applyAsPlayer)
  applyAsPlayer(
    @RouteInput() { body: form }: Input<typeof applyAsPlayer>,
    @CurrentContext() commandContext: CommandContext,
    @Ip() ipAddress: string,
  ) {
    return this.commandBus.execute(
      new ApplyCommand({ submittedForm: { kind: 'player', form }, ipAddress }, commandContext),
    );
  }

  @RouteHandler(claimApplication)
  claimApplication(
    @RouteInput() { body }: Input<typeof claimApplication>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ClaimApplicationCommand({ token: body.token }, commandContext),
    );
  }

  @RouteHandler(showInvitedApplicant)
  async showInvitedApplicant(
    @RouteInput() { body }: Input<typeof showInvitedApplicant>,
    @Ip() ipAddress: string,
  ) {
    await this.limitLinks(ipAddress);
    return this.applicationQueries.invitedApplicant(body.token);
  }

  @RouteHandler(eraseOwnApplication)
  async eraseOwnApplication(
    @RouteInput() { body }: Input<typeof eraseOwnApplication>,
    @CurrentContext() commandContext: CommandContext,
    @Ip() ipAddress: string,
  ): Promise<void> {
    await this.limitLinks(ipAddress);
    return this.commandBus.execute(
      new RequestApplicationErasureCommand({ token: body.token }, commandContext),
    );
  }

  @RouteHandler(eraseApplication)
  eraseApplication(
    @RouteInput() { params, body }: Input<typeof eraseApplication>,
    @CurrentContext() commandContext: CommandContext,
  ): Promise<void> {
    return this.commandBus.execute(
      new RequestApplicationErasureCommand({ ...params, ...body }, commandContext),
    );
  }

  @RouteHandler(renewApplicationLink)
  renewLink(
    @RouteInput() { params }: Input<typeof renewApplicationLink>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const renewal = { ...params, isOrderedByHost: false };
    return this.commandBus.execute(new RenewApplicationLinkCommand(renewal, commandContext));
  }

  @RouteHandler(showHostApproval)
  showHostApproval(@CurrentUser() { id }: Actor) {
    return this.hostApprovals.ofHost(id);
  }

  @RouteHandler(renewOwnHostLink)
  renewOwnHostLink(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new RenewOwnHostLinkCommand({}, commandContext));
  }

  @RouteHandler(countApplications)
  countByKind() {
    return this.applicationQueries.countByKind();
  }

  @RouteHandler(hostApplications)
  listHostApplications(
    @RouteInput() { query }: Input<typeof hostApplications>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.listApplications('host', query, commandContext, response);
  }

  @RouteHandler(playerApplications)
  listPlayerApplications(
    @RouteInput() { query }: Input<typeof playerApplications>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.listApplications('player', query, commandContext, response);
  }

  @RouteHandler(reviewHostApplication)
  reviewHost(
    @RouteInput() { params, body }: Input<typeof reviewHostApplication>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.review({ kind: 'host', ...params, decision: body }, commandContext);
  }

  @RouteHandler(reviewPlayerApplication)
  reviewPlayer(
    @RouteInput() { params, body }: Input<typeof reviewPlayerApplication>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.review({ kind: 'player', ...params, decision: body }, commandContext);
  }

  /** Only admins may see the photos, so browsers must not store them. */
  @RouteHandler(applicationPhoto)
  @Header('Cache-Control', 'private, no-store')
  @Header('X-Content-Type-Options', 'nosniff')
  async showPhoto(
    @RouteInput() { params }: Input<typeof applicationPhoto>,
    @CurrentContext() commandContext: CommandContext,
  ): Promise<StreamableFile> {
    const { applicationId, file } = params;
    const photoKey = `applications/${applicationId}/${file}`;
    const isPhotoName = /^[0-9a-z]{1,40}$/.test(applicationId) && /^[0-9a-f]{32}\.webp$/.test(file);
    if (
      !isPhotoName ||
      !(await this.applicationQueries.hasPhoto(applicationId, PHOTO_BASE_PATH + photoKey))
    )
      throw notFound('photo');
    await this.recordRead([{ id: applicationId }], commandContext);
    const photoImage = await this.photoStorage.read(photoKey);
    return new StreamableFile(photoImage, {
      type: applicationPhoto.mediaType,
      length: photoImage.byteLength,
    });
  }

  /** Only a hash of the address is stored. */
  private limitLinks(ipAddress: string): Promise<void> {
    const address = clientAddress({ ip: ipAddress });
    return this.rateLimits.consume(
      applicationLinksFromAddress,
      this.keyedHashes.hashOf('address', address),
    );
  }

  private async listApplications(
    kind: ApplicationKind,
    filters: ApplicationFilters,
    commandContext: CommandContext,
    response: Response,
  ) {
    const applicationPage = await this.applicationQueries.page(kind, filters);
    await this.recordRead(applicationPage.items, commandContext);
    return sendPage(response, applicationPage);
  }

  private async review(input: ReviewApplicationCommand['input'], commandContext: CommandContext) {
    const { value, position } = await this.commandBus.execute(
      new ReviewApplicationCommand(input, commandContext),
    );
    const [applicationView] = await this.applicationQueries.applicationViews([value]);
    return new CommandResult(applicationView, position);
  }

  /**
   * Lists contain the full text of each application, so showing a page counts as reading all of
   * them.
   */
  private recordRead(
    listedApplications: readonly Readonly<{ id: string }>[],
    commandContext: CommandContext,
  ): Promise<void> {
    return this.personalDataReads.record(
      { what: 'application', about: '', of: listedApplications.map(({ id }) => id) },
      commandContext,
    );
  }
}
