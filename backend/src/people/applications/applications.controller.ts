import { applicationRoutes } from '@courtly/contracts/applications';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Ip, Res, StreamableFile, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { itemsOf } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { PHOTOS, type Photos, SERVED_AT, type UploadedPhoto } from '../photos/photos.js';
import { ofKind } from './application.js';
import { hostApplicationView, playerApplicationView } from './application-view.js';
import { ApplicationQueries } from './applications.queries.js';
import { ApplyCommand } from './apply.commands.js';
import { ClaimApplicationCommand, ReviewApplicationCommand } from './review.commands.js';

const { applyAsHost, applyAsPlayer, claimApplication } = applicationRoutes;
const { countApplications, hostApplications, playerApplications } = applicationRoutes;
const { reviewHostApplication, reviewPlayerApplication, applicationPhoto } = applicationRoutes;

/** The files of a form with one field for each. */
type Fields = Readonly<Record<string, readonly UploadedPhoto[]>>;

@Controller()
export class ApplicationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly applications: ApplicationQueries,
    @Inject(PHOTOS) private readonly photos: Photos,
    @Inject(PERSONAL_DATA_READS) private readonly reads: PersonalDataReads,
  ) {}

  @RouteHandler(applyAsHost)
  applyAsHost(
    @RouteInput() { body: form }: Input<typeof applyAsHost>,
    @UploadedFiles() files: Fields | undefined,
    @CurrentContext() context: CommandContext,
    @Ip() address: string,
  ) {
    const photos = Object.values(files ?? {}).flat();
    return this.commands.execute(
      new ApplyCommand({ filled: { kind: 'host', form, photos }, address }, context),
    );
  }

  @RouteHandler(applyAsPlayer)
  applyAsPlayer(
    @RouteInput() { body: form }: Input<typeof applyAsPlayer>,
    @CurrentContext() context: CommandContext,
    @Ip() address: string,
  ) {
    return this.commands.execute(
      new ApplyCommand({ filled: { kind: 'player', form }, address }, context),
    );
  }

  @RouteHandler(claimApplication)
  claim(
    @RouteInput() { body }: Input<typeof claimApplication>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new ClaimApplicationCommand({ token: body.token }, context));
  }

  @RouteHandler(countApplications)
  counts() {
    return this.applications.counts();
  }

  @RouteHandler(hostApplications)
  async hosts(
    @RouteInput() { query }: Input<typeof hostApplications>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.applications.hosts(query);
    await this.noteRead(page.items, context);
    return itemsOf(response, page);
  }

  @RouteHandler(playerApplications)
  async players(
    @RouteInput() { query }: Input<typeof playerApplications>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.applications.players(query);
    await this.noteRead(page.items, context);
    return itemsOf(response, page);
  }

  @RouteHandler(reviewHostApplication)
  async reviewHost(
    @RouteInput() { params, body }: Input<typeof reviewHostApplication>,
    @CurrentContext() context: CommandContext,
  ) {
    const command = new ReviewApplicationCommand(
      { kind: 'host', applicationId: params.applicationId, decision: body },
      context,
    );
    const { value, position } = await this.commands.execute(command);
    const reviewer = await this.applications.reviewerOf(value);
    return new CommandResult(hostApplicationView(ofKind(value, 'host'), reviewer), position);
  }

  @RouteHandler(reviewPlayerApplication)
  async reviewPlayer(
    @RouteInput() { params, body }: Input<typeof reviewPlayerApplication>,
    @CurrentContext() context: CommandContext,
  ) {
    const command = new ReviewApplicationCommand(
      { kind: 'player', applicationId: params.applicationId, decision: body },
      context,
    );
    const { value, position } = await this.commands.execute(command);
    const reviewer = await this.applications.reviewerOf(value);
    return new CommandResult(playerApplicationView(ofKind(value, 'player'), reviewer), position);
  }

  /** A photo is what an applicant shows the club, and nobody else: browsers keep none. */
  @RouteHandler(applicationPhoto)
  @Header('Cache-Control', 'private, no-store')
  @Header('X-Content-Type-Options', 'nosniff')
  async photo(
    @RouteInput() { params }: Input<typeof applicationPhoto>,
    @CurrentContext() context: CommandContext,
  ): Promise<StreamableFile> {
    const { applicationId, file } = params;
    const key = `applications/${applicationId}/${file}`;
    const isName = /^[0-9a-z]{1,40}$/.test(applicationId) && /^[0-9a-f]{32}\.webp$/.test(file);
    if (!isName || !(await this.applications.hasPhoto(applicationId, SERVED_AT + key)))
      throw new DomainError('not_found', 'There is no such photo.');
    await this.noteRead([{ id: applicationId }], context);
    const image = await this.photos.read(key);
    return new StreamableFile(image, {
      type: applicationPhoto.mediaType,
      length: image.byteLength,
    });
  }

  /** The lists hold what applicants wrote, so that whoever sees a page of them has read it. */
  private noteRead(
    applications: readonly Readonly<{ id: string }>[],
    context: CommandContext,
  ): Promise<void> {
    return this.reads.record(
      { what: 'application', about: '', of: applications.map(({ id }) => id) },
      context,
    );
  }
}
